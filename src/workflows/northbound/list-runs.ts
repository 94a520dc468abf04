/** The rpc `list-runs`: the newest runs in pages. */
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { seesRun } from '../engine/visible.js';
import type { RunRecord } from '../run/record.js';
import type { WorkflowNeeds } from './needs.js';
import { headsOf } from './run.js';

type ListRuns = YangentWorkflowsProvider['rpcs']['list-runs'];

const ROWS = 500;

export async function listRunsOperation(
  needs: WorkflowNeeds,
  input: ListRuns['input'],
  call: Call,
): Promise<ListRuns['output']> {
  const { limit, label = [], definition, state } = input;
  const labels = Object.fromEntries(label.map(({ name, value }) => [name, value]));
  const createdAfter = instant(input['created-after']);
  const createdBefore = instant(input['created-before']);
  const page: RunRecord[] = [];
  for (let before = input.before; ; ) {
    call.signal.throwIfAborted();
    const runs = await needs.rows.list({ definition, state, labels, createdAfter, createdBefore, before, limit: ROWS });
    for (const run of runs) {
      if (!seesRun(call, run, needs.definitions)) continue;
      if (page.length === limit) return { run: await headsOf(needs, page), more: true };
      page.push(run);
    }
    if (runs.length < ROWS) return { run: await headsOf(needs, page), more: false };
    before = runs.at(-1)?.id;
  }
}

/** Returns a time as the rows have it: in UTC, with milliseconds. */
function instant(text: string | undefined): string | undefined {
  return text === undefined ? undefined : new Date(Date.parse(text)).toISOString();
}
