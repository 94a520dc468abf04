/** The rpc `list`: the newest tasks in pages. */
import { rowScope, shownAgent } from '../../agents/index.js';
import type { YangentTasksProvider } from '../../generated/providers.js';
import { type Call, weightOf } from '../../server/index.js';
import type { TaskRecord } from '../record/record.js';
import { tasksShown } from '../record/references.js';
import { TASK, type TaskValue } from '../record/value.js';
import { seesTask, shownTo } from '../visibility.js';
import type { TaskServices } from './services.js';

/** Number of rows read by one query. */
const ROWS = 500;
/** Maximum number of bytes of one page; the first record may be longer. */
const PAGE_BYTES = 1 << 20;

type List = YangentTasksProvider['rpcs']['list'];

export async function listOperation(needs: TaskServices, input: List['input'], call: Call): Promise<List['output']> {
  const { limit, before } = input;
  const page: TaskValue[] = [];
  let bytes = 0;
  for await (const task of newest(needs, call, before)) {
    if (!isWanted(task, input)) continue;
    const value = shownTo(call, task);
    if (!needs.shapes.fits(TASK, value)) continue;
    if (page.length === limit || bytes >= PAGE_BYTES) return { task: await tasksShown(needs, call, page), more: true };
    page.push(value);
    bytes += weightOf(value);
  }
  return { task: await tasksShown(needs, call, page), more: false };
}

/** Lists the tasks that the caller may see on its endpoint, the newest first. */
async function* newest(
  { rows, directory }: TaskServices,
  call: Call,
  before?: string,
): AsyncGenerator<TaskRecord, void> {
  const scope = { ...rowScope(call, directory), newestFirst: true as const, limit: ROWS };
  for (let end = before; ; ) {
    call.signal.throwIfAborted();
    const tasks = await rows.page({ ...scope, before: end });
    for (const task of tasks) if (seesTask(call, task)) yield task;
    if (tasks.length < ROWS) return;
    end = tasks.at(-1)?.id;
  }
}

function isWanted(task: TaskRecord, wanted: List['input']): boolean {
  const [sender, receiver] = [shownAgent(task.from), shownAgent(task.to)];
  const { from = sender, to = receiver, state = task.state } = wanted;
  return from === sender && to === receiver && state === task.state;
}
