/** Credentials of clients. */
export { basic, bearer } from './constant.js';
export type { Credential, CredentialAnswer, CredentialRequest } from './credential.js';
export { type BoundToken, dpop, type IssueToken } from './dpop.js';
