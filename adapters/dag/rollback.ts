/** Messages about ways back: a run goes back to a checkpoint, and goes on without the answer of an agent (`ATD-6-n` to `ATD-6-q`). */
import { type CallerApi, type FaceAnswer, type FaceRequest, isObject, type Structures } from '../../src/index.js';
import { messageAnswer } from './answer.js';
import { badRequest, Fault } from './fault.js';
import { requireFields, runFields } from './fields.js';
import { contentOf, type Members, requireAccepted, requireMembers } from './media.js';
import { notThere } from './names.js';
import { contentIn, requireRun } from './step.js';

type Rollback = NonNullable<Structures['yangent-workflows:dag-message']['rollback']>;

/** Sends a run back: the action `roll-back`. The answer has the number of the rollback, which goes on. */
export async function rollBack(request: FaceRequest, as: CallerApi, run: string): Promise<FaceAnswer> {
  requireAccepted(request);
  const said = contentIn(request, 'rollback');
  requireMembers('"rollback"', said, ['to', 'reason', 'then']);
  const dag = await aboutRun(request, as, run);
  const done: unknown = await as.act(`${pathOf(run)}/roll-back`, said);
  return messageAnswer({ dag, rollback: begunAs(said, done) }, await runFields(as, run), 202);
}

const ENDS = ['resume', 'pause', 'end'] as const;

/** Returns the rollback that was asked for, which the node has found right, with its number. */
function begunAs({ to, reason, then: next }: Members, begun: unknown): Rollback {
  const { number } = isObject(begun) ? begun : {};
  const known = ENDS.find((each) => each === next);
  return {
    ...{ to: String(to), reason: String(reason) },
    // biome-ignore lint/suspicious/noThenProperty: the model has this name
    ...(known ? { then: known } : {}),
    ...(typeof number === 'number' ? { number } : {}),
  };
}

/** Lets a rollback go on without the answer of an agent: the action `acknowledge`, for operators. */
export async function acknowledge(request: FaceRequest, as: CallerApi, run: string): Promise<FaceAnswer> {
  const said = contentIn(request, 'acknowledgement');
  requireMembers('"acknowledgement"', said, ['number', 'agent', 'node', 'item', 'reason']);
  await aboutRun(request, as, run);
  const { number = await newestRollback(as, run), ...input } = said;
  if (!Number.isSafeInteger(number) || Number(number) < 1)
    throw badRequest('"number" must be the number of a rollback, from 1, or be absent');
  await as.act(`${pathOf(run)}/rollback[number='${number}']/acknowledge`, input);
  return { status: 204, headers: await runFields(as, run) };
}

/** Returns the URI of the run. @throws Fault 400 for a message about another run, or about a step; 412 when it is stale */
async function aboutRun(request: FaceRequest, as: CallerApi, run: string): Promise<string> {
  await requireFields(as, run, request, contentOf(request, 'dag-message').checkpoint);
  const { run: head } = await as.invoke('yangent-workflows:context', { run, element: ['checkpoints'] });
  const { uri } = head;
  if (uri === undefined) throw notThere();
  requireRun(request, uri);
  if (contentOf(request, 'dag-message').node !== undefined)
    throw badRequest('this message is about the run; "node" must be absent');
  return uri;
}

/** @throws Fault 404 when the run has never gone back */
async function newestRollback(as: CallerApi, run: string): Promise<unknown> {
  const entry: unknown = await as.read(pathOf(run));
  const rollbacks = isObject(entry) && Array.isArray(entry.rollback) ? entry.rollback : [];
  const last: unknown = rollbacks.at(-1);
  if (isObject(last)) return last.number;
  throw new Fault(404, 'data-missing', 'this run has no rollback');
}

function pathOf(run: string): string {
  return `/yangent-workflows:workflows/run[id='${run}']`;
}
