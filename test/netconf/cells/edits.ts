/**
 * What each operation of edit-config does to each kind of node that is there or not (RFC 6241 §7.2; RFC 7950 §7.5.8, §7.6.7,
 * §7.7.9, §7.8.6, §7.9 and §7.10.3; RFC 6243 §2.3.3 for the defaults).
 */
export const EDIT_OPERATIONS = ['none', 'merge', 'replace', 'create', 'delete', 'remove'] as const;
export type EditOperation = (typeof EDIT_OPERATIONS)[number];

/** The error-tag that the edit is refused with. */
export type Refusal = 'data-missing' | 'data-exists';

export interface EditCell {
  readonly target: string;
  /** Content of the container before. */
  readonly before: string;
  /** The edit; `%` stands for the operation attribute. */
  readonly edit: string;
  /** Below the container, the node that an error is about; that of `none` where it is another one. */
  readonly path: string;
  readonly pathOfNone?: string;
  /** Content afterwards, or the refusal, by operation. */
  readonly outcome: Readonly<Record<EditOperation, string>>;
}

const MISSING: Refusal = 'data-missing';
const EXISTS: Refusal = 'data-exists';

/** Where the node is not there, three operations make it and three cannot or need not. */
const absent = (made: string, rest = '') => ({
  none: MISSING,
  merge: made,
  replace: made,
  create: made,
  delete: MISSING,
  remove: rest,
});

/** Where it is there, `create` alone fails. */
const present = (o: { none: string; merge: string; replace: string; gone?: string }) => ({
  none: o.none,
  merge: o.merge,
  replace: o.replace,
  create: EXISTS,
  delete: o.gone ?? '',
  remove: o.gone ?? '',
});

const same = (text: string) => ({ none: text, merge: text, replace: text });

export const EDIT_CELLS: readonly EditCell[] = [
  {
    target: 'a leaf that is not there',
    before: '',
    edit: '<plain%>new</plain>',
    path: 'plain',
    outcome: absent('<plain>new</plain>'),
  },
  {
    target: 'a leaf',
    before: '<plain>old</plain>',
    edit: '<plain%>new</plain>',
    path: 'plain',
    outcome: present({
      none: '<plain>old</plain>',
      merge: '<plain>new</plain>',
      replace: '<plain>new</plain>',
    }),
  },
  {
    target: 'a leaf that has the value already',
    before: '<plain>old</plain>',
    edit: '<plain%>old</plain>',
    path: 'plain',
    outcome: present(same('<plain>old</plain>')),
  },
  {
    target: 'a leaf whose default is in use',
    before: '',
    edit: '<preset%>7</preset>',
    path: 'preset',
    outcome: absent('<preset>7</preset>'),
  },
  {
    target: 'a leaf that is set to its default',
    before: '<preset>7</preset>',
    edit: '<preset%>8</preset>',
    path: 'preset',
    outcome: present({ none: '<preset>7</preset>', merge: '<preset>8</preset>', replace: '<preset>8</preset>' }),
  },
  {
    target: 'a leaf-list entry that is not there',
    before: '<tag>x</tag>',
    edit: '<tag%>y</tag>',
    path: 'tag[.="y"]',
    outcome: absent('<tag>x</tag><tag>y</tag>', '<tag>x</tag>'),
  },
  {
    target: 'a leaf-list entry',
    before: '<tag>x</tag><tag>y</tag>',
    edit: '<tag%>y</tag>',
    path: 'tag[.="y"]',
    outcome: present({ ...same('<tag>x</tag><tag>y</tag>'), gone: '<tag>x</tag>' }),
  },
  {
    target: 'an entry of a user-ordered leaf-list that is not there',
    before: '<step>z</step><step>a</step>',
    edit: '<step%>m</step>',
    path: 'step[.="m"]',
    outcome: absent('<step>z</step><step>a</step><step>m</step>', '<step>z</step><step>a</step>'),
  },
  {
    target: 'an entry of a user-ordered leaf-list, whose place stays',
    before: '<step>z</step><step>m</step><step>a</step>',
    edit: '<step%>m</step>',
    path: 'step[.="m"]',
    outcome: present({
      ...same('<step>z</step><step>m</step><step>a</step>'),
      gone: '<step>z</step><step>a</step>',
    }),
  },
  {
    target: 'a list entry that is not there',
    before: '<row><id>1</id><a>1</a></row>',
    edit: '<row%><id>2</id><a>2</a></row>',
    path: 'row[id="2"]',
    outcome: absent('<row><id>1</id><a>1</a></row><row><id>2</id><a>2</a></row>', '<row><id>1</id><a>1</a></row>'),
  },
  {
    target: 'a list entry',
    before: '<row><id>1</id><a>1</a><b>1</b></row><row><id>2</id></row>',
    edit: '<row%><id>1</id><a>2</a></row>',
    path: 'row[id="1"]',
    outcome: present({
      none: '<row><id>1</id><a>1</a><b>1</b></row><row><id>2</id></row>',
      merge: '<row><id>1</id><a>2</a><b>1</b></row><row><id>2</id></row>',
      replace: '<row><id>1</id><a>2</a></row><row><id>2</id></row>',
      gone: '<row><id>2</id></row>',
    }),
  },
  {
    target: 'an entry of a user-ordered list that is not there',
    before: '<stop><id>9</id></stop><stop><id>1</id></stop>',
    edit: '<stop%><id>5</id><a>5</a></stop>',
    path: 'stop[id="5"]',
    outcome: absent(
      '<stop><id>9</id></stop><stop><id>1</id></stop><stop><id>5</id><a>5</a></stop>',
      '<stop><id>9</id></stop><stop><id>1</id></stop>',
    ),
  },
  {
    target: 'an entry of a user-ordered list, whose place stays',
    before: '<stop><id>9</id><a>9</a><b>9</b></stop><stop><id>1</id></stop>',
    edit: '<stop%><id>9</id><a>8</a></stop>',
    path: 'stop[id="9"]',
    outcome: present({
      none: '<stop><id>9</id><a>9</a><b>9</b></stop><stop><id>1</id></stop>',
      merge: '<stop><id>9</id><a>8</a><b>9</b></stop><stop><id>1</id></stop>',
      replace: '<stop><id>9</id><a>8</a></stop><stop><id>1</id></stop>',
      gone: '<stop><id>1</id></stop>',
    }),
  },
  {
    target: 'a container that is not there',
    before: '',
    edit: '<np%><a>1</a></np>',
    path: 'np',
    pathOfNone: 'np/a',
    outcome: absent('<np><a>1</a></np>'),
  },
  {
    target: 'a container',
    before: '<np><a>1</a><b>1</b></np>',
    edit: '<np%><a>2</a></np>',
    path: 'np',
    outcome: present({
      none: '<np><a>1</a><b>1</b></np>',
      merge: '<np><a>2</a><b>1</b></np>',
      replace: '<np><a>2</a></np>',
    }),
  },
  {
    target: 'a presence container that is not there',
    before: '',
    edit: '<p%/>',
    path: 'p',
    outcome: absent('<p/>'),
  },
  {
    target: 'a presence container with nothing in it',
    before: '<p/>',
    edit: '<p%/>',
    path: 'p',
    outcome: present(same('<p/>')),
  },
  {
    target: 'a presence container',
    before: '<p><a>1</a><b>1</b></p>',
    edit: '<p%><a>2</a></p>',
    path: 'p',
    outcome: present({
      none: '<p><a>1</a><b>1</b></p>',
      merge: '<p><a>2</a><b>1</b></p>',
      replace: '<p><a>2</a></p>',
    }),
  },
  {
    target: 'a node inside a presence container that is not there, which it brings along',
    before: '',
    edit: '<p><a%>1</a></p>',
    path: 'p/a',
    pathOfNone: 'p',
    outcome: { ...absent('<p><a>1</a></p>'), remove: '<p/>' },
  },
  {
    target: 'a case of a choice of which another is there',
    before: '<fibre>f</fibre><colour>red</colour>',
    edit: '<copper%>c</copper>',
    path: 'copper',
    outcome: absent('<copper>c</copper>', '<fibre>f</fibre><colour>red</colour>'),
  },
  {
    target: 'a case of a choice',
    before: '<copper>b</copper>',
    edit: '<copper%>c</copper>',
    path: 'copper',
    outcome: present({
      none: '<copper>b</copper>',
      merge: '<copper>c</copper>',
      replace: '<copper>c</copper>',
    }),
  },
  {
    target: 'a case that is a container, of a choice of which another is there',
    before: '<copper>c</copper>',
    edit: '<radio%><band>5G</band></radio>',
    path: 'radio',
    pathOfNone: 'radio/band',
    outcome: absent('<radio><band>5G</band></radio>', '<copper>c</copper>'),
  },
  {
    target: 'another node of the case that is there',
    before: '<fibre>f</fibre>',
    edit: '<colour%>red</colour>',
    path: 'colour',
    outcome: absent('<fibre>f</fibre><colour>red</colour>', '<fibre>f</fibre>'),
  },
  {
    target: 'anydata that are not there',
    before: '',
    edit: '<blob%><x xmlns="urn:x">1</x></blob>',
    path: 'blob',
    outcome: absent('<blob><x xmlns="urn:x">1</x></blob>'),
  },
  {
    target: 'anydata, which are set as a whole',
    before: '<blob><x xmlns="urn:x">1</x><y xmlns="urn:x">1</y></blob>',
    edit: '<blob%><x xmlns="urn:x">2</x></blob>',
    path: 'blob',
    outcome: present({
      none: '<blob><x xmlns="urn:x">1</x><y xmlns="urn:x">1</y></blob>',
      merge: '<blob><x xmlns="urn:x">2</x></blob>',
      replace: '<blob><x xmlns="urn:x">2</x></blob>',
    }),
  },
];
