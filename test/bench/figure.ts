/** One line of the report. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Milliseconds. */
  readonly p50?: number;
  readonly p99?: number;
  /** The single measurements, where `value` is the median of several. */
  readonly runs?: readonly number[];
  /** The same, done by a peer in the same run. */
  readonly peer?: PeerFigure;
  /** The peer that is not installed, and what is to be done. */
  readonly missing?: string;
  /** The value that is wanted, in words. */
  readonly aim?: string;
  /** And by further ones. */
  readonly others?: readonly PeerFigure[];
}

export interface PeerFigure {
  readonly name: string;
  readonly value: number;
  readonly runs: readonly number[];
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** A group of figures. Writes what it needs below `directory`. */
export type Bench = (directory: string) => Promise<readonly Figure[]>;

/** Columns of words. */
const LEFT: ReadonlySet<number> = new Set([0, 5, 7]);

export function table(figures: readonly Figure[]): string {
  const head = ['', 'value', 'unit', 'p50 ms', 'p99 ms', 'peer', 'times', 'aim'];
  const rows = figures.map(({ what, value, unit, p50, p99, runs = [], peer, missing, aim = '', others = [] }) => [
    what,
    number(value) + range(runs),
    unit,
    p50 === undefined ? '' : p50.toFixed(2),
    p99 === undefined ? '' : p99.toFixed(2),
    missing ??
      [...(peer === undefined ? [] : [peer]), ...others]
        .map((one) => `${one.name} ${number(one.value)}${range(one.runs)}`)
        .join('; '),
    peer === undefined ? '' : (value / peer.value).toFixed(2),
    aim,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (LEFT.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(line).join('\n');
}

/** The least and the greatest of several measurements. */
function range(runs: readonly number[]): string {
  return runs.length < 2 ? '' : ` (${number(Math.min(...runs))} .. ${number(Math.max(...runs))})`;
}

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}
