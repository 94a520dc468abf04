/** The subjects of the operations on tasks, for callers whose authority is limited. */

import type { About } from '../../access/index.js';
import { addressed, ownAddressed, shownAgent } from '../../agents/index.js';
import { caseless } from '../../data/index.js';
import { withoutAbsent } from '../../data/rfc7951/members.js';
import type { YangentTasksProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { soleAgent } from '../parties.js';
import type { TaskRecord } from '../record/record.js';
import { seesTask } from '../visibility.js';
import type { TaskServices } from './services.js';

type Actions = YangentTasksProvider['actions'];
type Assignment = Pick<
  YangentTasksProvider['rpcs']['assign']['input'],
  'from' | 'to' | 'discover' | 'priority' | 'type'
>;

/** Returns what an assignment is about. The agent that is found by a query is not known before. */
export function aboutAssignment(needs: Directory, input: Assignment, call: Call): About {
  const { priority, type, discover } = input;
  const { from, agent } = aboutParties(needs, input, call);
  const foreign = from === undefined ? undefined : needs.directory.get(from)?.foreign;
  const named = type === undefined ? undefined : (foreign?.ours(type) ?? type);
  const skill = named !== undefined && isSkillOf(needs, discover, agent, named) ? named : undefined;
  return withoutAbsent({ from, agent: discover ? undefined : agent, priority, skill });
}

/** False where a hosted agent may get the task that does not have the skill: it does what the words of the task ask for. */
function isSkillOf(
  { directory }: Directory,
  discover: Assignment['discover'],
  agent: string | undefined,
  skill: string,
): boolean {
  const isIt = (name: string) => caseless(name) === caseless(skill);
  if (discover) return discover.skill?.some(isIt) ?? false;
  const to = agent === undefined ? undefined : directory.get(agent);
  return to?.kind !== 'hosted' || to.skills.some(({ name }) => isIt(name));
}

type Directory = Pick<TaskServices, 'directory'>;

/**
 * Returns the two agents that a request means, by their identifiers, whether it has these or names. What means no agent stays as it
 * is: the operation refuses it.
 *
 * @throws RpcError invalid-value for a name that several agents have
 */
export function aboutParties(
  { directory }: Directory,
  { from, to }: { readonly from?: string; readonly to?: string },
  call: Call,
): Pick<About, 'from' | 'agent'> {
  const own = from === undefined ? soleAgent(call, directory) : ownAddressed(call, directory, from);
  const reference = to ?? (call.view.kind === 'agent' ? call.view.agent : undefined);
  const agent = reference === undefined ? undefined : addressed(call, directory, reference, own);
  return withoutAbsent({ from: own?.id ?? from, agent: agent?.id ?? reference });
}

/** Returns what a request of an executor is about: the agent as which the caller executes. */
export function aboutExecutor(needs: Directory, name: string | undefined, call: Call): About {
  const { from } = aboutParties(needs, withoutAbsent({ from: name }), call);
  return withoutAbsent({ from, agent: from });
}

/** Returns what is done with a task that exists; nothing for one that the caller may not see. */
export function aboutTask(call: Call, task: TaskRecord | undefined): About {
  if (!task || !seesTask(call, task)) return {};
  const { type, priority } = task.document.description;
  return withoutAbsent({ from: shownAgent(task.from), agent: shownAgent(task.to), priority, skill: type });
}

/** Returns what each action on a task is about: the task. */
export function aboutActions({ rows }: Pick<TaskServices, 'rows'>) {
  const about = async (_input: unknown, call: Call<Actions['/yangent-tasks:tasks/task/cancel']['keys']>) =>
    aboutTask({ ...call, keys: [] }, await rows.get(call.keys.id));
  return {
    '/yangent-tasks:tasks/task/cancel': about,
    '/yangent-tasks:tasks/task/update': about,
    '/yangent-tasks:tasks/task/suspend': about,
    '/yangent-tasks:tasks/task/resume': about,
    '/yangent-tasks:tasks/task/provide-input': about,
    '/yangent-tasks:tasks/task/verify': about,
    '/yangent-tasks:tasks/task/subscribe': about,
    '/yangent-tasks:tasks/task/unsubscribe': about,
    '/yangent-tasks:tasks/task/renew-authority': about,
    '/yangent-tasks:tasks/task/claim': about,
    '/yangent-tasks:tasks/task/heartbeat': about,
    '/yangent-tasks:tasks/task/report-progress': about,
    '/yangent-tasks:tasks/task/request-input': about,
    '/yangent-tasks:tasks/task/propose': about,
    '/yangent-tasks:tasks/task/complete': about,
    '/yangent-tasks:tasks/task/fail': about,
    '/yangent-tasks:tasks/task/release': about,
  };
}
