/** Watches a run: a table on a terminal, lines elsewhere. */
import type { RestconfClient } from '../../clients/index.js';
import { isRunOver } from '../../workflows/index.js';
import { ExitCode } from '../exit.js';
import { changesOf } from './follow.js';
import { graphOf } from './graph-of.js';
import { headLine, outcomeText } from './print.js';
import { type Run, readRun } from './records.js';
import type { Graph } from './steps.js';
import { watchJson, watchLines } from './watch-lines.js';
import { watchTable } from './watch-table.js';

export interface Watch {
  /** The graph, if the command knows it. Default: that of the definition. */
  readonly graph?: Graph;
  /** `lines`: each change is printed as a JSON document; `end`: only the run, as a JSON document, when it is over. */
  readonly json?: 'lines' | 'end';
  /** Number of the journal of the run: changes up to it are not printed. */
  readonly after?: number;
}

/** Shows a run until it ends or a person must decide. The exit code is 1 unless it completed. */
export async function watch(node: RestconfClient, id: string, options: Watch): Promise<void> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  try {
    await show(node, await readRun(node, id), interrupted.signal, options);
    await finish(await readRun(node, id), options, interrupted.signal);
  } finally {
    process.off('SIGINT', interrupt);
  }
}

async function show(node: RestconfClient, run: Run, signal: AbortSignal, options: Watch): Promise<void> {
  const { graph, json, after = 0 } = options;
  if (json === 'lines') return watchJson(node, run, signal, after);
  if (json === 'end') {
    for await (const _ of changesOf(node, run, signal));
    return;
  }
  const known = graph ?? (await graphOf(node, run));
  return process.stdout.isTTY ? watchTable(node, run, signal, known) : watchLines(node, run, signal, known, after);
}

async function finish(run: Run, { json }: Watch, signal: AbortSignal): Promise<void> {
  const { id, state } = run;
  if (json === 'end') console.log(JSON.stringify(run));
  if (json === undefined) {
    if (!process.stdout.isTTY) console.log(`\n${headLine(run)}`);
    const outcome = outcomeText(run);
    if (outcome !== '') console.log(`\n${outcome}`);
  }
  if (signal.aborted && !isRunOver(state))
    console.error(`the run goes on; watch it with: yangent workflow watch ${id}`);
  if (state !== 'completed') process.exitCode = ExitCode.negative;
}
