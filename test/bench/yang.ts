/**
 * The YANG engine beside libyang as WebAssembly and yanglint, on the same files in the same run. Ours is measured in fresh processes, from the text in memory
 * to the validated Tree, and as a whole process; yanglint can only be measured as a process, so its start-up is told too.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { peer } from '../peers.js';
import { type Bench, type Figure, median, type PeerFigure } from './figure.js';
import { compileFigures } from './yang/compile.js';
import { LIST, REFERENCES, type Written, write } from './yang/documents.js';

const ROUNDS = 5;
const MANY = 100_000;
const SIZES = [1_000, 10_000, MANY];
/** Milliseconds that libyang gets for one document; its leafref checks are quadratic. */
const PATIENCE = 15_000;
const SMALL_ROUNDS = 20_000;
const ENGINE = fileURLToPath(new URL('yang/engine.mjs', import.meta.url));
const LIBYANG = fileURLToPath(new URL('yang/libyang.mjs', import.meta.url));

type Format = 'json' | 'xml';
const FORMATS: readonly Format[] = ['json', 'xml'];

const PARTS: ReadonlyMap<string, (directory: string) => readonly Figure[]> = new Map([
  ['compiling', compileFigures],
  ['one entry', startUp],
  ['a long list', longList],
  ['references', references],
  ['a small document', small],
]);

export const yangBench: Bench = async (directory) =>
  [...PARTS].flatMap(([name, part]) => {
    const start = performance.now();
    process.stderr.write(`  ${name} ... `);
    const figures = part(directory);
    process.stderr.write(`${Math.round((performance.now() - start) / 1000)} s\n`);
    return figures;
  });

function startUp(directory: string): Figure[] {
  const files = write(directory, LIST, 1);
  return [figure('one entry, whole process', sideBySide(files, 'json', ROUNDS), 'process')];
}

function longList(directory: string): Figure[] {
  const files = write(directory, LIST, MANY);
  return FORMATS.flatMap((format) => {
    const what = `list of ${count(MANY)}, ${format.toUpperCase()}`;
    const sides = sideBySide(files, format, ROUNDS);
    return [
      figure(`${what}: parse and validate`, sides, 'total'),
      figure(`${what}: the same as a whole process`, sides, 'process'),
      figure(`${what}: validation alone`, { ...sides, libyang: [], peer: [] }, 'validation'),
      { ...figure(`${what}: peak memory (resident)`, { ...sides, peer: [] }, 'megabytes'), unit: 'MB' },
    ];
  });
}

/** Once libyang has been slow there is no use in asking it for more. */
function references(directory: string): Figure[] {
  let isPatient = true;
  return SIZES.flatMap((size) => {
    const files = write(directory, REFERENCES, size);
    return FORMATS.map((format) => {
      const sides = sideBySide(files, format, ROUNDS, isPatient ? 1 : 0);
      isPatient &&= Math.max(...sides.peer, ...sides.libyang.map((one) => one.process)) < PATIENCE / 10;
      return figure(`${count(size)} references, ${format.toUpperCase()}: parse and validate`, sides, 'total');
    });
  });
}

function small(directory: string): Figure[] {
  const files = write(directory, LIST, 10);
  return FORMATS.map((format) => {
    const libyang = measureLibyang(files, format, SMALL_ROUNDS);
    return {
      what: `1 kB document, ${format.toUpperCase()}: parse and validate, warm, least`,
      value: measureEngine(files, format, SMALL_ROUNDS).total * 1000,
      unit: 'µs',
      others: libyang === undefined ? [] : [{ name: 'libyang-wasm', value: libyang.total * 1000, runs: [] }],
    };
  });
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
  /** None where it is not built. */
  readonly libyang: readonly Measured[];
  /** Milliseconds of yanglint's processes; none where it is not installed. */
  readonly peer: readonly number[];
}

/** In turns, so that whatever else the machine does meets both; libyang, in both forms, `theirRounds` times. */
function sideBySide(files: Written, format: Format, rounds: number, theirRounds = rounds): Sides {
  const engine: Measured[] = [];
  const libyang: Measured[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    engine.push(measureEngine(files, format, 1));
    if (round >= theirRounds) continue;
    const wasm = measureLibyang(files, format, 1);
    if (wasm !== undefined) libyang.push(wasm);
    const time = measureYanglint(files, format);
    if (time !== undefined) theirs.push(time);
  }
  return { engine, libyang, peer: theirs };
}

const measureEngine = (files: Written, format: Format, times: number): Measured =>
  measure(ENGINE, files, format, times);

/** Both times are PATIENCE when it was stopped then; undefined where it is not built. */
function measureLibyang(files: Written, format: Format, times: number): Measured | undefined {
  return peer('libyang-wasm') === undefined ? undefined : measure(LIBYANG, files, format, times);
}

/** In a fresh process; of `times` readings in it the least. */
function measure(script: string, { directory, kind, ...files }: Written, format: Format, times: number): Measured {
  const start = performance.now();
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [script, directory, kind.module, files[format], String(times)],
    { encoding: 'utf8', timeout: script === LIBYANG ? PATIENCE : undefined },
  );
  const whole = performance.now() - start;
  if (signal !== null) return { total: PATIENCE, validation: 0, megabytes: 0, process: PATIENCE };
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

/** yanglint is only known as a process. */
function figure(what: string, { engine, libyang, peer: theirs }: Sides, name: keyof Measured): Figure {
  const valuesOf = (side: readonly Measured[]): readonly number[] => side.map((one) => one[name]);
  const runs = valuesOf(engine);
  return {
    what,
    value: median(runs),
    unit: 'ms',
    runs,
    ...(theirs.length === 0 ? {} : { peer: peerFigure('yanglint', theirs) }),
    others: libyang.length === 0 ? [] : [peerFigure('libyang-wasm', valuesOf(libyang))],
  };
}

const peerFigure = (name: string, runs: readonly number[]): PeerFigure => ({
  name: runs.includes(PATIENCE) ? `${name}, stopped at` : name,
  value: median(runs),
  runs,
});

const count = (size: number): string => size.toLocaleString('en');
