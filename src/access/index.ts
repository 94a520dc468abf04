/** Authentication of users, their agents, and access control. */
export type { Audience } from '../events/index.js';
export { openAccess } from './access.js';
export { type AgentOwnership, mayActFor, mayKnowOf } from './acting-for.js';
export { Approvals } from './approval/approvals.js';
export { type ApprovalLimits, DEFAULT_APPROVAL_LIMITS } from './approval/asking.js';
export type { Claim } from './approval/claim.js';
export { audienceOf } from './approval/news.js';
export type { ApprovalsOptions, AskedRequest } from './approval/ports.js';
export { APPROVAL_REQUIRED, approvalsIn, changedMeanwhile, STALE_APPROVAL, voteRefused } from './approval/refusals.js';
export type { ApprovalRequest } from './approval/request.js';
export {
  type ApprovalHead,
  type ApprovalRow,
  type ApprovalState,
  headOf,
  headsBehind,
  keySince,
  rowOf,
  type VoteRow,
  votesOn,
} from './approval/rows.js';
export {
  type ApprovalRule,
  approverGroups,
  DATA_EDIT,
  DEVICE_EDIT,
  fitsNames,
  isNoLooser,
  type RequestNames,
  readRule,
} from './approval/rule.js';
export { VOTE_NAMESPACE, VOTE_TYPE, VoteFault, verifyVote } from './approval/signature.js';
export { digestOf, statementText } from './approval/statement.js';
export {
  type Asked,
  hasTwoFactors,
  type OwnersOf,
  type Voter,
  type VoterTerms,
  whyNoVote,
  whyNoVoteOf,
} from './approval/voter.js';
export type { Verdict, VoteInput } from './approval/voting.js';
export { ExchangeFault } from './authorization-server/fault.js';
export { readAccessConfig } from './configured.js';
export type { Access, AccessOptions, KeyLogin, UserSummary } from './contract.js';
export {
  type AccessControl,
  type AccessControlOptions,
  createAccessControl,
  type DenialCounters,
} from './control.js';
export { type DomainChange, domainChanges } from './domain/changes.js';
export type { DomainRefusal } from './domain/counts.js';
export type { TrustDomains } from './domain/domains.js';
export { domainOfOwner, ownerNamesOf } from './domain/member.js';
export { agentAt, issuerOfHost } from './domain/node-issuer.js';
export type { DomainRegister } from './domain/register.js';
export type { Ceiling } from './domain/sending.js';
export type { TrustDomain } from './domain/trust-domain.js';
export { AccessError, type AccessErrorCode } from './errors.js';
export type { FirstAdmin } from './first-admin.js';
export { type Followers, followConfiguration, followStart } from './follow-configuration.js';
export { actionOf, isOfProtocol } from './grant/action.js';
export type { About, AboutOrLater } from './grant/asked.js';
export {
  areWithin,
  type Capability,
  CapabilityFault,
  capabilitiesOfClaim,
  capabilitiesOfModel,
  claimOf,
  commonTo,
  modelOf,
} from './grant/capability.js';
export type { Coverage, Wanted } from './grant/covering.js';
export { type Grant, type Grants, grantOfMark } from './grant/grants.js';
export { operationNames } from './grant/operation-names.js';
export { RATE_USED_UP } from './grant/refusal.js';
export { hashClearPasswords } from './hash-clear-passwords.js';
export type { Credential } from './login/credential.js';
export { KNOWN_SCHEMES, loggedInBy, methodsOfScheme } from './login/scheme.js';
export { requireAgents, requireMeetable } from './meetable.js';
export { ruleIn } from './nacm/decided.js';
export { parseRulePath, type RulePath, RulePathFault } from './nacm/rule-path.js';
export { defaultPermissions, type Permissions, requireExecute, requireWrite } from './permissions.js';
export {
  ADMIN_GROUP,
  type AuthenticationMethod,
  agentOfName,
  isMember,
  isPersonItself,
  knowsAll,
  nameOfAgent,
  OPERATOR_GROUP,
  type Principal,
  type PrincipalKind,
  principalOfAgent,
  RENAMED_SYSTEM_USER,
  SYSTEM,
  SYSTEM_USER,
  type TokenMethod,
  withoutLinks,
} from './principal.js';
export { rateLimited, retryAfter, retryAfterOf } from './retry-after.js';
export { fingerprint, parseAuthorizedKeys, parsePublicKey, type SshPublicKey } from './ssh-key.js';
export { authorityOf, prolonged, type StoredAuthority } from './stored-authority.js';
export { DEFAULT_THROTTLE, type ThrottleOptions } from './throttle.js';
export { TokenFault, type TokenFaultCode } from './token/fault.js';
export type { Delegated } from './token/given-grants.js';
export type { HeldToken } from './token/held.js';
export type { IssuedToken, PeerToken, TokenIssuing } from './token/issuing.js';
export { partiesThere } from './token/names-there.js';
export type { PresentedToken, TokenError, TokenVerdict } from './token/presented.js';
export { PROOF_ALGORITHMS } from './token/proof-key.js';
export { DEFAULT_REPLAY_LIMITS, type ReplayLimits } from './token/replays.js';
export { type TokenKeys, tokenKeys } from './token/signing.js';
export { KeysUnavailable, type SubjectKey, type SubjectKeys } from './token/subject-keys.js';
export type { TokenIssuer } from './token/token-issuer.js';
export { isUserName } from './user-name.js';
export { accessMigrations } from './user-table.js';
export { sees } from './visibility.js';
