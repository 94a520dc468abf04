/** npm run fuzz: inputs that parsers and a node must take or refuse, and what that costs them in memory. */
import { parseArgs } from 'node:util';
import { CampaignFault, runCampaign } from './campaign.js';
import { PARTS } from './parts/index.js';

const COUNT = 1_000_000;
const HELP = `usage: npm run fuzz [-- [PART...] [--count COUNT] [--seed SEED] [--from INDEX]]

Sends inputs that are good, nearly good or noise to the parsers of this process, and over sockets to a node in
a process of its own. Each must be taken or refused as the RFCs say, a good request behind it must be answered, and
memory must not grow. Without a PART all are run, and share the count:
${[...PARTS].map(([name, { about, over }]) => `  ${name.padEnd(10)} ${about} (${over})`).join('\n')}

  --count COUNT  inputs over all parts (${COUNT})
  --seed SEED    the same seed gives the same inputs (1)
  --from INDEX   the first input of each part, to see one again that failed (0)`;

interface Request {
  readonly parts: readonly string[];
  readonly count: number;
  readonly seed: number;
  readonly from: number;
}

/** undefined: what was asked for is not understood. */
function read(args: string[]): Request | 'help' | undefined {
  try {
    const text = (value: string) => ({ type: 'string', default: value }) as const;
    const options = { help: { type: 'boolean' }, count: text(`${COUNT}`), seed: text('1'), from: text('0') } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return 'help';
    const [count, seed, from] = [Number(values.count), Number(values.seed), Number(values.from)];
    const areNumbers = [count, seed, from].every(Number.isSafeInteger) && count > 0 && from >= 0;
    if (!areNumbers || !positionals.every((name) => PARTS.has(name))) return undefined;
    return { parts: positionals.length > 0 ? positionals : [...PARTS.keys()], count, seed, from };
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
  const begun = Date.now();
  const tell = (line: string): void => console.log(`${Math.round((Date.now() - begun) / 1_000)} s  ${line}`);
  try {
    await runCampaign({ ...request, tell });
  } catch (error) {
    if (!(error instanceof CampaignFault)) throw error;
    console.error(error.message);
    // Sockets and timers of what hangs would keep this process.
    process.exit(1);
  }
}
