/**
 * The YANG engine beside yanglint, on the same files in the same run. Ours is measured in fresh processes, from the text in memory
 * to the validated Tree, and as a whole process; yanglint can only be measured as a process, so its start-up is told too.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { peer } from '../peers.js';
import { type Bench, type Figure, median } from './figure.js';
import { compileFigures } from './yang/compile.js';
import { LIST, REFERENCES, type Written, write } from './yang/documents.js';

const ROUNDS = 5;
const MANY = 100_000;
const SIZES = [1_000, 10_000, MANY];
/** Milliseconds that yanglint gets for one document; its leafref checks may be quadratic. */
const PATIENCE = 30_000;
const SMALL_ROUNDS = 30_000;
const ENGINE = fileURLToPath(new URL('yang/engine.mjs', import.meta.url));

type Format = 'json' | 'xml';
const FORMATS: readonly Format[] = ['json', 'xml'];

export const yangBench: Bench = async (directory) => [
  ...compileFigures(directory),
  ...startUp(directory),
  ...longList(directory),
  ...references(directory),
  ...small(directory),
];

function startUp(directory: string): Figure[] {
  const files = write(directory, LIST, 1);
  const { engine, peer: theirs } = sideBySide(files, 'json', ROUNDS);
  return [figure('one entry, whole process', engine, 'process', theirs)];
}

function longList(directory: string): Figure[] {
  const files = write(directory, LIST, MANY);
  return FORMATS.flatMap((format) => {
    const what = `list of ${count(MANY)}, ${format.toUpperCase()}`;
    const { engine, peer: theirs } = sideBySide(files, format, ROUNDS);
    return [
      figure(`${what}: parse and validate`, engine, 'total', theirs),
      figure(`${what}: the same as a whole process`, engine, 'process', theirs),
      figure(`${what}: validation alone`, engine, 'validation'),
      { ...figure(`${what}: peak memory (resident)`, engine, 'megabytes'), unit: 'MB' },
    ];
  });
}

/** Once yanglint has run out of time there is no use in asking it for more. */
function references(directory: string): Figure[] {
  let patient = true;
  return SIZES.flatMap((size) => {
    const files = write(directory, REFERENCES, size);
    return FORMATS.map((format) => {
      const { engine, peer: theirs } = sideBySide(files, format, ROUNDS, patient && format === 'json' ? 1 : 0);
      if (theirs.length > 0) patient = Math.max(...theirs) < PATIENCE / 10;
      return figure(`${count(size)} references, ${format.toUpperCase()}: parse and validate`, engine, 'total', theirs);
    });
  });
}

function small(directory: string): Figure[] {
  const files = write(directory, LIST, 10);
  return FORMATS.map((format) => ({
    what: `1 kB document, ${format.toUpperCase()}: parse and validate, warm, least`,
    value: measureEngine(files, format, SMALL_ROUNDS).total * 1000,
    unit: 'µs',
  }));
}

interface Measured {
  readonly total: number;
  readonly validation: number;
  readonly megabytes: number;
  /** Milliseconds from the start of the process to its end. */
  readonly process: number;
}

interface Sides {
  readonly engine: readonly Measured[];
  /** Milliseconds of yanglint's processes; none where it is not installed. */
  readonly peer: readonly number[];
}

/** In turns, so that whatever else the machine does meets both. */
function sideBySide(files: Written, format: Format, rounds: number, peerRounds = rounds): Sides {
  const engine: Measured[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    engine.push(measureEngine(files, format, 1));
    const time = round < peerRounds ? measureYanglint(files, format) : undefined;
    if (time !== undefined) theirs.push(time);
  }
  return { engine, peer: theirs };
}

/** In a fresh process; of `times` readings in it the least. */
function measureEngine({ directory, kind, ...files }: Written, format: Format, times: number): Measured {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [ENGINE, directory, kind.module, files[format], String(times)],
    { encoding: 'utf8' },
  );
  const whole = performance.now() - start;
  if (status !== 0) throw new Error(`the engine failed on ${files[format]}:\n${stderr}`);
  const { total, validation, megabytes }: Measured = JSON.parse(stdout);
  return { total, validation, megabytes, process: whole };
}

/** Time of the process, or PATIENCE when it was stopped then; undefined where yanglint is not installed. */
function measureYanglint({ directory, kind, ...files }: Written, format: Format): number | undefined {
  const program = peer('yanglint');
  if (program === undefined) return undefined;
  const start = performance.now();
  const { status, signal, stderr } = spawnSync(program, [`${directory}/${kind.module}.yang`, files[format]], {
    encoding: 'utf8',
    timeout: PATIENCE,
  });
  if (signal !== null) return PATIENCE;
  if (status !== 0) throw new Error(`yanglint refuses ${files[format]}:\n${stderr}`);
  return performance.now() - start;
}

function figure(
  what: string,
  engine: readonly Measured[],
  name: keyof Measured,
  theirs: readonly number[] = [],
): Figure {
  const runs = engine.map((one) => one[name]);
  const peerName = theirs.includes(PATIENCE) ? 'yanglint, stopped at' : 'yanglint';
  return {
    what,
    value: median(runs),
    unit: 'ms',
    runs,
    ...(theirs.length === 0 ? {} : { peer: { name: peerName, value: median(theirs), runs: theirs } }),
  };
}

const count = (size: number): string => size.toLocaleString('en');
