/** Random messages of the draft and of `yangent-*`, made off a tape, so that fast-check can make a sequence smaller. */
import type { OperationNode } from '../../../src/yang/index.js';
import { type Face, nodeSchema } from '../../support/faces.js';
import type { Tape } from '../tape.js';
import { type Known, OWNERS } from './words.js';
import { type Members, MessageWriter } from './writer.js';

/** An edit of provider-kept nodes, an operation, or an action of a task. */
export type Message = { readonly user: string; readonly overNetconf: boolean } & (
  | { readonly edit: Members }
  | { readonly rpc: string; readonly input: Members }
  | { readonly task: string; readonly action: string; readonly input: Members }
);

/** How often each node of the draft is written to. */
const NODES: Readonly<Record<string, number>> = { tasks: 8, context: 3, 'data-params': 3, 'msg-base': 1, data: 1 };
/** Operations and actions that are called more often than others: those that others need to have come before. */
const OFTEN: Readonly<Record<string, number>> = {
  ...{ assign: 6, share: 3, 'claim-next': 2, 'task-negotiate': 3, negotiate: 2, register: 3 },
  ...{ claim: 6, 'request-input': 3, 'provide-input': 3, complete: 3, verify: 3, 'report-progress': 2, propose: 2 },
};
const MODULES = ['irtf-agent', 'yangent-tasks', 'yangent-contexts'];
/** Of another module: agents say what they are, and ask one another. */
const REGISTER = 'yangent-agents:register';
const MORE = [REGISTER, 'yangent-agents:negotiate-capability', 'yangent-agents:discover'];

const repeated = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);

const EDITED = Object.entries(NODES).flatMap(([name, times]) => {
  const node = nodeSchema.root.data.get(`irtf-agent:${name}`);
  if (!node) throw new Error(`irtf-agent has no ${name}`);
  return repeated(node, times);
});
const RPCS = [...nodeSchema.rpcs.values()]
  .filter(({ module, qname }) => MODULES.includes(module.name) || MORE.includes(qname))
  .flatMap((rpc) => repeated(rpc, OFTEN[rpc.name] ?? 1));
const ACTIONS = actionsOfTasks();

function actionsOfTasks(): readonly OperationNode[] {
  const tasks = nodeSchema.root.data.get('yangent-tasks:tasks');
  const task = tasks?.kind === 'container' ? tasks.data.get('yangent-tasks:task') : undefined;
  if (task?.kind !== 'list') throw new Error('there is no list of tasks');
  const often = ({ name }: OperationNode) => OFTEN[name] ?? 1;
  // The end of a tape takes the first one.
  const actions = [...task.actions.values()].toSorted((a, b) => often(b) - often(a));
  return actions.flatMap((action) => repeated(action, often(action)));
}

/** What operators only may say, and what is carried to no agent. */
const REFUSED = new Set([
  ...['irtf-agent:msg-base', 'irtf-agent:data', 'yangent-contexts:remove'],
  ...['yangent-tasks:remove', 'yangent-tasks:stop-all', 'yangent-tasks:resume-all'],
]);

/** Everything that the node takes from ordinary users when it is said well, by name. */
export const SAYABLE: readonly string[] = [
  ...new Set([...EDITED, ...RPCS, ...ACTIONS].map(({ qname }) => qname).filter((qname) => !REFUSED.has(qname))),
];

/** One message of one of the users, speaking for the agent that is the user's; an action comes from a side of its task. */
export function messageOf(tape: Tape, known: Known): Message {
  const kind = tape.below(known.tasks.length > 0 ? 4 : 2);
  const overNetconf = tape.oneIn(2);
  if (kind >= 2) {
    const task = tape.pick(known.tasks);
    const action = tape.pick(ACTIONS);
    const isForExecutor = action.description?.startsWith('Executor') ?? tape.oneIn(2);
    const agent = isForExecutor !== tape.oneIn(8) ? task.to : task.from;
    const input = new MessageWriter(nodeSchema, tape, known, action.qname, agent).members(action.input);
    return { user: OWNERS[agent] ?? 'nu', overNetconf, task: task.id, action: action.name, input };
  }
  const [agent, user] = tape.pick(Object.entries(OWNERS));
  const writerOf = (qname: string) => new MessageWriter(nodeSchema, tape, known, qname, agent);
  if (kind === 0) {
    const node = tape.pick(EDITED);
    return { user, overNetconf, edit: { [node.qname]: writerOf(node.qname).value(node) } };
  }
  const rpc = tape.pick(RPCS);
  const input = writerOf(rpc.qname).members(rpc.input);
  // Of its own agent only, so that a run leaves no other agents behind.
  return { user, overNetconf, rpc: rpc.qname, input: rpc.qname === REGISTER ? { ...input, id: agent } : input };
}

/** Name of what a message says. */
export function nameOf(message: Message): string {
  if ('edit' in message) return Object.keys(message.edit)[0] ?? '';
  return 'rpc' in message ? message.rpc : `yangent-tasks:${message.action}`;
}

/** @throws Refusal */
export async function say(face: Face, message: Message): Promise<void> {
  if ('edit' in message) await face.merge(message.edit);
  else if ('rpc' in message) await face.invoke(message.rpc, message.input);
  else await face.act(message.task, message.action, message.input);
}
