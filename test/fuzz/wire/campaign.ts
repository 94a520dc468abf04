/** All parts of the wire fuzz one after the other, and the memory of those they ask. */
import { type NodeProcess, startNodeProcess } from './node-process.js';
import { Fault, inputsOf, type Part } from './part.js';
import { PARTS } from './parts/index.js';
import { startWatchdog } from './watchdog.js';

export interface Campaign {
  readonly parts: readonly string[];
  /** Inputs over all parts. */
  readonly count: number;
  readonly seed: number;
  /** The first input of each part. */
  readonly from: number;
  readonly tell: (line: string) => void;
}

/** Something is wrong, and the message says all that is needed to see it again. */
export class CampaignFault extends Error {}

/** What memory may grow to after the warm-up, as a multiple. */
const GROWTH = 1.2;
/** The share of each part's inputs that goes before the measured ones: caches fill, code is compiled. */
const WARM_UP = 0.15;
const MEBIBYTE = 1 << 20;
/** Milliseconds between two lines of progress. */
const PROGRESS = 10_000;

/** @throws CampaignFault */
export async function runCampaign({ parts, count, seed, from, tell }: Campaign): Promise<void> {
  const chosen = parts.flatMap((name) => {
    const part = PARTS.get(name);
    return part ? [{ name, part }] : [];
  });
  const shares = chosen.reduce((sum, { part }) => sum + part.share, 0);
  const rows = chosen.map(({ name, part }) => ({
    name,
    part,
    amount: Math.max(1, Math.round((count * part.share) / shares)),
  }));
  const watchdog = startWatchdog();
  let total = 0;
  try {
    for (const over of ['parsers', 'sockets'] as const) {
      const own = rows.filter(({ part }) => part.over === over);
      if (own.length === 0) continue;
      total += await runOver(own, over === 'sockets' ? await startNodeProcess() : undefined);
    }
  } finally {
    watchdog.end();
  }
  tell(`${total} inputs, none of which did harm`);

  async function runOver(own: typeof rows, node: NodeProcess | undefined): Promise<number> {
    const resident = node ? () => node.resident() : residentHere;
    try {
      let done = 0;
      for (const phase of ['warm-up', 'measured'] as const) {
        const before = phase === 'measured' ? await resident() : 0;
        for (const { name, part, amount } of own) {
          const warm = Math.floor(amount * WARM_UP);
          const [begin, end] = phase === 'warm-up' ? [0, warm] : [warm, amount];
          await runPart(name, part, node, from + begin, from + end, phase);
          done += end - begin;
          if (node?.errors()) throw new CampaignFault(`${name}: the node logs errors:\n${node.errors()}`);
        }
        if (phase === 'measured') judgeMemory(node ? 'the node' : 'this process', before, await resident());
      }
      return done;
    } finally {
      await node?.end();
    }
  }

  async function runPart(
    name: string,
    part: Part,
    node: NodeProcess | undefined,
    begin: number,
    end: number,
    phase: string,
  ): Promise<void> {
    const fuzzer = await part.start(node ?? NOWHERE);
    let told = Date.now();
    const started = told;
    for (let at = begin; at < end; at += part.batch) {
      watchdog.beat(name, at, seed);
      try {
        await fuzzer.check(inputsOf(name, seed, at, Math.min(part.batch, end - at)));
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        const again = `npm run fuzz -- ${name} --seed ${seed} --from ${error.index} --count 1`;
        throw new CampaignFault(
          `${name}, ${error.message}\nagain: ${again}${node ? `\nthe node's log: ${node.errors()}` : ''}`,
        );
      }
      if (Date.now() - told > PROGRESS) {
        told = Date.now();
        tell(`${name}: ${at - from} of ${end - from}`);
      }
    }
    await fuzzer.end?.();
    if (end > begin)
      tell(`${name} (${phase}): ${end - begin} inputs in ${((Date.now() - started) / 1_000).toFixed(1)} s`);
  }

  function judgeMemory(whose: string, before: number, after: number): void {
    const line = `memory of ${whose}: ${Math.round(before / MEBIBYTE)} MiB after the warm-up, ${Math.round(after / MEBIBYTE)} MiB at the end`;
    tell(`${line} (${(after / before).toFixed(2)} times)`);
    if (after > before * GROWTH) throw new CampaignFault(`${line}: more than ${GROWTH} times`);
  }
}

const NOWHERE = { password: '', netconf: { host: '', port: 0 }, url: '', certificate: '' };

async function residentHere(): Promise<number> {
  for (let round = 0; round < 4; round += 1) globalThis.gc?.();
  return process.memoryUsage.rss();
}
