/** Where an entry of a user-ordered list or leaf-list goes (RFC 7950 §7.7.9, §7.8.6 and §15.7). The entries before: 1 2 3. */
export interface Insertion {
  readonly entry: string;
  readonly insert: string;
  /** The entry that `before` and `after` are about. */
  readonly point?: string;
  /** The order afterwards. */
  readonly order: string;
}

export const INSERTIONS: readonly Insertion[] = [
  { entry: '4', insert: 'first', order: '4 1 2 3' },
  { entry: '4', insert: 'last', order: '1 2 3 4' },
  { entry: '4', insert: 'before', point: '3', order: '1 2 4 3' },
  { entry: '4', insert: 'before', point: '1', order: '4 1 2 3' },
  { entry: '4', insert: 'after', point: '1', order: '1 4 2 3' },
  { entry: '4', insert: 'after', point: '3', order: '1 2 3 4' },
  { entry: '3', insert: 'first', order: '3 1 2' },
  { entry: '1', insert: 'last', order: '2 3 1' },
  { entry: '3', insert: 'before', point: '2', order: '1 3 2' },
  { entry: '1', insert: 'after', point: '2', order: '2 1 3' },
  { entry: '2', insert: 'first', order: '2 1 3' },
  { entry: '1', insert: 'first', order: '1 2 3' },
  { entry: '3', insert: 'last', order: '1 2 3' },
];

export interface RefusedInsertion {
  readonly what: string;
  readonly edit: string;
  readonly tag: string;
  readonly appTag?: string;
}

export const REFUSED_INSERTIONS: readonly RefusedInsertion[] = [
  {
    what: 'before an entry that is not there',
    edit: '<stop yang:insert="before" yang:key="[c:id=\'9\']"><id>4</id></stop>',
    tag: 'bad-attribute',
    appTag: 'missing-instance',
  },
  {
    what: 'after a value that is not there',
    edit: '<step yang:insert="after" yang:value="9">4</step>',
    tag: 'bad-attribute',
    appTag: 'missing-instance',
  },
  { what: 'before, without a key', edit: '<stop yang:insert="before"><id>4</id></stop>', tag: 'missing-attribute' },
  { what: 'after, without a value', edit: '<step yang:insert="after">4</step>', tag: 'missing-attribute' },
  { what: 'at no place', edit: '<stop yang:insert="middle"><id>4</id></stop>', tag: 'bad-attribute' },
  {
    what: 'before a key that is none',
    edit: '<stop yang:insert="before" yang:key="1"><id>4</id></stop>',
    tag: 'bad-attribute',
  },
  {
    what: 'before half a key',
    edit: '<pair yang:insert="before" yang:key="[c:x=\'1\']"><x>1</x><y>2</y></pair>',
    tag: 'bad-attribute',
  },
  {
    what: 'in a list that the system orders',
    edit: '<row yang:insert="first"><id>4</id></row>',
    tag: 'unknown-attribute',
  },
  { what: 'in a leaf-list that the system orders', edit: '<tag yang:insert="first">4</tag>', tag: 'unknown-attribute' },
];
