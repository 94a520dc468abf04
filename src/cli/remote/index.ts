/** Access to a running node: target, credentials, and reading of replies. */
export {
  type ApprovalRule,
  accessEdit,
  accessPath,
  mergeEntry,
  readAccess,
  type TrustDomain,
  type User,
} from './access.js';
export { ConnectionFault } from './faults.js';
export { child, entries, type Members, membersOf, numeric, text, texts } from './members.js';
export { addTargetOptions } from './options.js';
export { freshFileOf, type Target, type TargetFlags } from './target.js';
export { entriesAt, valueAt, withNode, withPeer } from './with-node.js';
