/** The account for people: on a terminal in colour, elsewhere as plain lines. */
import type { Account, Act, Entry, Step } from './account.js';
import type { Outcome, Scenario } from './scenario.js';

export interface PrintOptions {
  readonly write: (line: string) => void;
  readonly coloured: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** Select Graphic Rendition codes (ECMA-48 §8.3.117). */
const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
type Colour = keyof typeof CODES;

/** What is done, in words, and the colour of it. `task` stands for the type of the task. */
const ACTS: Readonly<Record<Act, { readonly words: (task: string) => string; readonly colour?: Colour }>> = {
  notifies: { words: () => 'notification', colour: 'yellow' },
  assigns: { words: (task) => `task ${task}`, colour: 'cyan' },
  reports: { words: (task) => `at work on ${task}`, colour: 'dim' },
  asks: { words: () => 'question', colour: 'cyan' },
  provides: { words: (task) => `input for ${task}`, colour: 'cyan' },
  answers: { words: () => 'answer', colour: 'green' },
  refuses: { words: (task) => `refusal ${task}`, colour: 'red' },
  negotiates: { words: (task) => `negotiation ${task}`, colour: 'magenta' },
  cancels: { words: (task) => `cancels ${task}`, colour: 'magenta' },
  says: { words: () => 'says', colour: 'green' },
  forms: { words: () => 'forms a team', colour: 'magenta' },
  joins: { words: () => 'joins', colour: 'green' },
  waits: { words: () => 'waits', colour: 'yellow' },
  concludes: { words: () => 'concludes', colour: 'magenta' },
  requests: { words: () => 'request', colour: 'cyan' },
  reads: { words: () => 'reads', colour: 'dim' },
  cuts: { words: () => 'is cut', colour: 'red' },
  mends: { words: () => 'is back', colour: 'green' },
  sees: { words: () => 'sees', colour: 'yellow' },
  finds: { words: () => 'finds', colour: 'yellow' },
  decides: { words: () => 'decides', colour: 'magenta' },
  does: { words: () => '', colour: 'bold' },
};

/** Columns of the time, and of the step behind it. */
const TIME_WIDTH = 6;
const STEP_WIDTH = 4;
const INDENT = ' '.repeat(TIME_WIDTH + STEP_WIDTH + 2);
/** Columns of the node, where an entry has one. */
const NODE_WIDTH = 11;
const NARROWEST = 40;

export class Printer {
  readonly #begun = new Set<string>();
  readonly #width: number;

  constructor(private readonly options: PrintOptions) {
    this.#width = Math.max(NARROWEST, options.width);
  }

  title({ title, story }: Scenario): void {
    this.write(this.paint(title, 'bold'));
    for (const line of wrapped(story, this.#width - 2)) this.write(`  ${line}`);
  }

  /** Something about the performance itself. */
  aside(text: string): void {
    for (const line of wrapped(text, this.#width - 2)) this.write(this.paint(`  ${line}`, 'dim'));
  }

  entry(entry: Entry, steps: readonly Step[]): void {
    this.heading(entry, steps);
    const { at, step = '', from, node, act, task, round, text } = entry;
    const to = entry.to === undefined || node === undefined ? entry.to : short(entry.to);
    // A scenario that names nodes has one protocol; the place tells more.
    const protocol = node === undefined ? entry.protocol : undefined;
    const place = node === undefined ? '' : short(node).padEnd(NODE_WIDTH);
    const { words, colour } = ACTS[act];
    const who = to === undefined ? from : `${from} → ${to}`;
    const said = round && [`round ${round.number}`, round.type, round.verdict ?? 'proposes'].join(' · ');
    const what = [words(task?.type ?? '').trim(), said].filter(Boolean).join(' · ') || undefined;
    const head = [place + who, protocol, what].filter((each) => each !== undefined).join('  ');
    const painted = [
      to === undefined ? this.paint(from, 'bold') : `${this.paint(from, 'bold')} → ${this.paint(to, 'bold')}`,
      protocol && this.paint(protocol, 'blue'),
      what !== undefined && colour !== undefined ? this.paint(what, colour) : what,
    ].filter((each) => each !== undefined);
    const margin = this.paint(`${seconds(at).padStart(TIME_WIDTH)}  ${step.padEnd(STEP_WIDTH)}`, 'dim');
    const first = `${margin}${this.paint(place, 'blue')}${painted.join('  ')}`;
    const isShort = !text.includes('\n') && INDENT.length + head.length + 2 + text.length <= this.#width;
    if (isShort) {
      this.write(`${first}  ${text}`);
      return;
    }
    this.write(first);
    for (const line of text.split('\n').flatMap((each) => wrapped(each, this.#width - INDENT.length - 2)))
      this.write(`${INDENT}  ${line}`);
  }

  summary(outcome: Outcome, account: Account): void {
    const { ok, text, times = {} } = outcome;
    this.write('');
    this.write(this.paint(ok ? '  Done' : '  Not done', 'bold', ok ? 'green' : 'red'));
    const rows: (readonly [string, string])[] = [
      ['outcome', text],
      ...Object.entries(times).map(([name, time]) => [name, seconds(time)] as const),
      ['tasks', String(tasksIn(account.entries))],
      ['messages', messagesIn(account.entries)],
    ];
    const width = Math.max(...rows.map(([name]) => name.length));
    for (const [name, value] of rows) {
      const [first = '', ...rest] = wrapped(value, this.#width - width - 4);
      this.write(`  ${this.paint(name.padEnd(width), 'dim')}  ${first}`);
      for (const line of rest) this.write(' '.repeat(width + 4) + line);
    }
  }

  /** A step is named when it begins; steps that go on side by side are known by their numbers. */
  private heading({ step }: Entry, steps: readonly Step[]): void {
    if (step === undefined || this.#begun.has(step)) return;
    this.#begun.add(step);
    const title = steps.find(({ id }) => id === step)?.title ?? '';
    this.write('');
    this.write(this.paint(`${' '.repeat(TIME_WIDTH)}  ${step.padEnd(STEP_WIDTH)}${title}`, 'bold', 'cyan'));
  }

  private write(line: string): void {
    this.options.write(line);
  }

  private paint(text: string, ...colours: readonly Colour[]): string {
    if (!this.options.coloured || text === '') return text;
    return `\u001b[${colours.map((each) => CODES[each]).join(';')}m${text}\u001b[0m`;
  }
}

/** Shortens a domain, or that of an identifier, to its first label: `pdf-reader@tools`. */
function short(name: string): string {
  return name.replace(/^([^.\s]+)\.\S+$/, '$1');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function tasksIn(entries: readonly Entry[]): number {
  return new Set(entries.flatMap(({ task }) => task?.id ?? [])).size;
}

/** `23 (NETCONF 9, RESTCONF 11, HTTP 3)` */
function messagesIn(entries: readonly Entry[]): string {
  const counts = new Map<string, number>();
  for (const { protocol } of entries) if (protocol !== undefined) counts.set(protocol, (counts.get(protocol) ?? 0) + 1);
  const each = [...counts].map(([protocol, count]) => `${protocol} ${count}`);
  return `${[...counts.values()].reduce((sum, count) => sum + count, 0)} (${each.join(', ')})`;
}

/** Broken between words where a line gets too long. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
