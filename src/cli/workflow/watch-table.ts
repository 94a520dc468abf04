/** Draws the steps of a run as a table, on a terminal, again and again in its place. */
import type { RestconfClient } from '../../clients/index.js';
import { LiveText } from '../terminal/index.js';
import { changesOf, standsStill } from './follow.js';
import { headLine } from './print.js';
import { type Run, readRun } from './records.js';
import { type Graph, hintsOf, rowsOf, stepsTable } from './steps.js';

/** Milliseconds between a change and the table that shows it: changes come in groups. */
const PAUSE = 150;
/** A run with many steps is read so much less often: pause for each millisecond of reading. */
const SHARE = 4;
/** Milliseconds between two tables of a run that does not change: there are times in it. */
const TICK = 1_000;

export async function watchTable(
  node: RestconfClient,
  run: Run,
  signal: AbortSignal,
  graph: Graph | undefined,
): Promise<void> {
  const table = new LiveTable(node, run, graph);
  const tick = setInterval(() => table.draw(), TICK);
  try {
    table.draw();
    if (standsStill(run.state)) return;
    for await (const change of changesOf(node, run, signal)) table.note(change.sequence);
  } finally {
    clearInterval(tick);
    await table.end();
  }
}

class LiveTable {
  readonly #text = new LiveText();
  #reading: Promise<void> | undefined;
  /** Milliseconds that the node took to give the run. */
  #took = 0;

  constructor(
    private readonly node: RestconfClient,
    private run: Run,
    private readonly graph: Graph | undefined,
  ) {}

  draw(): void {
    const { run, graph } = this;
    const hints = hintsOf(run);
    const places = this.#text.height - BESIDE - (hints.length === 0 ? 0 : hints.length + 1);
    this.#text.draw(
      [tableOf(run, graph, Math.max(1, places)), ...(hints.length === 0 ? [] : ['', ...hints])].join('\n'),
    );
  }

  /** Reads the run soon, unless it was read after this change. */
  note(sequence: number): void {
    if (sequence > Number(this.run.sequence ?? 0)) this.#reading ??= this.#read();
  }

  /** Leaves the last table. */
  async end(): Promise<void> {
    await this.#reading;
    this.run = await readRun(this.node, this.run.id);
    this.#text.clear();
    console.log(tableOf(this.run, this.graph, MOST));
  }

  async #read(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.max(PAUSE, SHARE * this.#took)));
    // Changes from here on may be missing in the answer.
    this.#reading = undefined;
    // A request that fails leaves the table as it is; the next one, or the one at the end, shows it again.
    const begun = performance.now();
    this.run = await readRun(this.node, this.run.id).catch(() => this.run);
    this.#took = performance.now() - begun;
    this.draw();
  }
}

/** Rows of the last table. */
const MOST = 200;

/** Lines of the table besides its rows: head, empty line, headings. */
const BESIDE = 3;

function tableOf(run: Run, graph: Graph | undefined, places: number): string {
  return `${headLine(run)}\n\n${stepsTable(rowsOf(run, graph), places)}`;
}
