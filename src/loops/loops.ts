/** All loops of the node: defined by agents, configured in `/yangent-loops:loops`. */
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
  /** Returns the devices that the loop may use. */
  readonly devices: (acting: Acting, signal: AbortSignal) => DeviceAccess;
  /** Returns the present configuration of the loop with this name. */
  readonly configured: (name: string) => LoopRecord | undefined;
  /** Adds a configuration for loops that have none yet. */
  readonly configure: (loops: readonly NewLoop[]) => Promise<void>;
  /** Invokes an rpc for a loop of this node. */
  readonly invoke: (
    acting: Acting,
    rpc: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<unknown>;
  /** Returns the name of the loop in the audit trail. */
  readonly nameOf: (acting: Acting) => string;
  /** Returns why autonomous execution is stopped; undefined when it is not. */
  readonly halted: () => string | undefined;
}

/** One loop, as configured. */
export interface LoopRecord {
  readonly agent: string;
  /** The configured user with whose rights it acts. */
  readonly owner?: string;
  readonly enabled: boolean;
  readonly policy: PolicyRecord;
}

/** A loop to be configured as its agent defines it. */
export interface NewLoop {
  readonly name: string;
  readonly agent: string;
  readonly goal?: string;
  readonly policy?: LoopPolicy;
}

/** The agent and user as which a loop acts. */
export interface Acting {
  readonly agent: string;
  /** The user with whose rights it acts. Default: those of the agent. */
  readonly owner?: string;
  /** The devices that it may edit by the definition of its agent. */
  readonly edits: readonly string[];
}

/** A loop for the provider. */
export interface LoopHandle {
  readonly agent: string;
  readonly edits: readonly string[];
  readonly runner: LoopRunner;
  readonly journal: LoopJournal;
}

/** The members of an agent that its loops need. */
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
  /** Runs the effects of `stop-all` and `resume-all` one after another. */
  #following: Promise<void> = Promise.resolve();

  /** The users that committed the loops. */
  readonly owners: LoopOwners;

  constructor(private readonly options: LoopsOptions) {
    this.owners = new LoopOwners(options.store);
    this.#resources = new Resources(options.store);
  }

  get(name: string): LoopHandle | undefined {
    return this.#loops.get(name);
  }

  /** Returns the agent of a configured loop, whether or not an agent of this node defines it. */
  agentOf(name: string): string | undefined {
    return this.options.configured(name)?.agent;
  }

  /** Returns the groups that the policy of a loop names for approvals; none: `admin` and `operator`. */
  approverGroups(name: string): readonly string[] {
    return this.options.configured(name)?.policy.approverGroups ?? [];
  }

  /** Returns a loop. @throws RpcError when no agent of this node defines it */
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

  /** Adds the loops of hosted agents; `start` resumes them. @throws Error for a name that is already used */
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

  /** Starts enabled loops and loops that ran before: many at once, so that they share commits of the store. */
  async start(): Promise<void> {
    const restore = ([name, { runner }]: readonly [string, LoopHandle]) =>
      runner.restore(isEnabled(this.options.configured(name)));
    await lastValueFrom(from(this.#loops).pipe(mergeMap(restore, STARTED_AT_ONCE)), { defaultValue: undefined });
  }

  /**
   * Applies a change of a loop's configuration. Only a change of `enabled` starts or stops it, so that an edit of the policy does
   * not start a loop that an operator stopped. A new policy holds from the next decision on.
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

  /** Pauses all loops, or resumes those that it paused. Never rejects. @param halted true when autonomous execution is stopped */
  follow(halted: boolean, reason: string): Promise<void> {
    const { log } = this.options;
    this.#following = this.#following
      .then(() => (halted ? this.pauseAll(reason) : this.resumeAll(reason)))
      .catch((error: unknown) => log.error({ err: error, halted }, 'not all loops follow stop-all or resume-all'));
    return this.#following;
  }

  /** Pauses every running loop, and interrupts all executions. */
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

  /** Returns the agent and user as which the loop acts now: an operator may have changed the user. */
  private acting({ name, agent, edits }: Acting & { readonly name: string }): Acting {
    const owner = this.options.configured(name)?.owner ?? this.owners.of(name);
    return { agent, edits, ...(owner === undefined ? {} : { owner }) };
  }

  /** Returns the name of a loop of this node in the audit trail. */
  actsAs(name: string): string | undefined {
    const loop = this.#loops.get(name);
    return loop && this.options.nameOf(this.acting({ name, agent: loop.agent, edits: loop.edits }));
  }

  private context(loop: Acting & { readonly name: string }, signal: AbortSignal): LoopContext {
    const { devices, log } = this.options;
    const { agent } = loop;
    // The types are checked at compile time, the values by the schema when the rpc runs.
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
