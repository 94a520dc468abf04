/** Messages about steps: each is an operation on the task of the step, as its executor (`ATD-5-k` to `ATD-5-t`). */
import {
  type CallerApi,
  type FaceAnswer,
  type FaceRequest,
  isObject,
  type Structures,
  type TaskNews,
} from '../../src/index.js';
import { messageAnswer } from './answer.js';
import { badRequest, Fault } from './fault.js';
import { requireFields, runFields } from './fields.js';
import { contentOf, type Members, requireAccepted, requireMembers } from './media.js';
import { notThere, type StepName, stepUri } from './names.js';

type Acceptance = NonNullable<Structures['yangent-workflows:dag-message']['acceptance']>;

/** The messages of an executor, and the action on the task that each stands for. */
interface Message {
  readonly members: readonly string[];
  readonly action: string;
  input(said: Members, task: TaskNews): Members;
}

const MESSAGES: Readonly<Record<string, Message>> = {
  acceptance: { members: ['agent', 'estimate'], action: 'claim', input: (said) => said },
  status: {
    members: ['attempt', 'percent', 'note', 'estimate'],
    action: 'report-progress',
    input: (said, { attempt }) => ({ attempt, ...said }),
  },
  result: {
    members: ['attempt', 'output', 'quality', 'note'],
    action: 'complete',
    input: ({ output, ...said }, { attempt }) => ({ attempt, ...said, artifact: artifactsOf(output) }),
  },
  error: {
    members: ['attempt', 'code', 'message', 'diagnostic', 'recovery'],
    action: 'fail',
    input: (said, { attempt }) => ({ attempt, ...said }),
  },
};

/** Says what the caller, as executor of a step, has to tell. */
export async function say(
  request: FaceRequest,
  as: CallerApi,
  run: string,
  step: StepName,
  kind: string,
): Promise<FaceAnswer> {
  const message = Object.hasOwn(MESSAGES, kind) ? MESSAGES[kind] : undefined;
  if (!message) throw notThere();
  const said = contentIn(request, kind);
  requireMembers(`"${kind}"`, said, message.members);
  await requireFields(as, run, request, contentOf(request, 'dag-message').checkpoint);
  const { task, uri, found } = await taskOf(request, as, run, step);
  requireAbout(request, uri, found);
  const path = `/yangent-tasks:tasks/task[id='${task.id}']`;
  const done: unknown = await as.act(`${path}/${message.action}`, message.input(said, task));
  const fields = await runFields(as, run, request.query.get('agent'));
  if (kind !== 'acceptance') return { status: 204, headers: fields };
  return messageAnswer({ dag: uri, node: stepUri(uri, found), acceptance: acceptanceOf(done) }, fields);
}

/** Returns what the node says of a task that is taken: the answer of the action `claim`, with the token of the executor. */
function acceptanceOf(claimed: unknown): Acceptance {
  const { attempt, 'lease-expires': until, token } = isObject(claimed) ? claimed : {};
  return {
    ...(typeof attempt === 'number' ? { attempt } : {}),
    ...(typeof until === 'string' ? { 'lease-expires': until } : {}),
    ...(typeof token === 'string' ? { token } : {}),
  };
}

/** Gives the execution request of a step to its executor (`ATD-5-w`). */
export async function ask(request: FaceRequest, as: CallerApi, run: string, step: StepName): Promise<FaceAnswer> {
  requireAccepted(request);
  const { task, uri, found, interval } = await taskOf(request, as, run, step);
  const { id, type: skill, input, deadline } = task;
  const callback = `${request.origin}/dag/${run}/steps/${encodeURIComponent(nameOf(found))}`;
  const said = { task: id, skill, input, deadline, callback, 'status-interval': interval };
  const fields = await runFields(as, run, request.query.get('agent'));
  return messageAnswer({ dag: uri, node: stepUri(uri, found), 'execution-request': said }, fields);
}

/** Members of every message. */
const ABOUT = ['dag', 'node', 'checkpoint', 'at'];

/** Returns what a message says. @throws Fault 415, or 400 for a message that says something else */
export function contentIn(request: FaceRequest, kind: string): Members {
  const message = contentOf(request, 'dag-message');
  requireMembers('a message', message, [...ABOUT, kind]);
  for (const name of ABOUT) {
    const value = message[name];
    if (value !== undefined && typeof value !== 'string') throw badRequest(`"${name}" must be a text`);
  }
  const said = message[kind];
  if (isObject(said)) return said;
  throw badRequest(`the message has no "${kind}", an object, which the path asks for`);
}

/** Refuses a message that names another run or step than its path: it may have been sent to the wrong place. */
function requireAbout(request: FaceRequest, uri: string, step: StepName): void {
  const { node } = contentOf(request, 'dag-message');
  const uris = [stepUri(uri, step), stepUri(uri, { node: step.node, item: step.item })];
  requireRun(request, uri);
  if (node !== undefined && !(typeof node === 'string' && uris.includes(node)))
    throw badRequest(`"node" must be "${uris[0]}", or be absent`);
}

/** Refuses a message that names another run than its path. @throws Fault 400 */
export function requireRun(request: FaceRequest, uri: string): void {
  if (contentOf(request, 'dag-message').dag !== uri) throw badRequest(`"dag" must be the URI of the run, "${uri}"`);
}

/** Finds the task of a step that the caller executes, or sees. @throws Fault 404 when there is none */
async function taskOf(request: FaceRequest, as: CallerApi, run: string, { node, item, generation }: StepName) {
  const agent = request.query.get('agent') ?? undefined;
  const {
    run: head,
    dag,
    step = [],
  } = await as.invoke('yangent-workflows:context', {
    ...{ run, node, item, element: ['state', 'graph'] },
    ...(agent === undefined ? {} : { agent }),
  });
  const found = step
    .filter((each) => each.node === node && each.item === item && (generation ?? each.generation) === each.generation)
    .at(-1);
  const tasks: TaskNews[] = [];
  for (const id of found?.task ?? []) {
    const { task } = await as.invoke('yangent-tasks:query', { id });
    if (agent === undefined || task.to === agent) tasks.push(task);
  }
  const [task, ...more] = tasks;
  const { uri } = head;
  if (!found || !task || uri === undefined)
    throw new Fault(
      404,
      'data-missing',
      `step "${node}" of this run has no task${agent ? ` of agent "${agent}"` : ''}`,
    );
  if (more.length > 0)
    throw new Fault(409, 'invalid-value', 'several agents execute this step; name yours, as in ?agent=ID');
  return { task, uri, found, interval: dag?.execution?.['status-interval'] };
}

/** Returns the artifacts of an output: one for each member, texts as they are. */
function artifactsOf(output: unknown): readonly object[] {
  if (!isObject(output)) throw badRequest('"output" must be an object with a member for each artifact');
  return Object.entries(output).map(([name, value]) => {
    if (typeof value === 'string') return { name, value };
    if (isObject(value)) return { name, data: value };
    throw badRequest(`"output" has the member "${name.slice(0, 64)}", which is neither an object nor a text`);
  });
}

function nameOf({ node, item, generation }: StepName): string {
  return `${node}${item === 0 ? '' : `.${item}`};g=${generation}`;
}
