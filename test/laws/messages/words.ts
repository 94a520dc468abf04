/** What clients write into the leafs of messages: mostly what is meant, and now and then something empty, impossible or unknown. */

/** Agents by their owner. */
export const OWNERS: Readonly<Record<string, string>> = { noc: 'nu', meter: 'mu', other: 'ou' };

/** Records that are there when a message is made. */
export interface Known {
  readonly tasks: readonly { readonly id: string; readonly from: string; readonly to: string }[];
  readonly items: readonly string[];
  readonly params: readonly string[];
  /** Subscriptions to the changes of tasks. */
  readonly subscriptions: readonly string[];
}

const TEXTS = [
  'x',
  '##task description x',
  '##target object a ##task description b',
  'accepted',
  '',
  ' ',
  'über ∂',
  'a/b',
  "it's",
  '<&>',
];
const PROMPTS = [
  ...['b', 'c', 'accepted', 'satisfied', 'rejected'].map((words) => `##target object a ##task description ${words}`),
  ...['##task description x', 'x', '', ' ', '<&>'],
];
const NAMES = ['n1', 'n2', 'n 3', 'é', "q'", 'a"b', '', ' '];
const AGENTS = ['noc', 'meter', 'other', 'noc', 'meter', 'other', '', 'ghost'];
const TIMES = [
  ...['2031-01-01T00:00:00.5+02:00', '2031-01-01T00:00:00Z', '2099-12-31T23:59:59Z', '2025-04-21T14:19:00Z'],
  '2027-02-30T00:00:00Z',
  '2030-12-31T23:59:60Z',
  '',
];
const URLS = ['http://127.0.0.1:1/x', '', 'http://x/', 'file:///etc/passwd', 'not a url'];
const SCHEMAS = ['{"type":"string"}', '{"type":"object","required":["a"]}', '{}', '{"pattern":"(?=a)"}', '{{{', ''];
const STATUSES = ['processing', 'blocking', 'suspended', 'finished', 'failed', 'create', '', 'odd'];
const TYPES = [
  'taskAssign',
  'taskResultNotify',
  'taskCancel',
  'taskResultQuery',
  'taskResultSubscribe',
  'CapabilityRequest',
  'FeasibilityNegotiate',
  'FulfillmentNegotiate',
  'taskAssgin',
  '',
  'odd',
];

type Pool = (known: Known) => readonly string[];

/** References, of which some lead nowhere. */
const UNKNOWN = ['nowhere', '', ' '];
const ofTask: Pool = ({ tasks }) => [...tasks.map(({ id }) => id), ...UNKNOWN];
const ofItem: Pool = ({ items }) => [...items, ...UNKNOWN];
const ofParam: Pool = ({ params }) => [...params, ...UNKNOWN];
const anything: Pool = ({ tasks, items, params, subscriptions }) => {
  const known = [...tasks.map(({ id }) => id), ...items, ...params, ...subscriptions];
  return [...known, ...known, ...NAMES];
};
const fixed =
  (values: readonly string[]): Pool =>
  () =>
    values;

/** Leafs by their name, whatever message they are in; of all others the values that their type allows. */
export const POOLS: Readonly<Record<string, Pool>> = {
  ...Object.fromEntries(['to', 'task-sendTo', 'sendTo', 'copy-to'].map((name) => [name, fixed(AGENTS)])),
  ...Object.fromEntries(
    ['time', 'deadline', 'expected-completion', 'negotiate-until', 'since'].map((name) => [name, fixed(TIMES)]),
  ),
  ...Object.fromEntries(['task', 'thread', 'parent'].map((name) => [name, ofTask])),
  ...Object.fromEntries(['context', 'in-reply-to', 'before', 'item'].map((name) => [name, ofItem])),
  ...Object.fromEntries(['data-param', 'dataParam', 'msg-data', 'param'].map((name) => [name, ofParam])),
  ...Object.fromEntries(['url', 'subscript-url'].map((name) => [name, fixed(URLS)])),
  ...Object.fromEntries(
    ['objective', 'note', 'reason', 'comment', 'required', 'explaination', 'value'].map((name) => [name, fixed(TEXTS)]),
  ),
  id: anything,
  name: fixed(['noc', 'meter', 'other', 'x', 'é', '', ' ']),
  version: fixed(['1.0.0', '1.0.0', '2.1.0-rc.1', '', 'latest']),
  'task-id': fixed(NAMES),
  content: fixed(PROMPTS),
  commuType: fixed(TYPES),
  'task-status': fixed(STATUSES),
  schema: fixed(SCHEMAS),
};

/** Leafs that name the agent which speaks. */
export const SPEAKERS: ReadonlySet<string> = new Set(['from', 'agent', 'task-sendFrom', 'sendFrom']);
export const ANY_AGENT: readonly string[] = AGENTS;

/** Nodes that nearly every client gives, mandatory or not. */
export const USUAL: ReadonlySet<string> = new Set([
  ...['task-sendFrom', 'task-sendTo', 'commuType', 'task-id', 'content', 'request-info', 'from', 'to', 'objective'],
]);

/** What anydata and anyxml hold. */
export const CONTENT = [{ a: 'x' }, { a: ['1', 'y'], b: { z: '' } }, {}, { é: '<&>' }];
