/** How an agent author writes a closed loop: five functions, typed from one to the next. */
import type { Logger } from 'pino';
import type { Observable } from 'rxjs';
import type { DeviceAccess } from '../devices/index.js';
import type { Rpcs, YangentLoops_Loops_Loop_Policy } from '../generated/index.js';
import { didYouMean } from '../yang/index.js';

/** The policy of a loop as its author and configuration write it; the model says what is meant where a member is absent. */
export type LoopPolicy = YangentLoops_Loops_Loop_Policy;

/** What a loop's functions can do. Everything here ends when `signal` is aborted: the loop is stopped, or the node. */
export interface LoopContext {
  /** The agent that the loop acts for. */
  readonly agent: string;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly devices: DeviceAccess;
  /** Runs an RPC of the node as this agent, e.g. `yangent-tasks:assign`; RFC 7951 values in and out. @throws RpcError */
  invoke<Name extends string>(rpc: Name, input: RpcInput<Name>): Promise<RpcOutput<Name>>;
}

/** The input of an RPC: typed where the models of this node describe it. */
export type RpcInput<Name extends string> = Name extends keyof Rpcs
  ? Rpcs[Name]['input']
  : Readonly<Record<string, unknown>>;

export type RpcOutput<Name extends string> = Name extends keyof Rpcs ? Rpcs[Name]['output'] : unknown;

/** What a loop's functions can do while a decision is carried out. */
export interface ExecutionContext extends LoopContext {
  /** Names this cycle, also after a restart: the key by which others know a request that is made again, e.g. `task-id`. */
  readonly cycle: string;
}

/** What should be done. A loop with `recover` or `compensate` makes its decisions of plain JSON. */
export interface Decision {
  readonly summary: string;
  /** How many managed elements it touches; as many as it has resources unless told, and 1 at least. */
  readonly affected?: number;
  /** What it touches, named as other loops name it (`edge-1/uplink`): two loops do not work on one of them at once. */
  readonly resources?: readonly string[];
  /** It was made from free text. */
  readonly fromFreeText?: boolean;
}

export interface Verdict {
  readonly ok: boolean;
  readonly note: string;
}

export interface ClosedLoop<Seen, Conclusion, Decided extends Decision, Done> {
  readonly name: string;
  readonly goal?: string;
  /** The policy of a loop that is not configured yet; the configured one is the one in force. */
  readonly policy?: LoopPolicy;
  /** Gives what is, also when all is well: of what comes while the loop is busy only the last counts, and is acted on. */
  observe(context: LoopContext): Observable<Seen>;
  /** Undefined: all is as it should be. */
  analyse(seen: Seen, context: LoopContext): Promise<Conclusion | undefined> | Conclusion | undefined;
  /** Undefined: nothing can be done. */
  decide(conclusion: Conclusion, context: LoopContext): Promise<Decided | undefined> | Decided | undefined;
  execute(decision: Decided, context: ExecutionContext): Promise<Done>;
  /** Only looks: it is done again after a restart. */
  verify(done: Done, decision: Decided, context: ExecutionContext): Promise<Verdict>;
  /**
   * Called after a restart that cut off `execute`: finds out what became of it and completes it, doing nothing a second time,
   * or gives undefined when nothing was done. `Done` must be plain JSON.
   */
  recover?(decision: Decided, context: ExecutionContext): Promise<Done | undefined>;
  /**
   * Takes back what was done, perhaps in part, when it failed, did not help, or was cut off by a restart and cannot be recovered.
   * May be called again after a restart. @returns what it did
   */
  compensate?(decision: Decided, context: ExecutionContext): Promise<string>;
}

/** A loop whose types are closed over, as the node keeps it. */
export interface LoopDefinition {
  readonly name: string;
  readonly goal?: string;
  readonly policy?: LoopPolicy;
  observe(context: LoopContext): Observable<unknown>;
  /** Analyses and decides. */
  plan(seen: unknown, context: LoopContext): Promise<Plan>;
  /** What can be done about a decision that the loop made before the restart. */
  action(decision: unknown): Action;
}

/** The outcome of analyse and decide. */
export interface Plan {
  readonly seen: string;
  readonly concluded?: string;
  readonly action?: Action;
}

/** A decision, with what is left to do bound to it. */
export interface Action {
  readonly decision: Decision;
  execute(context: ExecutionContext): Promise<Done>;
  readonly recover?: (context: ExecutionContext) => Promise<Done | undefined>;
  readonly compensate?: (context: ExecutionContext) => Promise<string>;
  /** What `execute` gave before the restart. */
  again(value: unknown): Done;
}

export interface Done {
  readonly value: unknown;
  readonly summary: string;
  verify(context: ExecutionContext): Promise<Verdict>;
}

const NEEDED = ['observe', 'analyse', 'decide', 'execute', 'verify'] as const;
const MEMBERS = ['name', 'goal', 'policy', ...NEEDED, 'recover', 'compensate'];

/** @throws TypeError saying what is missing or unknown */
function requireWhole(loop: object): void {
  const members = new Map(Object.entries(loop));
  const name = members.get('name');
  if (typeof name !== 'string' || name === '') throw new TypeError('closedLoop: a loop needs a "name", a text');
  for (const member of members.keys()) {
    if (MEMBERS.includes(member)) continue;
    const hint = didYouMean(member, MEMBERS);
    throw new TypeError(`loop "${name}": ${member}: a loop has no such member${hint}; it has ${MEMBERS.join(', ')}`);
  }
  const missing = NEEDED.find((member) => typeof members.get(member) !== 'function');
  if (missing) throw new TypeError(`loop "${name}": ${missing} must be a function; a loop has ${NEEDED.join(', ')}`);
}

/** Ties the functions of a loop together. @throws TypeError when one is missing */
export function closedLoop<Seen, Conclusion, Decided extends Decision, Result>(
  loop: ClosedLoop<Seen, Conclusion, Decided, Result>,
): LoopDefinition {
  requireWhole(loop);
  const doneOf = (decision: Decided, value: Result): Done => ({
    value,
    summary: summary(value),
    verify: (context) => loop.verify(value, decision, context),
  });
  const actionOf = (decision: Decided): Action => {
    const { recover, compensate } = loop;
    return {
      decision,
      execute: async (context) => doneOf(decision, await loop.execute(decision, context)),
      ...(recover && {
        recover: async (context) => {
          const value = await recover(decision, context);
          return value === undefined ? undefined : doneOf(decision, value);
        },
      }),
      ...(compensate && { compensate: (context) => compensate(decision, context) }),
      // `execute` or `recover` of the same loop made the value, and the journal kept it.
      again: (value) => doneOf(decision, value as Result),
    };
  };
  return {
    name: loop.name,
    goal: loop.goal,
    policy: loop.policy,
    observe: (context) => loop.observe(context),
    async plan(input, context) {
      // `observe` of the same loop made the value, so it has its type.
      const seen = input as Seen;
      const conclusion = await loop.analyse(seen, context);
      const decision = conclusion === undefined ? undefined : await loop.decide(conclusion, context);
      return {
        seen: summary(seen),
        concluded: conclusion === undefined ? undefined : summary(conclusion),
        action: decision && actionOf(decision),
      };
    },
    // `decide` of the same loop made the decision, and the journal kept it.
    action: (decision) => actionOf(decision as Decided),
  };
}

const LONGEST = 4_000;

/** A value as the history keeps it: its own `summary`, or JSON; cut where too long. */
export function summary(value: unknown): string {
  const own = typeof value === 'object' && value !== null && 'summary' in value ? value.summary : value;
  const text = typeof own === 'string' ? own : (JSON.stringify(own) ?? String(own));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} ...` : text;
}
