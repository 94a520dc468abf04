/** The fuzz at full size: what two engines say of many random modules and documents. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Soak, SoakRun } from '../soak/soak.js';
import type { Comparison, Difference } from './differences.js';
import { compareDocuments } from './documents.js';
import type { Oracle } from './judged.js';
import { chosenOracle, openOracle } from './oracle.js';
import { compareSchemas } from './schemas.js';

/** Inputs that are judged between two lines of progress. */
const STEP = 1_000;
/** So that the inputs of one step are not those of the next, which a seed could be repeated in. */
const SEEDS_OF_STEP = 1_000;
const DIFFERENCES_SHOWN = 5;

type Compare = (seed: number, count: number, oracle: Oracle) => Comparison;

const soakOf = (unit: string, amount: number, compare: Compare): Soak => ({
  about: `asks yanglint (or YANGENT_ORACLE=libyang-wasm) and the engine for their verdicts on random ${unit}, and explains every difference`,
  unit,
  amount,
  run: (run) => Promise.resolve(soak(compare, unit, run)),
});

export const schemasSoak = soakOf('schemas', 2_000, compareSchemas);
export const documentsSoak = soakOf('documents', 20_000, compareDocuments);

function soak(compare: Compare, unit: string, { amount, seed, tell }: SoakRun): boolean {
  const name = chosenOracle();
  if (name === undefined) {
    tell('neither yanglint (Debian package libyang2-tools) nor libyang-wasm is there: nothing to compare with');
    return process.env.CI !== 'true';
  }
  const explained = new Map<string, number>();
  const unexplained: Difference[] = [];
  let [inputs, valid, crashes] = [0, 0, 0];
  for (let step = 0; step * STEP < amount; step += 1) {
    const comparison = inFolder((folder) =>
      compare(seed + step * SEEDS_OF_STEP, Math.min(STEP, amount - step * STEP), openOracle(name, folder)),
    );
    inputs += comparison.inputs;
    valid += comparison.valid;
    crashes += comparison.crashes;
    unexplained.push(...comparison.unexplained);
    for (const [{ section }, count] of comparison.explained)
      explained.set(section, (explained.get(section) ?? 0) + count);
    tell(
      `${inputs}/${amount} ${unit}, ${valid} valid for both, ${total(explained)} differences explained, ` +
        `${unexplained.length} not; ${name} crashed on ${crashes} more`,
    );
  }
  for (const [section, count] of [...explained].sort((a, b) => b[1] - a[1])) tell(`${count} explained by ${section}`);
  for (const difference of unexplained.slice(0, DIFFERENCES_SHOWN)) tell(described(difference));
  return unexplained.length === 0;
}

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'yangent-fuzz-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A difference with what both say of it. */
export function described({ input, ours, theirs }: Difference): string {
  const said = (messages: readonly string[]): string => (messages.length === 0 ? 'valid' : messages.join('\n  '));
  return `${input}\n\nours: ${said(ours.map(({ message }) => message))}\noracle: ${said(theirs)}`;
}
