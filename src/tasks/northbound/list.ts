/** The rpc `list`: the newest tasks, a page at a time. */
import { rowScope, shownAgent } from '../../agents/index.js';
import { type Members, numberOf, textOf } from '../../data/rfc7951/members.js';
import { type Call, weightOf } from '../../server/index.js';
import type { TaskRecord } from '../record/record.js';
import { tasksShown } from '../record/references.js';
import { TASK } from '../record/value.js';
import { seesTask, shownTo } from '../visibility.js';
import type { TaskServices } from './services.js';

/** Rows that are looked at in one query. */
const ROWS = 500;
/** Bytes of the records of one page, beyond the first record. */
const PAGE_BYTES = 1 << 20;
const DEFAULT_LIMIT = 50;

export async function listOperation(context: TaskServices, input: Members, call: Call): Promise<Members> {
  const limit = numberOf(input, 'limit') ?? DEFAULT_LIMIT;
  const page: Members[] = [];
  let bytes = 0;
  for await (const task of newest(context, call, textOf(input, 'before'))) {
    if (!isWanted(task, input)) continue;
    const value = shownTo(call, task);
    if (!context.shapes.fits(TASK, value)) continue;
    if (page.length === limit || bytes >= PAGE_BYTES)
      return { task: await tasksShown(context, call, page), more: true };
    page.push(value);
    bytes += weightOf(value);
  }
  return { task: await tasksShown(context, call, page), more: false };
}

/** Lists the tasks that the caller may see on the endpoint that is used, the newest first. */
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

function isWanted(task: TaskRecord, input: Members): boolean {
  const from = textOf(input, 'from') ?? shownAgent(task.from);
  const to = textOf(input, 'to') ?? shownAgent(task.to);
  const state = textOf(input, 'state') ?? task.state;
  return from === shownAgent(task.from) && to === shownAgent(task.to) && state === task.state;
}
