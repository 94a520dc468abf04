/** Sessions of agents: messages in one order, members, delivery; implements yangent-sessions. */

export type { Batch, Post, SessionCopies } from './copy/copies.js';
export { createSessions, type Sessions, type SessionsOptions } from './create.js';
export type { HomeAction, Homes, OutputOf, SessionAct, SessionPeer } from './homes/homes.js';
export type { MemberActor, MemberDoor, MemberRpcs } from './hosted/door.js';
export type {
  Conclusion,
  Coordination,
  HeardMessage,
  Meeting,
  Replies,
  SeenSession,
  SessionHooks,
  SpokenMessage,
  TeamMeeting,
} from './hosted/hooks.js';
export type { TeamOrder, TeamTask } from './hosted/team.js';
export { Rates } from './log/rate.js';
export { sessionMigrations } from './record/database.js';
export { DEFAULT_SESSION_LIMITS, type SessionLimits } from './record/limits.js';
export { MESSAGE_TYPES } from './record/message.js';
export type { TaskDoor } from './services.js';
export type { StandingActor, StandingDoor } from './standing/door.js';
