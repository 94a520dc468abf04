/** Many attached agents that execute tasks and die at random, against one node in a process of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { RestconfClient } from '../../../src/clients/index.js';
import { RpcError } from '../../../src/data/index.js';
import { Random } from '../../fuzz/random.js';
import { startServe } from '../../support/serve.js';
import { Memory } from '../memory.js';
import { type Ending, readEndings } from './verdict.js';

export interface AgentsOptions {
  readonly agents: number;
  readonly tasks: number;
  readonly directory: string;
  readonly seed: number;
  /** Seconds that an executor may be silent; 3 unless told. */
  readonly lease?: number;
  readonly onProgress?: (line: string) => void;
}

/** Times in milliseconds since 1970. */
export interface Absence {
  readonly from: number;
  readonly to: number;
}

export interface AgentsReport {
  /** What became of each task, as the database of the node has it. */
  readonly endings: readonly Ending[];
  /** Identifiers of the tasks whose assignment was acknowledged. */
  readonly acknowledged: readonly string[];
  /** How often an agent died with tasks in its hands. */
  readonly deaths: number;
  /** Agents that had a line of tasks all the time. */
  readonly saturated: ReadonlySet<string>;
  /** When each agent was dead. */
  readonly absences: ReadonlyMap<string, readonly Absence[]>;
  /** Late results of agents that had lost their claim, all refused. */
  readonly refused: number;
  readonly memory: Memory;
  readonly seconds: number;
  /** What went wrong on the way. */
  readonly faults: readonly string[];
}

/** Requests under way at a time, of each side. */
const ASSIGNERS = 8;
const EXECUTORS = 12;
const LEASE = 3;
/** Milliseconds for which an agent is dead, of each second of its lease. */
const REVIVAL = 2_000;
/** Of so many visits of an agent one ends with its death. */
const DEATHS = 20;
const CLAIMED_AT_ONCE = 2;
/**
 * One of so many agents is saturated: it always has a line of tasks, and all of them get three of four visits. Of fewer than
 * `least` the dead would be so many that the visits empty the lines of those who live.
 */
const SATURATED = { oneOf: 100, least: 50 } as const;
const LINE = 15;
/** Tasks that wait for the other agents, for each that is saturated. */
const OTHERS = 5;
/** Of so many visits one is not for the saturated. */
const OTHER_VISITS = 4;
/** Parts of the work after each of which the node is asked what memory it holds. */
const PARTS = 4;
const PROGRESS_EVERY = 5_000;
/** Milliseconds. */
const PAUSE = 5;
/** Visits that are over and need not be kept. */
const FORGET = 10_000;

const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'ACME' });
const agentName = (index: number) => `a${index}`;

export async function runAgents({
  agents,
  tasks,
  directory,
  seed,
  lease = LEASE,
  onProgress,
}: AgentsOptions): Promise<AgentsReport> {
  const configuration = join(directory, 'configuration.json');
  const entries = Array.from({ length: agents }, (_, index) => ({
    id: agentName(index),
    profile: profile(agentName(index)),
  }));
  writeFileSync(
    configuration,
    JSON.stringify({
      'yangent-agents:agents': { agent: [{ id: 'noc', profile: profile('noc') }, ...entries] },
      'yangent-tasks:task-settings': { retention: { count: tasks + 1 } },
    }),
  );
  const node = await startServe({ data: join(directory, 'data'), args: ['--config', configuration], probe: true });
  const memory = Memory.watch(node);
  const begun = performance.now();
  const run = new Run({ agents, tasks, lease, random: new Random(seed), memory, tell: onProgress ?? (() => {}) });
  const client = () => new RestconfClient({ url: node.url, username: 'admin', password: node.password });
  const clients = Array.from({ length: ASSIGNERS + EXECUTORS }, client);
  try {
    await Promise.all(clients.map((each, index) => (index < ASSIGNERS ? run.assign(each) : run.execute(each))));
  } finally {
    for (const each of clients) each.close();
    memory.stop();
    await node.end('SIGTERM');
  }
  return {
    endings: readEndings(join(directory, 'data', 'yangent.db')),
    acknowledged: run.acknowledged,
    deaths: run.deaths,
    saturated: run.saturated,
    absences: run.absences,
    refused: run.refused,
    memory,
    seconds: (performance.now() - begun) / 1_000,
    faults: run.faults,
  };
}

interface RunOptions {
  readonly agents: number;
  readonly tasks: number;
  readonly lease: number;
  readonly random: Random;
  readonly memory: Memory;
  readonly tell: (line: string) => void;
}

class Run {
  readonly acknowledged: string[] = [];
  readonly faults: string[] = [];
  deaths = 0;
  refused = 0;
  #next = 0;
  /** Tasks for which a completion was acknowledged. */
  readonly #completed = new Set<string>();
  /** Agents to which the next tasks are assigned: one for each that was completed, so that lines stay as long as they are. */
  readonly #wanted: number[] = [];
  readonly #saturated: number;
  /** Of the other agents, whom to visit, as often as tasks were assigned to it. */
  #visits: number[] = [];
  #visited = 0;
  /** By agent, tasks that wait for it as far as is known. */
  readonly #lines = new Map<number, number>();
  readonly #dead = new Set<number>();
  readonly absences = new Map<string, Absence[]>();

  constructor(private readonly o: RunOptions) {
    this.#saturated = Math.max(SATURATED.least, Math.ceil(o.agents / SATURATED.oneOf));
    for (let place = 0; place < LINE; place++)
      for (let agent = 0; agent < this.#saturated; agent++) this.#wanted.push(agent);
    for (let n = 0; n < OTHERS * this.#saturated; n++) this.#wanted.push(this.#anyOther());
  }

  get saturated(): ReadonlySet<string> {
    return new Set(Array.from({ length: this.#saturated }, (_, index) => agentName(index)));
  }

  #anyOther(): number {
    return this.#saturated + this.o.random.below(this.o.agents - this.#saturated);
  }

  /** Assigns tasks until all are. */
  async assign(client: RestconfClient): Promise<void> {
    const { tasks, random, tell } = this.o;
    while (this.#next < tasks && this.faults.length === 0) {
      const agent = this.#wanted.shift();
      if (agent === undefined) {
        await delay(PAUSE);
        continue;
      }
      const number = this.#next++;
      const input = {
        ...{ from: 'noc', to: agentName(agent), 'task-id': `t${number}`, type: 'work' },
        priority: random.below(8),
        policy: { 'max-attempts': 100 },
      };
      try {
        const answer = await client.invoke('yangent-tasks:assign', input);
        this.acknowledged.push(text(answer, 'id'));
        this.#queue(agent, 1);
      } catch (error) {
        this.faults.push(`assigning ${number}: ${error}`);
      }
      if ((number + 1) % PROGRESS_EVERY === 0) tell(`${number + 1} assigned, ${this.#completed.size} completed`);
    }
  }

  /** Visits one agent after the other until every task is completed. */
  async execute(client: RestconfClient): Promise<void> {
    while (this.#completed.size < this.o.tasks && this.faults.length === 0) {
      const agent = this.#isBehind()
        ? undefined
        : this.o.random.below(OTHER_VISITS) === 0
          ? this.#other()
          : this.#oneSaturated();
      if (agent === undefined) {
        await delay(PAUSE);
        continue;
      }
      try {
        await this.#visit(client, agent);
      } catch (error) {
        this.faults.push(`agent ${agent}: ${error}`);
      }
    }
  }

  /** Whether lines are shorter than they are meant to be: no task is taken before they are filled. */
  #isBehind(): boolean {
    return this.#next < this.o.tasks && this.#wanted.length > this.#saturated;
  }

  /** A saturated agent that lives, by lot. */
  #oneSaturated(): number | undefined {
    const ready: number[] = [];
    for (let agent = 0; agent < this.#saturated; agent++) if (this.#isReady(agent)) ready.push(agent);
    return ready[this.o.random.below(Math.max(1, ready.length))];
  }

  /** The next of the others. */
  #other(): number | undefined {
    for (;;) {
      const agent = this.#visits[this.#visited];
      if (agent === undefined) return undefined;
      this.#visited++;
      if (this.#visited === FORGET) {
        this.#visits = this.#visits.slice(FORGET);
        this.#visited = 0;
      }
      // Another visit may have found all of its tasks; the dead are visited when they are back.
      if (this.#isReady(agent)) return agent;
    }
  }

  #isReady(agent: number): boolean {
    return (this.#lines.get(agent) ?? 0) > 0 && !this.#dead.has(agent);
  }

  #queue(agent: number, tasks: number): void {
    this.#lines.set(agent, (this.#lines.get(agent) ?? 0) + tasks);
    if (agent >= this.#saturated) for (let n = 0; n < tasks; n++) this.#visits.push(agent);
  }

  async #visit(client: RestconfClient, agent: number): Promise<void> {
    const claim = { agent: agentName(agent), max: CLAIMED_AT_ONCE, lease: this.o.lease };
    const { task: found } = { task: [], ...((await client.invoke('yangent-tasks:claim-next', claim)) ?? {}) };
    const claimed: readonly unknown[] = Array.isArray(found) ? found : [];
    this.#lines.set(agent, (this.#lines.get(agent) ?? 0) - claimed.length);
    if (claimed.length === 0) return;
    if (this.o.random.below(DEATHS) === 0) {
      this.deaths++;
      this.#dead.add(agent);
      const died = Date.now();
      setTimeout(() => void this.#revive(client, agent, died, claimed), REVIVAL * this.o.lease);
      return;
    }
    for (const task of claimed) if (!(await this.#complete(client, agent, task))) this.#queue(agent, 1);
  }

  /** Back from the dead, it first tries to deliver what it had claimed: that is refused once the claim is lost. */
  async #revive(client: RestconfClient, agent: number, died: number, claimed: readonly unknown[]): Promise<void> {
    let lost = 0;
    const name = agentName(agent);
    this.absences.set(name, [...(this.absences.get(name) ?? []), { from: died, to: Date.now() }]);
    try {
      for (const task of claimed) if (!(await this.#complete(client, agent, task))) lost++;
    } catch (error) {
      this.faults.push(`agent ${agent}, revived: ${error}`);
    }
    this.refused += lost;
    this.#dead.delete(agent);
    this.#queue(agent, lost);
    // What was assigned meanwhile was passed by.
    if (agent >= this.#saturated) for (let n = lost; n < (this.#lines.get(agent) ?? 0); n++) this.#visits.push(agent);
  }

  /** @returns false when the claim had been lost, which a busy machine may do to those who live, too */
  async #complete(client: RestconfClient, agent: number, task: unknown): Promise<boolean> {
    const id = text(task, 'id');
    try {
      await client.action(`/yangent-tasks:tasks/task=${id}/complete`, { attempt: Number(text(task, 'attempt')) });
    } catch (error) {
      const lost = error instanceof RpcError && (error.appTag === 'stale-attempt' || error.appTag === 'bad-transition');
      if (!lost) throw error;
      return false;
    }
    if (this.#completed.has(id)) this.faults.push(`task ${id} was completed twice`);
    this.#completed.add(id);
    this.#wanted.push(agent < this.#saturated ? agent : this.#anyOther());
    if (this.#completed.size % Math.ceil(this.o.tasks / PARTS) === 0) await this.o.memory.hold();
    return true;
  }
}

function text(value: unknown, name: string): string {
  const found = typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
  if (typeof found !== 'string' && typeof found !== 'number') throw new Error(`there is no ${name}`);
  return String(found);
}
