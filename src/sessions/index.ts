/** Sessions of agents: messages in one order, members, delivery; implements yangent-sessions. */
export { createSessions, type Sessions, type SessionsOptions } from './create.js';
export { Rates } from './log/rate.js';
export { sessionMigrations } from './record/database.js';
export { DEFAULT_SESSION_LIMITS, type SessionLimits } from './record/limits.js';
export type { TaskDoor } from './services.js';
