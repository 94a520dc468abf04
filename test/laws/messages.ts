/** Random messages of the draft and of `yangent-*`, made off a tape, so that fast-check can make a sequence smaller. */
import type { Tape } from './tape.js';

/** An edit of a provider-kept node, or an operation. */
export type Message =
  | { readonly user: string; readonly edit: Readonly<Record<string, unknown>> }
  | { readonly user: string; readonly rpc: string; readonly input: Readonly<Record<string, unknown>> };

/** Agents by their owner. */
export const OWNERS: Readonly<Record<string, string>> = { noc: 'nu', meter: 'mu', other: 'ou' };

/** What clients send in a string: good, empty, blank, long, or of another script. */
const TEXTS = [
  'x',
  '',
  ' ',
  '##task description x',
  '##target object a ##task description b',
  'über ∂',
  'a/b',
  "it's",
  '<&>',
];
const NAMES = ['n1', 'n2', '', ' ', 'n 3', 'é', "q'", 'a"b'];
const AGENTS = ['noc', 'meter', 'other', '', 'ghost'];
const TIMES = [
  '2025-04-21T14:19:00Z',
  '2031-01-01T00:00:00.5+02:00',
  '2027-02-30T00:00:00Z',
  '2030-12-31T23:59:60Z',
  '',
];
const STATUSES = ['processing', 'blocking', 'suspended', 'finished', 'failed', 'create', '', 'odd'];
const TYPES = [
  'taskAssign',
  'taskAssgin',
  'taskCancel',
  'taskResultQuery',
  'taskResultSubscribe',
  'taskResultNotify',
  'CapabilityRequest',
  'FeasibilityNegotiate',
  'FulfillmentNegotiate',
  '',
];

type Members = Record<string, unknown>;

/** Members that are there only sometimes. */
function maybe(tape: Tape, members: Readonly<Record<string, () => unknown>>): Members {
  return Object.fromEntries(Object.entries(members).flatMap(([name, make]) => (tape.oneIn(3) ? [[name, make()]] : [])));
}

const request = (tape: Tape) => ({
  content: tape.pick(TEXTS),
  ...maybe(tape, { dataParam: () => tape.pick(NAMES) }),
  time: tape.oneIn(8) ? tape.pick(TIMES) : TIMES[0],
});

const KINDS: readonly ((tape: Tape, user: string, agent: string) => Message)[] = [
  (tape, user, agent) => ({
    user,
    edit: {
      'irtf-agent:tasks': {
        'task-sendFrom': tape.oneIn(8) ? tape.pick(AGENTS) : agent,
        'task-sendTo': tape.pick(AGENTS),
        commuType: tape.oneIn(2) ? tape.pick(TYPES) : 'taskAssign',
        'task-id': tape.pick(NAMES),
        content: tape.oneIn(4) ? tape.pick(TEXTS) : '##task description x',
        ...maybe(tape, {
          'expected-response': () => tape.pick(TEXTS),
          'term-explains': () => [{ term: tape.pick(NAMES), explaination: tape.pick(TEXTS) }],
          'msg-data': () => tape.pick(NAMES),
          context: () => tape.pick(NAMES),
          'task-status': () => tape.pick(STATUSES),
          'task-subscription': () => ({ 'subscript-url': tape.pick(['', 'http://127.0.0.1:1/x', 'nowhere']) }),
        }),
      },
    },
  }),
  (tape, user, agent) => ({
    user,
    edit: {
      'irtf-agent:context': [
        {
          id: tape.pick(NAMES),
          sendFrom: tape.oneIn(8) ? tape.pick(AGENTS) : agent,
          sendTo: tape.pick(AGENTS),
          'request-info': request(tape),
          ...maybe(tape, { 'response-info': () => ({ dataParam: tape.pick(NAMES), time: tape.pick(TIMES) }) }),
        },
      ],
    },
  }),
  (tape, user) => ({
    user,
    edit: {
      'irtf-agent:data-params': [
        {
          id: tape.pick(NAMES),
          dataType: tape.pick(['text', 'image', 'audio', 'video']),
          ...maybe(tape, {
            description: () => tape.pick(TEXTS),
            dataSize: () => tape.pick(['', '1', 'much']),
            format: () => tape.pick(['', 'text/plain', 'x']),
            url: () => tape.pick(['', 'http://x/', 'file:///etc/passwd', 'not a url']),
            data: () => tape.pick(TEXTS),
            chunked: () => tape.oneIn(2),
            finished: () => tape.oneIn(2),
          }),
        },
      ],
    },
  }),
  (tape, user, agent) => ({
    user,
    rpc: 'yangent-tasks:assign',
    input: {
      from: agent,
      to: tape.pick(AGENTS),
      objective: tape.pick(TEXTS),
      ...maybe(tape, {
        'task-id': () => tape.pick(NAMES),
        content: () => tape.pick(TEXTS),
        type: () => tape.pick(NAMES),
        deadline: () => tape.pick(TIMES),
        'expected-completion': () => tape.pick(TIMES),
        'expected-response': () => tape.pick(TEXTS),
        term: () => [{ term: tape.pick(NAMES), explanation: tape.pick(TEXTS) }],
        constraint: () => [{ name: tape.pick(NAMES), value: tape.pick(TEXTS) }],
        context: () => [tape.pick(NAMES)],
        'data-param': () => [tape.pick(NAMES)],
        input: () => ({ [tape.pick(['a', 'b c', 'm:x', '1'])]: tape.pick([1, null, 'x', [1, 'y'], { z: [] }]) }),
      }),
    },
  }),
  (tape, user, agent) => ({
    user,
    rpc: 'yangent-tasks:claim-next',
    input: { agent, max: 1 + tape.below(3) },
  }),
  (tape, user, agent) => ({
    user,
    rpc: 'yangent-contexts:share',
    input: {
      from: agent,
      to: tape.pick(AGENTS),
      type: tape.pick(['task', 'result', '', 'own']),
      content: tape.pick(TEXTS),
      ...maybe(tape, {
        id: () => tape.pick(NAMES),
        'data-param': () => [tape.pick(NAMES)],
        'media-type': () => tape.pick(TEXTS),
      }),
    },
  }),
  (tape, user) => ({
    user,
    rpc: 'yangent-contexts:fetch',
    input: maybe(tape, { since: () => tape.pick(TIMES), agent: () => tape.pick(AGENTS) }),
  }),
  (tape, user, agent) => ({
    user,
    rpc: 'irtf-agent:task-negotiate',
    input: {
      'task-sendFrom': agent,
      'task-sendTo': tape.pick(AGENTS),
      'task-id': tape.pick(NAMES),
      content: [tape.pick(TEXTS)],
      type: tape.pick(['FEASIBILITY', 'FULFILLMENT']),
    },
  }),
];

/** One message of one of the users, speaking for the agent that is the user's. */
export function messageOf(tape: Tape): Message {
  const [agent, user] = tape.pick(Object.entries(OWNERS));
  return tape.pick(KINDS)(tape, user, agent);
}
