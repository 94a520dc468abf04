/** npm run soak: all soaks one after the other, or the one that is named. */
import { parseArgs } from 'node:util';
import type { Soak } from './soak.js';
import { SOAKS } from './soaks.js';

const HELP = `usage: npm run soak [-- NAME [AMOUNT] [--seed SEED]]

Without a name all soaks run, one after the other:
${[...SOAKS].map(([name, { about, unit, amount }]) => `  ${name.padEnd(13)} ${about} (${amount} ${unit})`).join('\n')}

The same seed and amount give the same inputs; the seed is 1 unless given.`;

interface Request {
  readonly soaks: readonly (readonly [string, Soak])[];
  readonly amount: number | undefined;
  readonly seed: number;
}

/** undefined: what was asked for is not understood. */
function read(args: string[]): Request | 'help' | undefined {
  try {
    const options = { help: { type: 'boolean' }, seed: { type: 'string', default: '1' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return 'help';
    const [name, amount, ...more] = positionals;
    const soak = name === undefined ? undefined : SOAKS.get(name);
    const seed = Number(values.seed);
    const isAmount = amount === undefined || (Number.isSafeInteger(Number(amount)) && Number(amount) > 0);
    if (more.length > 0 || !isAmount || !Number.isSafeInteger(seed) || (name !== undefined && !soak)) return undefined;
    return {
      soaks: name !== undefined && soak ? [[name, soak]] : [...SOAKS],
      amount: amount === undefined ? undefined : Number(amount),
      seed,
    };
  } catch {
    return undefined;
  }
}

const request = read(process.argv.slice(2));
if (request === undefined) {
  console.error(HELP);
  process.exitCode = 2;
} else if (request === 'help') {
  console.log(HELP);
} else {
  const failed: string[] = [];
  for (const [name, soak] of request.soaks) {
    const begun = Date.now();
    const tell = (line: string): void => console.log(`${name}, ${Math.round((Date.now() - begun) / 1_000)} s: ${line}`);
    const ok = await soak.run({ amount: request.amount ?? soak.amount, seed: request.seed, tell });
    if (!ok) failed.push(name);
  }
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
