/** Converts a node of a source to a node of the model. */
import type { NodeType } from '../model/dag.js';
import { type Convert, convertAll, listOf, type Members, namedList, objectOf, same, type Table } from './convert.js';
import type { Place } from './place.js';
import { seconds } from './seconds.js';
import { decimal, expression, jsonText, percent, values } from './values.js';

const TYPES: readonly NodeType[] = ['task', 'workflow', 'approval', 'wait', 'none'];

/** Returns the identity of a type; that of another module has its prefix. */
const type: Convert = (value, place) => {
  if (typeof value === 'string' && value.includes(':')) return value;
  const known = TYPES.find((each) => each === value);
  return known ? `yangent-workflows:${known}` : place.fail(`the types are ${TYPES.join(', ')}`);
};

const TASK: Table = {
  skill: same,
  objective: same,
  content: same,
  agent: same,
  discover: same,
  domain: same,
  'same-agent-as': listOf,
  'other-agent-than': listOf,
  executors: same,
  agree: same,
  negotiate: same,
  verify: same,
  context: listOf,
  constraint: namedList('a constraint', { type: same, value: same }, 'value'),
  'expected-artifact': namedList('an expected artifact', { format: same }, 'format'),
};

const wait = objectOf(
  'a wait',
  {
    seconds,
    until: expression,
    signal: objectOf('a signal', { name: same, match: expression }, 'name'),
    notification: objectOf('a notification', { name: same, stream: same, match: expression }, 'name'),
  },
  'seconds',
);

const GATE: Table = {
  'approver-group': listOf,
  approver: listOf,
  quorum: same,
  separation: same,
  signature: same,
  'second-factor': same,
  timeout: seconds,
  'on-timeout': same,
  form: jsonText,
  question: same,
};

/** The members of a node, besides its name and `after`. */
const NODE: Table = {
  description: same,
  type,
  task: objectOf('a task', TASK, 'skill'),
  workflow: objectOf('a workflow', { definition: same, version: same, agent: same, attempts: same }, 'definition'),
  approval: objectOf('an approval', GATE, 'question'),
  oversight: objectOf('an oversight', GATE, 'question'),
  wait,
  input: values,
  output: values,
  'input-schema': jsonText,
  'output-schema': jsonText,
  condition: expression,
  join: same,
  quorum: same,
  'for-each': objectOf(
    'for-each',
    { items: expression, 'max-items': same, 'max-parallel': same, tolerate: percent },
    'items',
  ),
  repeat: objectOf('repeat', { until: expression, delay: seconds, max: same }, 'until'),
  retry: objectOf(
    'retry',
    {
      'max-attempts': same,
      delay: seconds,
      factor: decimal,
      'max-delay': seconds,
      jitter: same,
      on: listOf,
      never: listOf,
    },
    'max-attempts',
  ),
  timeout: objectOf('timeout', { attempt: seconds, assignment: seconds, total: seconds }, 'total'),
  estimate: seconds,
  'on-failure': same,
  'default-output': jsonText,
  risk: same,
  sensitivity: same,
  authorization: objectOf(
    'an authorization',
    {
      capability: namedList('a capability', { action: listOf, constraint: same }, 'action'),
      'max-delegation': same,
      'fresh-token': same,
    },
    'capability',
  ),
  compensation: objectOf(
    'a compensation',
    { skill: same, objective: same, content: same, agent: same, input: values },
    'skill',
  ),
  pool: listOf,
};

/** Members of a source that say how nodes follow each other; `edges` reads them. */
const BESIDE: Table = { name: same, after: same };

/** Converts a node. Its type follows from the members that it has, unless it is given. @throws WorkflowError */
export function nodeOf(name: string, value: unknown, place: Place): Members {
  const { name: _, after: __, ...members } = convertAll(value, place, 'a node', { ...BESIDE, ...NODE });
  return { name, type: typeOf(members, place), ...members };
}

function typeOf(members: Members, place: Place): string {
  if (typeof members.type === 'string') return members.type;
  const given = TYPES.filter((each) => members[each] !== undefined);
  const [first, second] = given;
  if (second !== undefined) return place.fail(`it has ${given.join(' and ')}; a node does one of them`);
  if (first !== undefined) return `yangent-workflows:${first}`;
  if (members.output !== undefined) return 'yangent-workflows:none';
  return place.fail(
    'nothing says what it does; give it a task, a workflow, an approval, a wait or an output, or the type none',
  );
}
