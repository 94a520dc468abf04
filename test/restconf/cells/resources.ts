/** What each method answers on each kind of resource (RFC 8040 §3 and §4), there or not. */
export const METHODS = ['OPTIONS', 'HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export interface ResourceCell {
  readonly resource: string;
  /** Below `/restconf`. */
  readonly path: string;
  /** What `acme-cells:cells` holds before, where the resource is there; absent: always there, or never. */
  readonly present?: object;
  /** The same where the resource is not there. */
  readonly absent?: object;
  /** Message-bodies of the methods that take one. */
  readonly bodies?: Partial<Readonly<Record<Method, object>>>;
  readonly accept?: string;
  readonly allow: string;
  /** Status codes in the order of METHODS. */
  readonly whenPresent?: readonly number[];
  readonly whenAbsent?: readonly number[];
}

const READ_ONLY = 'GET, HEAD, OPTIONS';
const PARENT = 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE';
const VALUE = 'GET, HEAD, OPTIONS, PUT, PATCH, DELETE';

const base = { tail: 't' };
const at = (path: string) => `/data/acme-cells:cells${path}`;
const own = (name: string, value: unknown) => ({ [`acme-cells:${name}`]: value });

export const RESOURCES: readonly ResourceCell[] = [
  {
    resource: 'the API resource',
    path: '',
    allow: READ_ONLY,
    whenPresent: [200, 200, 200, 405, 405, 405, 405],
  },
  {
    resource: 'the datastore',
    path: '/data',
    present: base,
    bodies: {
      POST: { 'ietf-netconf-acm:nacm': { 'enable-nacm': true } },
      PUT: { 'ietf-restconf:data': { 'acme-cells:cells': base } },
      PATCH: { 'ietf-restconf:data': { 'acme-cells:cells': { head: 'h' } } },
    },
    allow: 'GET, HEAD, OPTIONS, POST, PUT, PATCH',
    whenPresent: [200, 200, 200, 201, 204, 204, 405],
  },
  {
    resource: 'a container, with a child that POST would create',
    path: at(''),
    present: { ...base, plain: 'old' },
    bodies: { POST: own('plain', 'x'), PUT: own('cells', base), PATCH: own('cells', base) },
    allow: PARENT,
    whenPresent: [200, 200, 200, 409, 204, 204, 204],
  },
  {
    resource: 'a container with presence',
    path: at('/p'),
    present: { ...base, p: { b: 'b' } },
    absent: base,
    bodies: { POST: own('a', 'x'), PUT: own('p', { a: 'x' }), PATCH: own('p', { a: 'x' }) },
    allow: PARENT,
    whenPresent: [200, 200, 200, 201, 204, 204, 204],
    whenAbsent: [200, 404, 404, 404, 201, 404, 404],
  },
  {
    resource: 'a list entry',
    path: at('/row=1'),
    present: { ...base, row: [{ id: 1, b: 'b' }] },
    absent: { ...base, row: [{ id: 2 }] },
    bodies: { POST: own('a', 'x'), PUT: own('row', [{ id: 1, a: 'x' }]), PATCH: own('row', [{ id: 1, a: 'x' }]) },
    allow: PARENT,
    whenPresent: [200, 200, 200, 201, 204, 204, 204],
    whenAbsent: [200, 404, 404, 404, 201, 404, 404],
  },
  {
    resource: 'a leaf',
    path: at('/plain'),
    present: { ...base, plain: 'old' },
    absent: base,
    bodies: { POST: own('plain', 'x'), PUT: own('plain', 'x'), PATCH: own('plain', 'x') },
    allow: VALUE,
    whenPresent: [200, 200, 200, 405, 204, 204, 204],
    whenAbsent: [200, 404, 404, 405, 201, 404, 404],
  },
  {
    resource: 'a leaf-list entry',
    path: at('/tag=x'),
    present: { ...base, tag: ['w', 'x'] },
    absent: { ...base, tag: ['w'] },
    bodies: { POST: own('tag', ['x']), PUT: own('tag', ['x']), PATCH: own('tag', ['x']) },
    allow: VALUE,
    whenPresent: [200, 200, 200, 405, 204, 204, 204],
    whenAbsent: [200, 404, 404, 405, 201, 404, 404],
  },
  {
    resource: 'an entry of a user-ordered list',
    path: at('/stop=1'),
    present: { ...base, stop: [{ id: 2 }, { id: 1, b: 'b' }] },
    absent: { ...base, stop: [{ id: 2 }] },
    bodies: { POST: own('a', 'x'), PUT: own('stop', [{ id: 1, a: 'x' }]), PATCH: own('stop', [{ id: 1, a: 'x' }]) },
    allow: PARENT,
    whenPresent: [200, 200, 200, 201, 204, 204, 204],
    whenAbsent: [200, 404, 404, 404, 201, 404, 404],
  },
  {
    resource: 'a case of a choice',
    path: at('/copper'),
    present: { ...base, copper: 'c' },
    absent: { ...base, fibre: 'f' },
    bodies: { POST: own('copper', 'x'), PUT: own('copper', 'x'), PATCH: own('copper', 'x') },
    allow: VALUE,
    whenPresent: [200, 200, 200, 405, 204, 204, 204],
    whenAbsent: [200, 404, 404, 405, 201, 404, 404],
  },
  {
    resource: 'state',
    path: '/data/ietf-restconf-monitoring:restconf-state/capabilities',
    allow: READ_ONLY,
    whenPresent: [200, 200, 200, 405, 405, 405, 405],
  },
  {
    resource: 'the list of operations',
    path: '/operations',
    allow: READ_ONLY,
    whenPresent: [200, 200, 200, 405, 405, 405, 405],
  },
  {
    resource: 'an operation',
    path: '/operations/ietf-netconf-monitoring:get-schema',
    bodies: { POST: { 'ietf-netconf-monitoring:input': { identifier: 'acme-cells' } } },
    allow: 'OPTIONS, POST',
    whenPresent: [200, 405, 405, 200, 405, 405, 405],
  },
  {
    resource: 'an operation that there is not',
    path: '/operations/ietf-netconf-monitoring:none',
    allow: '',
    whenAbsent: [404, 404, 404, 404, 404, 404, 404],
  },
  {
    resource: 'yang-library-version',
    path: '/yang-library-version',
    allow: READ_ONLY,
    whenPresent: [200, 200, 200, 405, 405, 405, 405],
  },
  {
    resource: 'an event stream',
    path: '/streams/NETCONF/json',
    accept: 'text/event-stream',
    allow: READ_ONLY,
    whenPresent: [200, 200, 200, 405, 405, 405, 405],
  },
  {
    resource: 'an event stream that there is not',
    path: '/streams/NONE/json',
    accept: 'text/event-stream',
    allow: '',
    whenAbsent: [404, 404, 404, 404, 404, 404, 404],
  },
  {
    resource: 'a schema node that there is not',
    path: '/data/acme-cells:none',
    allow: '',
    whenAbsent: [404, 404, 404, 404, 404, 404, 404],
  },
];
