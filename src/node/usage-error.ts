/** A fault of what the user asked for, told without a stack trace. */
export class UsageError extends Error {}
