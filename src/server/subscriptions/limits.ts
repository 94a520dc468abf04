/** Limits of dynamic subscriptions. */
export interface SubscriptionLimits {
  /** Maximum number of subscriptions of one NETCONF session. */
  readonly perSession: number;
  /** Maximum number of subscriptions of one user over RESTCONF, which has no sessions. */
  readonly perUser: number;
  /** Maximum number of subscriptions of the node. */
  readonly total: number;
  /** Maximum number of characters of one filter. */
  readonly filterText: number;
  /** Maximum number of events that a receiver may be behind the log. A slower one that takes none for `patience` misses events. */
  readonly maxBehind: number;
  /** Milliseconds. */
  readonly patience: number;
  /** Milliseconds that a receiver may take nothing before its subscription is terminated (suspension-timeout). */
  readonly stallTime: number;
  /** Milliseconds for which a RESTCONF subscription is kept while no client has opened its URI. */
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
