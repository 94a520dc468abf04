/** Many loops on many devices in one node, and somebody who switches ports off. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { RestconfClient } from '../../../src/clients/index.js';
import { Random } from '../../fuzz/random.js';
import { newHostKey } from '../../support/host-key.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { until } from '../../until.js';
import { Memory } from '../memory.js';
import { Device, PASSWORD, USER } from './device.js';

export interface LoopsOptions {
  readonly devices: number;
  /** Of each device, each with a loop. */
  readonly ports: number;
  /** Ports switched off one by one, before all are at once. */
  readonly faults: number;
  readonly directory: string;
  readonly seed: number;
  readonly onProgress?: (line: string) => void;
}

export interface LoopsReport {
  /** Milliseconds from a port that was switched off until its loop told that it is repaired and verified. */
  readonly single: readonly number[];
  /** The same, of the ports that were all switched off at once. */
  readonly storm: readonly number[];
  readonly loops: readonly LoopEnd[];
  /** Times that the port of each loop was switched off. */
  readonly faultsOf: ReadonlyMap<string, number>;
  readonly memory: Memory;
  /** Milliseconds that timers fired late, the worst of each second. */
  readonly delays: readonly number[];
  /** Milliseconds of the start of the node. */
  readonly startup: number;
  readonly seconds: number;
}

/** What a loop says of itself at the end. */
export interface LoopEnd {
  readonly name: string;
  readonly state: string;
  readonly counters: Readonly<Record<string, string>>;
}

/** Ports that are off at the same time, while they are switched off one by one. */
const AT_ONCE = 50;
const PROGRESS_EVERY = 1_000;
/** Parts of the faults after each of which, all being repaired, the node is asked what memory it holds. */
const PARTS = 4;
/** Milliseconds. */
const REPAIR_LIMIT = 120_000;
const PAUSE = 2;
const SECOND = 1_000;

export async function runLoops(o: LoopsOptions): Promise<LoopsReport> {
  const names = { devices: range('d', o.devices), ports: range('p', o.ports) };
  const faults = new Faults();
  const { pem, fingerprint } = await newHostKey();
  const devices = new Map(names.devices.map((name) => [name, new Device(names.ports, pem)]));
  await Promise.all([...devices.values()].map((device) => device.listen()));
  const begun = performance.now();
  const node = await startNode(o, devices, fingerprint);
  const memory = Memory.watch(node);
  const delays = new Delays(node.url);
  const client = new RestconfClient({ url: node.url, username: 'admin', password: node.password });
  const end = new AbortController();
  try {
    await faults.follow(client, end.signal);
    await until(
      () => readLoops(client),
      (loops) =>
        loops.length === o.devices * o.ports && loops.every(({ counters }) => Number(counters.observations) > 0),
      REPAIR_LIMIT,
    );
    const all = names.devices.flatMap((device) => names.ports.map((port) => ({ device, port })));
    const fail = ({ device, port }: { readonly device: string; readonly port: string }): void => {
      faults.begin(`${device}-${port}`);
      devices.get(device)?.fail(port);
    };
    const random = new Random(o.seed);
    for (let n = 1; n <= o.faults; n++) {
      await faults.fewerThan(Math.min(AT_ONCE, all.length));
      const free = all.filter(({ device, port }) => !faults.isOff(`${device}-${port}`));
      const next = free[random.below(free.length)];
      if (next) fail(next);
      if (n % Math.ceil(o.faults / PARTS) === 0 || n === o.faults) {
        await faults.fewerThan(1);
        await delays.without(() => memory.hold());
      }
      if (n % PROGRESS_EVERY === 0) o.onProgress?.(`${n} ports switched off, one by one`);
    }
    const single = faults.takeTimes();
    o.onProgress?.(`all ${all.length} ports switched off at once`);
    for (const each of all) fail(each);
    await faults.fewerThan(1);
    const storm = faults.takeTimes();
    await delays.without(() => memory.hold());
    const loops = await readLoops(client);
    const { startup } = node;
    const seconds = (performance.now() - begun) / SECOND;
    return { single, storm, loops, faultsOf: faults.counts, memory, delays: await delays.stop(), startup, seconds };
  } finally {
    end.abort();
    memory.stop();
    await delays.stop();
    client.close();
    await node.end('SIGTERM');
    for (const device of devices.values()) device.close();
  }
}

async function startNode(
  { devices, ports, directory }: LoopsOptions,
  servers: ReadonlyMap<string, Device>,
  hostKey: string,
): Promise<ServeProcess> {
  const data = join(directory, 'data');
  mkdirSync(join(data, 'secrets'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'secrets', USER), PASSWORD, { mode: 0o600 });
  const entries = [...servers].map(([name, { port }]) => ({
    ...{ name, address: '127.0.0.1', port, user: USER, credential: USER, 'host-key': hostKey },
  }));
  const configuration = join(directory, 'configuration.json');
  writeFileSync(configuration, JSON.stringify({ 'yangent-devices:devices': { device: entries } }));
  return startServe({
    data,
    args: ['--agent', 'test/soak/loops/agent.mjs', '--config', configuration],
    probe: true,
    env: { SOAK_DEVICES: String(devices), SOAK_PORTS: String(ports) },
  });
}

async function readLoops(client: RestconfClient): Promise<readonly LoopEnd[]> {
  const query = { content: 'nonconfig', fields: 'loop(name;state;counters)' } as const;
  const { value } = await client.get('/yangent-loops:loops', { query });
  return (value as { 'yangent-loops:loops': { loop: LoopEnd[] } })['yangent-loops:loops'].loop;
}

export function sum(loops: readonly LoopEnd[], counter: string): number {
  return loops.reduce((total, { counters }) => total + Number(counters[counter] ?? 0), 0);
}

function range(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

/** Ports that are off or whose loop is not done yet, since when, and how long those took that were repaired. */
class Faults {
  readonly counts = new Map<string, number>();
  readonly #off = new Map<string, number>();
  #times: number[] = [];

  begin(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    this.#off.set(name, performance.now());
  }

  /** Listens to what loops tell of the ends of their cycles; resolves when nothing is missed any more. */
  follow(client: RestconfClient, signal: AbortSignal): Promise<void> {
    const read = async (onOpen: () => void): Promise<void> => {
      for await (const { name, value } of client.events('NETCONF', { signal, onOpen })) {
        if (name !== 'yangent-loops:loop-changed') continue;
        const told = value as { readonly name: string; readonly outcome?: string };
        if (told.outcome !== undefined) this.#ended(told.name);
      }
    };
    return new Promise((resolve, reject) => read(resolve).catch(reject));
  }

  #ended(name: string): void {
    const since = this.#off.get(name);
    if (since === undefined) return;
    this.#off.delete(name);
    this.#times.push(performance.now() - since);
  }

  isOff(name: string): boolean {
    return this.#off.has(name);
  }

  /** @throws Error that names a port which stays off */
  async fewerThan(count: number): Promise<void> {
    const end = performance.now() + REPAIR_LIMIT;
    while (this.#off.size >= count) {
      if (performance.now() > end) throw new Error(`nobody repairs ${[...this.#off.keys()].slice(0, 5).join(', ')}`);
      await delay(PAUSE);
    }
  }

  takeTimes(): readonly number[] {
    return this.#times.splice(0);
  }
}

/** How late the timers of the node fire, as its metrics say, asked for each second. */
class Delays {
  readonly #milliseconds: number[] = [];
  readonly #end = new AbortController();
  readonly #asking: Promise<void>;

  #held: Promise<void> | undefined;

  constructor(private readonly url: string) {
    this.#asking = this.#ask(url);
  }

  async #ask(url: string): Promise<void> {
    while (!this.#end.signal.aborted) {
      await delay(SECOND, undefined, { signal: this.#end.signal }).catch(() => undefined);
      await this.#held;
      const worst = await worstOf(url);
      if (worst !== undefined) this.#milliseconds.push(worst);
    }
  }

  /** What the work delays does not count: it is none of the node's own. */
  async without(work: () => Promise<void>): Promise<void> {
    const held = work().then(async () => void (await worstOf(this.url)));
    this.#held = held.catch(() => undefined);
    await held;
  }

  async stop(): Promise<readonly number[]> {
    this.#end.abort();
    await this.#asking;
    return this.#milliseconds;
  }
}

/** The worst delay since the last time it was asked for. */
async function worstOf(url: string): Promise<number | undefined> {
  const text = await fetch(`${url}/metrics`).then((answer) => answer.text());
  const [, seconds] = /^yangent_event_loop_delay_seconds\{quantile="1"\} (\S+)$/m.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * SECOND;
}
