/** An error in the user's command or options, shown without a stack trace. */
export class UsageError extends Error {}
