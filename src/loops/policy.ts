/** The policy of a loop, checked before every execution. */
import type { YangentLoops_Loops_Loop_Policy } from '../generated/index.js';
import { isOpen } from '../policies/index.js';
import type { Decision } from './definition.js';
import type { Claim } from './resources.js';

/** The policy of a loop in force. */
export interface PolicyRecord {
  /** `autonomous`: executes by itself; `approve`: needs approval; `observe`: only reports decisions. */
  readonly mode: PolicyMode;
  /** Maximum number of executions per hour. */
  readonly rateLimit?: number;
  /** Seconds between the end of one execution and the next. */
  readonly coolDown: number;
  /** Empty: always. */
  readonly changeWindows: readonly string[];
  readonly maxAffected?: number;
  /** Seconds that a decision waits for approval. */
  readonly approvalTimeout?: number;
  /** Groups whose members may approve. Default: `admin` and `operator`. */
  readonly approverGroups?: readonly string[];
  /** True when decisions made from free text may be executed. */
  readonly allowFreeText: boolean;
  /** 0 to 7: the loop with the higher value goes first when loops undo each other's work. */
  readonly priority: number;
  /** Seconds within which executions of two loops on one resource are a conflict; 0: never. */
  readonly conflictWindow: number;
}

export type PolicyMode = NonNullable<YangentLoops_Loops_Loop_Policy['mode']>;

/** Policy of a loop that was deleted from configuration while it decides: it executes nothing. */
export const UNCONFIGURED: PolicyRecord = {
  mode: 'observe',
  coolDown: 0,
  changeWindows: [],
  allowFreeText: false,
  priority: 0,
  conflictWindow: 0,
};

export type Permission =
  | { readonly kind: 'execute' }
  | { readonly kind: 'approve' }
  | { readonly kind: 'observe-only' }
  | { readonly kind: 'suppressed'; readonly reason: string };

export interface PolicyInput {
  readonly policy: PolicyRecord;
  readonly affected: number;
  /** True when the decision was made from free text. */
  readonly freeText?: boolean;
  readonly now: Date;
  /** Times of the executions for `rateLimit` and `coolDown`, oldest first. */
  readonly executions: readonly Date[];
  /** Reason for which autonomous execution of the node is stopped. */
  readonly halted?: string;
}

/** Milliseconds over which `rate-limit` counts executions. */
export const RATE_SPAN = 3_600_000;
/** Milliseconds of the unit of `coolDown` and `conflictWindow`. */
export const SECOND = 1_000;

/** Returns the resources that a decision of a loop needs, with its policy. */
export function claimOf(loop: string, policy: PolicyRecord, { resources = [] }: Pick<Decision, 'resources'>): Claim {
  const { priority, conflictWindow } = policy;
  return { loop, resources: [...new Set(resources)], priority, window: conflictWindow * SECOND };
}

/** Decides whether a decision may be executed now. Limits hold also for approved decisions. */
export function permission(input: PolicyInput): Permission {
  const reason = LIMITS.map((limit) => limit(input)).find((each) => each !== undefined);
  if (input.policy.mode === 'observe') return { kind: 'observe-only' };
  if (reason !== undefined) return { kind: 'suppressed', reason };
  return { kind: input.policy.mode === 'autonomous' ? 'execute' : 'approve' };
}

/** The limits. Each returns the reason why the decision must not be executed, or undefined. */
const LIMITS: readonly ((input: PolicyInput) => string | undefined)[] = [
  ({ halted }) => (halted === undefined ? undefined : `everything autonomous is stopped: ${halted}`),
  ({ policy, freeText = false }) =>
    freeText && !policy.allowFreeText ? 'it was decided from free text, which the policy does not allow' : undefined,
  ({ policy, affected }) => {
    const max = policy.maxAffected;
    return max !== undefined && affected > max ? `would touch ${affected} elements, ${max} are allowed` : undefined;
  },
  ({ policy, executions, now }) => {
    const limit = policy.rateLimit;
    const recent = executions.filter((at) => now.getTime() - at.getTime() < RATE_SPAN).length;
    return limit !== undefined && recent >= limit
      ? `${recent} executions in the last hour, ${limit} are allowed`
      : undefined;
  },
  ({ policy, executions, now }) => {
    const last = executions.at(-1);
    const pause = policy.coolDown * SECOND;
    // Times are rounded to milliseconds: the last execution may seem to be 1 ms in the future.
    return last && Math.max(0, now.getTime() - last.getTime()) < pause
      ? `cooling down for ${policy.coolDown} s after the last execution`
      : undefined;
  },
  ({ policy, now }) => {
    const windows = policy.changeWindows;
    return windows.length > 0 && !windows.some((window) => isOpen(window, now))
      ? `outside the change windows ${windows.join(', ')}`
      : undefined;
  },
];
