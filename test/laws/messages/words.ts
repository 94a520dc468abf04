/** What clients write into the leafs of messages: what is meant, and now and then what nothing can be made of. */

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

/** In place of any value: empty, blank, unknown, impossible, or of another type. */
export const ODD: readonly unknown[] = [
  ...[
    '',
    ' ',
    'odd',
    '2027-02-30T00:00:00Z',
    '2030-12-31T23:59:60Z',
    'file:///etc/passwd',
    '{"pattern":"(?=a)"}',
    '{{{',
  ],
  ...[-1, 4294967296, false],
];

const TEXTS = ['x', '##task description x', 'accepted', 'über ∂', 'a/b', "it's", '<&>', ' y '];
const PROMPTS = [
  ...['b', 'c', 'accepted', 'satisfied', 'rejected'].map((words) => `##target object a ##task description ${words}`),
  '##task description x',
];
const NAMES = ['n1', 'n2', 'n 3', 'é', "q'", 'a"b'];
export const AGENTS: readonly string[] = Object.keys(OWNERS);
const TIMES = [
  ...['2031-01-01T00:00:00.5+02:00', '2031-01-01T00:00:00Z', '2099-12-31T23:59:59Z', '2025-04-21T14:19:00Z'],
];
const URLS = ['http://127.0.0.1:1/x', 'https://example.net/a?b=c'];
const SCHEMAS = ['{"type":"string"}', '{"type":"object","required":["a"]}', '{}'];
const STATUSES = ['processing', 'blocking', 'suspended', 'finished', 'failed', 'create', 'blocked'];
const TYPES = [
  ...[
    'taskAssign',
    'taskAssign',
    'taskAssign',
    'taskResultNotify',
    'taskResultNotify',
    'taskCancel',
    'taskResultQuery',
  ],
  ...['taskResultSubscribe', 'CapabilityRequest', 'FeasibilityNegotiate', 'FulfillmentNegotiate', 'taskAssgin'],
];

type Pool = (known: Known) => readonly string[];

const NOWHERE = 'nowhere';
const tasks: Pool = (known) => [...known.tasks.map(({ id }) => id), NOWHERE];
const items: Pool = (known) => [...known.items, NOWHERE];
const params: Pool = (known) => [...known.params, NOWHERE];
const subscriptions: Pool = (known) => [...known.subscriptions, NOWHERE];
const fixed =
  (values: readonly string[]): Pool =>
  () =>
    values;
const named = (names: readonly string[], pool: Pool) => Object.fromEntries(names.map((name) => [name, pool]));

/** Leafs by their name, whatever message they are in; of all others the values that their type allows. */
export const POOLS: Readonly<Record<string, Pool>> = {
  ...named(['to', 'task-sendTo', 'sendTo', 'copy-to'], fixed(AGENTS)),
  ...named(['time', 'deadline', 'expected-completion', 'negotiate-until', 'since'], fixed(TIMES)),
  ...named(['task', 'thread', 'parent'], tasks),
  ...named(['context', 'in-reply-to', 'before', 'item'], items),
  ...named(['data-param', 'dataParam', 'msg-data', 'param'], params),
  ...named(['url', 'subscript-url'], fixed(URLS)),
  ...named(['objective', 'note', 'reason', 'comment', 'required', 'explaination', 'value'], fixed(TEXTS)),
  ...named(['id', 'task-id'], fixed(NAMES)),
  name: fixed([...AGENTS, 'x', 'é']),
  version: fixed(['1.0.0', '2.1.0-rc.1']),
  content: fixed(PROMPTS),
  commuType: fixed(TYPES),
  'task-status': fixed(STATUSES),
  schema: fixed(SCHEMAS),
};

/** What `id` names, where it names something that is there, by the message. */
export const IDENTIFIED: Readonly<Record<string, Pool>> = {
  ...named(['yangent-tasks:query', 'yangent-tasks:negotiate'], tasks),
  ...named(['yangent-contexts:redact', 'yangent-contexts:fetch'], items),
  'yangent-tasks:unsubscribe': subscriptions,
};

/** Leafs that name the agent which speaks. */
export const SPEAKERS: ReadonlySet<string> = new Set(['from', 'agent', 'task-sendFrom', 'sendFrom']);

/** Nodes that nearly every client gives, mandatory or not, and those without which some states are never reached. */
export const USUAL: ReadonlySet<string> = new Set([
  ...['task-sendFrom', 'task-sendTo', 'commuType', 'task-id', 'content', 'request-info', 'from', 'to', 'objective'],
  ...['verification', 'wanted'],
]);

/** What anydata and anyxml hold. */
export const CONTENT = [{ a: 'x' }, { a: ['1', 'y'], b: { z: '' } }, {}, { é: '<&>' }];
