/** The clock of the machine is set by a day, forward and back, while tasks are claimed, held, repeated and completed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Https } from '../../support/http.js';
import { type ServeProcess, startServe } from '../../support/serve.js';

const DAY = 86_400;
/** Seconds by which the clock is ahead, one after the other. */
const STEPS = [DAY, 0, -DAY, 0, DAY, -DAY] as const;
const EACH = 5;
/** Seconds: longer than a step takes, and far shorter than a day. */
const LEASE = 120;
/** Seconds by which a time of the node may differ from what the clock says. */
const NEAR = 60;

export interface ClockReport {
  readonly steps: number;
  readonly completed: number;
  readonly faults: readonly string[];
}

type Plain = Readonly<Record<string, unknown>>;

/** @param library path of libfaketime */
export async function clock(o: {
  readonly library: string;
  readonly directory: string;
  readonly steps: number;
  readonly tell?: (done: number) => void;
}): Promise<ClockReport> {
  const work = new ClockWork(o.library, o.directory);
  await work.start();
  try {
    await work.prepare();
    for (let step = 0; step < o.steps && work.faults.length === 0; step++) {
      await work.step(STEPS[step % STEPS.length] ?? 0);
      // Every round of steps the node begins anew with the clock as it stands.
      if ((step + 1) % STEPS.length === 0) await work.restart();
      o.tell?.(step + 1);
    }
    await work.count();
  } finally {
    await work.stop();
  }
  return { steps: o.steps, completed: work.completed, faults: work.faults };
}

class ClockWork {
  readonly faults: string[] = [];
  completed = 0;
  readonly #offsetFile: string;
  #node: ServeProcess | undefined;
  #https: Https | undefined;
  #number = 0;

  constructor(
    private readonly library: string,
    private readonly directory: string,
  ) {
    this.#offsetFile = join(directory, 'offset');
    this.#set(0);
  }

  async start(): Promise<void> {
    this.#node = await startServe({
      data: join(this.directory, 'data'),
      env: {
        LD_PRELOAD: this.library,
        FAKETIME_TIMESTAMP_FILE: this.#offsetFile,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    });
    this.#https = new Https(this.#node);
  }

  async stop(): Promise<void> {
    this.#https?.close();
    await this.#node?.end('SIGTERM');
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async prepare(): Promise<void> {
    for (const id of ['noc', 'meter']) {
      const profile = { name: id, description: 'd', version: '1.0.0', provider: 'p' };
      await this.#invoke('yangent-agents:register', { id, profile });
    }
  }

  /** Sets the clock while one task is held and others wait, then does the work of both sides. */
  async step(ahead: number): Promise<void> {
    const held = await this.#assign();
    await this.#claimed([held]);
    const waiting = [await this.#assign(), await this.#assign()];
    this.#set(ahead);
    for (let n = waiting.length; n < EACH; n++) waiting.push(await this.#assign());
    await this.#expectClock(waiting.at(-1) ?? '', ahead);
    await this.#act(held, 'heartbeat');
    await this.#complete(held);
    await this.#claimed(waiting);
    const [repeated = '', ...others] = waiting;
    for (const id of others) await this.#complete(id);
    await this.#act(repeated, 'fail', { code: 'internal', message: 'once more', recovery: ['retry'] });
    await this.#claimed([repeated]);
    await this.#complete(repeated);
  }

  /** All that was assigned is there, and completed. */
  async count(): Promise<void> {
    const { body } = (await this.#https?.send('GET', '/restconf/data/yangent-tasks:tasks?fields=task/state')) ?? {};
    const done = body?.match(/"state": *"completed"/g)?.length ?? 0;
    if (done !== this.#number) this.faults.push(`${this.#number} tasks were assigned, ${done} are completed`);
  }

  #set(ahead: number): void {
    writeFileSync(this.#offsetFile, `${ahead < 0 ? '' : '+'}${ahead}\n`);
  }

  /** Nothing is shown where the clock of the node stays as it was. */
  async #expectClock(id: string, ahead: number): Promise<void> {
    const { body } = (await this.#https?.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}/created`)) ?? {};
    const value: Plain = JSON.parse(body ?? '{}');
    const off = Date.parse(String(value['yangent-tasks:created'])) / 1_000 - Date.now() / 1_000 - ahead;
    if (!(Math.abs(off) < NEAR)) this.faults.push(`the clock of the node is ${Math.round(off)} s off what was set`);
  }

  async #assign(): Promise<string> {
    const id = `t${this.#number++}`;
    const input = { from: 'noc', to: 'meter', 'task-id': id, objective: 'x', async: true };
    const answer = await this.#invoke('yangent-tasks:assign', input);
    return String(answer.id);
  }

  /** Claims these tasks, which are all that wait, in this order. */
  async #claimed(ids: readonly string[]): Promise<void> {
    const input = { agent: 'meter', max: 10, lease: LEASE, wait: 30 };
    const { task = [] } = await this.#invoke('yangent-tasks:claim-next', input);
    const got = Array.isArray(task) ? task.map((each: Plain) => String(each.id)) : [];
    if (got.join() !== ids.join()) this.faults.push(`claimed ${got.join() || 'nothing'} in place of ${ids.join()}`);
  }

  async #complete(id: string): Promise<void> {
    await this.#act(id, 'complete');
    this.completed++;
  }

  #act(id: string, action: string, input: object = {}): Promise<Plain> {
    return this.#post(`/restconf/data/yangent-tasks:tasks/task=${id}/${action}`, 'yangent-tasks', input);
  }

  #invoke(rpc: string, input: object): Promise<Plain> {
    return this.#post(`/restconf/operations/${rpc}`, rpc.split(':')[0] ?? '', input);
  }

  async #post(path: string, module: string, input: object): Promise<Plain> {
    const answer = await this.#https?.send('POST', path, { body: JSON.stringify({ [`${module}:input`]: input }) });
    if (!answer || answer.status >= 300) this.faults.push(`${path}: ${answer?.body}`);
    const output: Plain = answer?.body ? JSON.parse(answer.body) : {};
    const value = output[`${module}:output`];
    return typeof value === 'object' && value !== null ? { ...value } : {};
  }
}
