/** All loops of the node: those that agents define, under the configuration of `/yangent-loops:loops`. */
import type { Logger } from 'pino';
import { from, lastValueFrom, mergeMap } from 'rxjs';
import { RpcError } from '../data/index.js';
import type { DeviceAccess } from '../devices/index.js';
import type { Store } from '../store/index.js';
import type { LoopContext, LoopDefinition, LoopPolicy, RpcInput, RpcOutput } from './definition.js';
import { LoopJournal } from './journal.js';
import type { LoopNews } from './news.js';
import { LoopOwners } from './owners.js';
import { type PolicyRecord, UNCONFIGURED } from './policy.js';
import { Resources } from './resources.js';
import { BY_CONFIGURATION, LoopRunner } from './runner.js';

export interface LoopsOptions {
  readonly store: Store;
  readonly news: LoopNews;
  readonly log: Logger;
  /** The devices, as the loop may use them. */
  readonly devices: (acting: Acting, signal: AbortSignal) => DeviceAccess;
  /** The loop of that name as it is configured at the moment of asking. */
  readonly configured: (name: string) => LoopRecord | undefined;
  /** Adds the configuration of loops that have none yet. */
  readonly configure: (loops: readonly NewLoop[]) => Promise<void>;
  /** Runs an RPC for a loop of this node. */
  readonly invoke: (
    acting: Acting,
    rpc: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<unknown>;
  /** The name by which the audit trail knows it. */
  readonly nameOf: (acting: Acting) => string;
  /** Why everything autonomous is stopped, if it is. */
  readonly halted: () => string | undefined;
}

/** One loop, as configured. */
export interface LoopRecord {
  readonly agent: string;
  /** The user with whose rights it acts, where configuration says it. */
  readonly owner?: string;
  readonly enabled: boolean;
  readonly policy: PolicyRecord;
}

/** A loop that is to be configured as its agent defines it. */
export interface NewLoop {
  readonly name: string;
  readonly agent: string;
  readonly goal?: string;
  readonly policy?: LoopPolicy;
}

/** By whom a loop acts. */
export interface Acting {
  readonly agent: string;
  /** The user with whose rights it acts; absent: the agent's own. */
  readonly owner?: string;
  /** The devices that the agent's definition lets it edit. */
  readonly edits: readonly string[];
}

/** One loop as the provider shows it. */
export interface LoopHandle {
  readonly agent: string;
  readonly edits: readonly string[];
  readonly runner: LoopRunner;
  readonly journal: LoopJournal;
}

/** An agent as far as its loops are concerned. */
export interface LoopOwner {
  readonly id: string;
  readonly loops?: readonly LoopDefinition[];
  /** Devices that the agent edits. */
  readonly devices?: readonly string[];
}

interface DefinedLoop {
  readonly agent: string;
  readonly edits: readonly string[];
  readonly definition: LoopDefinition;
}

const STARTED_AT_ONCE = 100;

export class Loops {
  readonly #loops = new Map<string, LoopHandle>();

  readonly #resources: Resources;
  /** `stop-all` and `resume-all` are followed one after the other. */
  #following: Promise<void> = Promise.resolve();

  /** Who committed the loops. */
  readonly owners: LoopOwners;

  constructor(private readonly options: LoopsOptions) {
    this.owners = new LoopOwners(options.store);
    this.#resources = new Resources(options.store);
  }

  get(name: string): LoopHandle | undefined {
    return this.#loops.get(name);
  }

  /** The agent of a loop that is configured, whether this node has the loop or not. */
  agentOf(name: string): string | undefined {
    return this.options.configured(name)?.agent;
  }

  /** @throws RpcError when the loop is configured, but no agent of this node defines it */
  need(name: string): LoopHandle {
    const loop = this.#loops.get(name);
    if (loop) return loop;
    throw new RpcError({
      type: 'application',
      tag: 'operation-failed',
      origin: 'caller',
      message: `loop "${name}" is configured, but no agent of this node defines it`,
    });
  }

  /** Takes over the loops of hosted agents; `start` lets them go on as they were. @throws Error for a name already taken */
  async host(agents: readonly LoopOwner[]): Promise<void> {
    const defined = new Map<string, DefinedLoop>();
    await this.owners.load();
    for (const { id: agent, loops = [], devices: edits = [] } of agents) {
      for (const definition of loops) {
        const { name } = definition;
        if (this.#loops.has(name) || defined.has(name)) throw new Error(`two agents define a loop "${name}"`);
        defined.set(name, { agent, edits, definition });
      }
    }
    const missing = [...defined.values()].filter(({ definition }) => !this.options.configured(definition.name));
    if (missing.length > 0) await this.options.configure(missing.map(newLoop));
    for (const each of defined.values()) await this.take(each);
  }

  private async take({ agent, edits, definition }: DefinedLoop): Promise<void> {
    const { store, news, log, halted } = this.options;
    const { name } = definition;
    const journal = await LoopJournal.open(store, news, name, agent);
    const runner = new LoopRunner({
      definition,
      journal,
      log,
      policy: () => this.policy(name),
      halted,
      resources: this.#resources,
      context: (signal) => this.context({ name, agent, edits }, signal),
    });
    this.#loops.set(name, { agent, edits, runner, journal });
  }

  /** Starts what is enabled and what was running before: many at once, so that they share the commits of the store. */
  async start(): Promise<void> {
    const restore = ([name, { runner }]: readonly [string, LoopHandle]) =>
      runner.restore(isEnabled(this.options.configured(name)));
    await lastValueFrom(from(this.#loops).pipe(mergeMap(restore, STARTED_AT_ONCE)), { defaultValue: undefined });
  }

  /**
   * Follows a change of a loop's configuration. `enabled` starts and stops it when it changes, so that an edit of the policy
   * does not wake a loop that an operator stopped; the policy counts from the next decision on.
   */
  async apply(name: string, before: LoopRecord | undefined, after: LoopRecord | undefined): Promise<void> {
    const loop = this.#loops.get(name);
    if (!loop || isEnabled(before) === isEnabled(after)) return;
    const { runner } = loop;
    if (!isEnabled(after) && (runner.state === 'running' || runner.state === 'paused')) {
      await runner.stop(after === undefined ? BY_CONFIGURATION.deleted : BY_CONFIGURATION.disabled);
    }
    if (isEnabled(after) && (runner.state === 'idle' || runner.state === 'stopped')) await runner.start();
  }

  /** Pauses all loops, or lets those go on that were paused so. Never rejects. @param halted everything autonomous is stopped */
  follow(halted: boolean, reason: string): Promise<void> {
    const { log } = this.options;
    this.#following = this.#following
      .then(() => (halted ? this.pauseAll(reason) : this.resumeAll(reason)))
      .catch((error: unknown) => log.error({ err: error, halted }, 'not all loops follow stop-all or resume-all'));
    return this.#following;
  }

  /** Pauses every loop that runs, and interrupts what any is executing: everything autonomous is stopped. */
  async pauseAll(reason: string): Promise<void> {
    await Promise.all([...this.#loops.values()].map(({ runner }) => runner.interrupt(reason)));
  }

  /** Resumes the loops that `pauseAll` paused for that reason, and no others. */
  async resumeAll(reason: string): Promise<void> {
    const paused = [...this.#loops.values()].filter(
      ({ runner, journal }) => runner.state === 'paused' && journal.status.reason === reason,
    );
    await Promise.all(paused.map(({ runner }) => runner.resume()));
  }

  /** By whom the loop acts now: an operator may have changed it. */
  private acting({ name, agent, edits }: Acting & { readonly name: string }): Acting {
    const owner = this.options.configured(name)?.owner ?? this.owners.of(name);
    return { agent, edits, ...(owner === undefined ? {} : { owner }) };
  }

  /** The name by which the audit trail knows a loop of this node. */
  actsAs(name: string): string | undefined {
    const loop = this.#loops.get(name);
    return loop && this.options.nameOf(this.acting({ name, agent: loop.agent, edits: loop.edits }));
  }

  private context(loop: Acting & { readonly name: string }, signal: AbortSignal): LoopContext {
    const { devices, log } = this.options;
    const { agent } = loop;
    // What the bindings type at compile time, the schema checks when the RPC runs.
    const invoke = async <Name extends string>(rpc: Name, input: RpcInput<Name>): Promise<RpcOutput<Name>> =>
      (await this.options.invoke(this.acting(loop), rpc, input ?? {}, signal)) as RpcOutput<Name>;
    return {
      agent,
      signal,
      log,
      invoke,
      devices: {
        ...devices(this.acting(loop), signal),
        edit: (...edit) => devices(this.acting(loop), signal).edit(...edit),
      },
    };
  }

  private policy(name: string): PolicyRecord {
    return this.options.configured(name)?.policy ?? UNCONFIGURED;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#loops.values()].map(({ runner }) => runner.halt()));
  }
}

function newLoop({ agent, definition: { name, goal, policy } }: DefinedLoop): NewLoop {
  return { name, agent, goal, policy };
}

/** True for a configured loop that is not disabled. */
function isEnabled(loop: LoopRecord | undefined): boolean {
  return loop?.enabled === true;
}
