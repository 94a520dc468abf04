/** The definition of a closed loop by an agent author: five functions, each typed by the one before. */
import type { Logger } from 'pino';
import type { Observable } from 'rxjs';
import type { DeviceAccess } from '../devices/index.js';
import type { Rpcs, YangentLoops_Loops_Loop_Policy } from '../generated/index.js';
import { didYouMean } from '../yang/index.js';

/** The policy of a loop as in configuration; the model has the defaults of absent members. */
export type LoopPolicy = YangentLoops_Loops_Loop_Policy;

/** The services for a loop's functions. All end when `signal` is aborted, because the loop or the node stops. */
export interface LoopContext {
  /** The agent that the loop acts for. */
  readonly agent: string;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly devices: DeviceAccess;
  /** Invokes an rpc of the node as this agent, e.g. `yangent-tasks:assign`, with RFC 7951 values. @throws RpcError */
  invoke<Name extends string>(rpc: Name, input: RpcInput<Name>): Promise<RpcOutput<Name>>;
}

/** The input of an rpc; typed for rpcs of the models of this node. */
export type RpcInput<Name extends string> = Name extends keyof Rpcs
  ? Rpcs[Name]['input']
  : Readonly<Record<string, unknown>>;

export type RpcOutput<Name extends string> = Name extends keyof Rpcs ? Rpcs[Name]['output'] : unknown;

/** The services for a loop's functions while a decision is executed. */
export interface ExecutionContext extends LoopContext {
  /** Name of this cycle, the same after a restart. Use it as key that identifies repeated requests, e.g. as `task-id`. */
  readonly cycle: string;
}

/** A decision. A loop with `recover` or `compensate` must make its decisions of plain JSON. */
export interface Decision {
  readonly summary: string;
  /** Number of managed elements that it affects. Default: the number of resources, at least 1. */
  readonly affected?: number;
  /** The affected resources, with the same names in all loops (`edge-1/uplink`): two loops never work on one resource at once. */
  readonly resources?: readonly string[];
  /** True when it was made from free text. */
  readonly fromFreeText?: boolean;
}

export interface Verdict {
  readonly ok: boolean;
  readonly note: string;
}

export interface ClosedLoop<Seen, Conclusion, Decided extends Decision, Done> {
  readonly name: string;
  readonly goal?: string;
  /** The policy for a loop that is not configured yet. A configured policy replaces it. */
  readonly policy?: LoopPolicy;
  /** Observes the present situation, also when nothing is wrong. While the loop is busy, only the latest value is kept. */
  observe(context: LoopContext): Observable<Seen>;
  /** Analyses an observation. Undefined: there is no problem. */
  analyse(seen: Seen, context: LoopContext): Promise<Conclusion | undefined> | Conclusion | undefined;
  /** Makes a decision. Undefined: no action is possible. */
  decide(conclusion: Conclusion, context: LoopContext): Promise<Decided | undefined> | Decided | undefined;
  execute(decision: Decided, context: ExecutionContext): Promise<Done>;
  /** Verifies the result without changes: it is repeated after a restart. */
  verify(done: Done, decision: Decided, context: ExecutionContext): Promise<Verdict>;
  /**
   * Called after a restart that interrupted `execute`: finds out what was done and completes it, without repeating anything.
   * Returns undefined when nothing was done. `Done` must be plain JSON.
   */
  recover?(decision: Decided, context: ExecutionContext): Promise<Done | undefined>;
  /**
   * Reverts an execution, perhaps a partial one, that failed, did not help, or was interrupted by a restart and cannot be
   * recovered. May be called again after a restart. @returns a text about its actions
   */
  compensate?(decision: Decided, context: ExecutionContext): Promise<string>;
}

/** A loop as the node stores it, with its types hidden. */
export interface LoopDefinition {
  readonly name: string;
  readonly goal?: string;
  readonly policy?: LoopPolicy;
  observe(context: LoopContext): Observable<unknown>;
  /** Runs `analyse` and `decide`. */
  plan(seen: unknown, context: LoopContext): Promise<Plan>;
  /** Returns the action of a decision that the loop made before a restart. */
  action(decision: unknown): Action;
}

/** The outcome of analyse and decide. */
export interface Plan {
  readonly seen: string;
  readonly concluded?: string;
  readonly action?: Action;
}

/** A decision with the functions that execute it. */
export interface Action {
  readonly decision: Decision;
  execute(context: ExecutionContext): Promise<Done>;
  readonly recover?: (context: ExecutionContext) => Promise<Done | undefined>;
  readonly compensate?: (context: ExecutionContext) => Promise<string>;
  /** Converts the stored result of `execute` after a restart. */
  again(value: unknown): Done;
}

export interface Done {
  readonly value: unknown;
  readonly summary: string;
  verify(context: ExecutionContext): Promise<Verdict>;
}

const NEEDED = ['observe', 'analyse', 'decide', 'execute', 'verify'] as const;
const MEMBERS = ['name', 'goal', 'policy', ...NEEDED, 'recover', 'compensate'];

/** Checks the members of a loop. @throws TypeError for a missing or unknown member */
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

/** Makes a loop of its functions. @throws TypeError when one is missing */
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

/** Returns the text of a value for the history: its own `summary`, or JSON; shortened when too long. */
export function summary(value: unknown): string {
  const own = typeof value === 'object' && value !== null && 'summary' in value ? value.summary : value;
  const text = typeof own === 'string' ? own : (JSON.stringify(own) ?? String(own));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} ...` : text;
}
