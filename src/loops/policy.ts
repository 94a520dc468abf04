/** What a loop may do on its own: checked before every execution. */
import { isOpen } from '../policies/index.js';
import type { Decision } from './definition.js';
import type { Claim } from './resources.js';

export interface LoopPolicy {
  /** `autonomous`: acts by itself; `approve`: asks first; `observe`: only says what it would do. */
  readonly mode: 'autonomous' | 'approve' | 'observe';
  /** Executions an hour at most. */
  readonly 'rate-limit'?: number;
  /** Seconds between the end of one execution and the next. */
  readonly 'cool-down'?: number;
  readonly 'change-window'?: readonly string[];
  readonly 'max-affected'?: number;
  /** Seconds that a decision waits for approval. */
  readonly 'approval-timeout'?: number;
  /** Whether a decision made from free text may be executed. */
  readonly 'allow-free-text'?: boolean;
  /** 0 to 7: who goes first where loops undo each other. */
  readonly priority?: number;
  /** Seconds within which executions of two loops on one resource are a dispute; 0 is never. */
  readonly 'conflict-window'?: number;
}

export const DEFAULT_POLICY: LoopPolicy = { mode: 'approve' };

export type Permission =
  | { readonly kind: 'execute' }
  | { readonly kind: 'approve' }
  | { readonly kind: 'observe-only' }
  | { readonly kind: 'suppressed'; readonly reason: string };

export interface PolicyInput {
  readonly policy: LoopPolicy;
  readonly affected: number;
  /** The decision was made from free text. */
  readonly freeText?: boolean;
  readonly now: Date;
  /** Times of the executions that `rate-limit` and `cool-down` look at, oldest first. */
  readonly executions: readonly Date[];
  /** Reason why every autonomous execution of the node is stopped. */
  readonly halted?: string;
}

/** Milliseconds over which `rate-limit` counts executions. */
export const RATE_SPAN = 3_600_000;
/** Milliseconds of the unit of `cool-down` and `conflict-window`. */
export const SECOND = 1_000;

const DEFAULT_PRIORITY = 3;
const DEFAULT_CONFLICT_WINDOW = 600;

/** What a decision of a loop would touch, under its policy. */
export function claimOf(loop: string, policy: LoopPolicy, { resources = [] }: Pick<Decision, 'resources'>): Claim {
  const { priority = DEFAULT_PRIORITY, 'conflict-window': window = DEFAULT_CONFLICT_WINDOW } = policy;
  return { loop, resources: [...new Set(resources)], priority, window: window * SECOND };
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
    freeText && policy['allow-free-text'] !== true
      ? 'it was decided from free text, which the policy does not allow'
      : undefined,
  ({ policy, affected }) => {
    const max = policy['max-affected'];
    return max !== undefined && affected > max ? `would touch ${affected} elements, ${max} are allowed` : undefined;
  },
  ({ policy, executions, now }) => {
    const limit = policy['rate-limit'];
    const recent = executions.filter((at) => now.getTime() - at.getTime() < RATE_SPAN).length;
    return limit !== undefined && recent >= limit
      ? `${recent} executions in the last hour, ${limit} are allowed`
      : undefined;
  },
  ({ policy, executions, now }) => {
    const last = executions.at(-1);
    const pause = (policy['cool-down'] ?? 0) * SECOND;
    // Clocks are told in whole milliseconds: the last execution may seem to lie one ahead.
    return last && Math.max(0, now.getTime() - last.getTime()) < pause
      ? `cooling down for ${policy['cool-down']} s after the last execution`
      : undefined;
  },
  ({ policy, now }) => {
    const windows = policy['change-window'] ?? [];
    return windows.length > 0 && !windows.some((window) => isOpen(window, now))
      ? `outside the change windows ${windows.join(', ')}`
      : undefined;
  },
];
