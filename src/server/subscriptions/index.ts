/** Dynamic subscriptions to event streams (RFC 8639). */
export { NO_SUCH_SUBSCRIPTION, refusingFilters } from './errors.js';
export { FilterFault, xpathFilterOf } from './filter.js';
export { subscriptionInput } from './input.js';
export { DEFAULT_SUBSCRIPTION_LIMITS, type SubscriptionLimits } from './limits.js';
export { MODULE as SUBSCRIBED_NOTIFICATIONS } from './names.js';
export { subscribedNotificationsProvider, subscriptionOperations } from './provider.js';
export type { Subscription, SubscriptionEncoding } from './subscription.js';
export { Subscriptions } from './subscriptions.js';
