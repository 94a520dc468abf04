/** How an agent author writes a closed loop: five functions, typed from one to the next. */
import type { Logger } from 'pino';
import type { Observable } from 'rxjs';
import type { DeviceAccess } from '../devices/index.js';
import type { Rpcs } from '../generated/index.js';
import type { LoopPolicy } from './policy.js';

/** What a loop's functions can do. Everything here ends when `signal` is aborted: the loop is stopped, or the node. */
export interface LoopContext {
  /** The agent that the loop acts for. */
  readonly agent: string;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly devices: DeviceAccess;
  /** Runs an RPC of the node as this agent, e.g. `yangent-tasks:assign`; RFC 7951 values in and out. @throws RpcError */
  invoke<Name extends keyof Rpcs>(rpc: Name, input: Rpcs[Name]['input']): Promise<Rpcs[Name]['output']>;
  invoke(rpc: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** What should be done; `affected` counts the managed elements it touches (default 1). */
export interface Decision {
  readonly summary: string;
  readonly affected?: number;
}

export interface Verdict {
  readonly ok: boolean;
  readonly note: string;
}

export interface ClosedLoop<Seen, Conclusion, Decided extends Decision, Done> {
  readonly name: string;
  readonly goal?: string;
  /** The policy of a loop that is not configured yet; the configured one is the one in force. */
  readonly policy?: Partial<LoopPolicy>;
  observe(context: LoopContext): Observable<Seen>;
  /** Undefined: all is as it should be. */
  analyse(seen: Seen, context: LoopContext): Promise<Conclusion | undefined> | Conclusion | undefined;
  /** Undefined: nothing can be done. */
  decide(conclusion: Conclusion, context: LoopContext): Promise<Decided | undefined> | Decided | undefined;
  execute(decision: Decided, context: LoopContext): Promise<Done>;
  verify(done: Done, decision: Decided, context: LoopContext): Promise<Verdict>;
}

/** A loop whose types are closed over, as the node keeps it. */
export interface LoopDefinition {
  readonly name: string;
  readonly goal?: string;
  readonly policy?: Partial<LoopPolicy>;
  observe(context: LoopContext): Observable<unknown>;
  /** Analyses and decides; undefined where there is nothing to do. */
  plan(seen: unknown, context: LoopContext): Promise<Plan>;
}

/** The outcome of analyse and decide, with what is left to do bound to it. */
export interface Plan {
  readonly seen: string;
  readonly concluded?: string;
  readonly decision?: Decision;
  execute(context: LoopContext): Promise<{ readonly done: string; verify(): Promise<Verdict> }>;
}

/** Ties the functions of a loop together. */
export function closedLoop<Seen, Conclusion, Decided extends Decision, Done>(
  loop: ClosedLoop<Seen, Conclusion, Decided, Done>,
): LoopDefinition {
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
        decision,
        async execute(running) {
          if (!decision) throw new Error(`loop ${loop.name} has decided nothing that could be executed`);
          const done = await loop.execute(decision, running);
          return { done: summary(done), verify: () => loop.verify(done, decision, running) };
        },
      };
    },
  };
}

const LONGEST = 4_000;

/** A value as the history keeps it: its own `summary`, or JSON; cut where too long. */
export function summary(value: unknown): string {
  const own = typeof value === 'object' && value !== null && 'summary' in value ? value.summary : value;
  const text = typeof own === 'string' ? own : (JSON.stringify(own) ?? String(own));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} ...` : text;
}
