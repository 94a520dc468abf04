/** What a loop may do on its own: checked before every execution. */
import type { YangentLoops_Loops_Loop_Policy } from '../generated/index.js';
import { isOpen } from '../policies/index.js';
import type { Decision } from './definition.js';
import type { Claim } from './resources.js';

/** The policy of a loop in force. */
export interface PolicyRecord {
  /** `autonomous`: acts by itself; `approve`: asks first; `observe`: only says what it would do. */
  readonly mode: PolicyMode;
  /** Executions an hour at most. */
  readonly rateLimit?: number;
  /** Seconds between the end of one execution and the next. */
  readonly coolDown: number;
  /** Empty: always. */
  readonly changeWindows: readonly string[];
  readonly maxAffected?: number;
  /** Seconds that a decision waits for approval. */
  readonly approvalTimeout?: number;
  /** Whether a decision made from free text may be executed. */
  readonly allowFreeText: boolean;
  /** 0 to 7: who goes first where loops undo each other. */
  readonly priority: number;
  /** Seconds within which executions of two loops on one resource are a dispute; 0 is never. */
  readonly conflictWindow: number;
}

export type PolicyMode = NonNullable<YangentLoops_Loops_Loop_Policy['mode']>;

/** Of a loop that is deleted from configuration while it decides: it executes nothing any more. */
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
  /** The decision was made from free text. */
  readonly freeText?: boolean;
  readonly now: Date;
  /** Times of the executions that `rateLimit` and `coolDown` look at, oldest first. */
  readonly executions: readonly Date[];
  /** Reason why every autonomous execution of the node is stopped. */
  readonly halted?: string;
}

/** Milliseconds over which `rate-limit` counts executions. */
export const RATE_SPAN = 3_600_000;
/** Milliseconds of the unit of `coolDown` and `conflictWindow`. */
export const SECOND = 1_000;

/** What a decision of a loop would touch, under its policy. */
export function claimOf(loop: string, policy: PolicyRecord, { resources = [] }: Pick<Decision, 'resources'>): Claim {
  const { priority, conflictWindow } = policy;
  return { loop, resources: [...new Set(resources)], priority, window: conflictWindow * SECOND };
}

/** Whether a decision may be executed now; approval does not lift the limits. */
export function permission(input: PolicyInput): Permission {
  const reason = LIMITS.map((limit) => limit(input)).find((each) => each !== undefined);
  if (input.policy.mode === 'observe') return { kind: 'observe-only' };
  if (reason !== undefined) return { kind: 'suppressed', reason };
  return { kind: input.policy.mode === 'autonomous' ? 'execute' : 'approve' };
}

/** Each gives the reason why the decision must not be executed, or undefined. */
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
    // Clocks are told in whole milliseconds: the last execution may seem to lie one ahead.
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
