/** Authentication of users, their agents, and access control. */
export type { Audience } from '../events/index.js';
export { type Access, type AccessOptions, openAccess, type UserSummary } from './access.js';
export { type AgentOwnership, mayActFor } from './acting-for.js';
export {
  type AccessControl,
  type AccessControlOptions,
  createAccessControl,
  type DenialCounters,
} from './control.js';
export { AccessError, type AccessErrorCode } from './errors.js';
export type { FirstAdmin } from './first-admin.js';
export { hashClearPasswords } from './hash-clear-passwords.js';
export { parseRulePath, type RulePath, RulePathFault } from './nacm/rule-path.js';
export { defaultPermissions, type Permissions, requireExecute, requireWrite } from './permissions.js';
export {
  ADMIN_GROUP,
  agentOfName,
  isMember,
  knowsAll,
  nameOfAgent,
  OPERATOR_GROUP,
  type Principal,
  principalOfAgent,
  RENAMED_SYSTEM_USER,
  SYSTEM,
  SYSTEM_USER,
} from './principal.js';
export { fingerprint, parseAuthorizedKeys, parsePublicKey, type SshPublicKey } from './ssh-key.js';
export { DEFAULT_THROTTLE, type ThrottleOptions } from './throttle.js';
export { accessMigrations } from './user-table.js';
export { sees } from './visibility.js';
