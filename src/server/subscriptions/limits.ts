/** What dynamic subscriptions may take. */
export interface SubscriptionLimits {
  /** Subscriptions of one NETCONF session. */
  readonly perSession: number;
  /** Subscriptions of one user over RESTCONF, where there are no sessions. */
  readonly perUser: number;
  /** Subscriptions of the node. */
  readonly total: number;
  /** Characters of one filter. */
  readonly filterText: number;
  /** Events that a receiver may be behind the log; where it is and takes nothing for `patience`, events are passed over. */
  readonly maxBehind: number;
  /** Milliseconds. */
  readonly patience: number;
  /** Milliseconds that a receiver may take nothing before its subscription is terminated (suspension-timeout). */
  readonly stallTime: number;
  /** Milliseconds that a subscription without a receiver is kept: made over RESTCONF, its URI not yet asked for. */
  readonly unattended: number;
}

export const DEFAULT_SUBSCRIPTION_LIMITS: SubscriptionLimits = {
  perSession: 64,
  perUser: 256,
  total: 4_096,
  filterText: 64 * 1024,
  maxBehind: 10_000,
  patience: 5_000,
  stallTime: 5 * 60_000,
  unattended: 60_000,
};
