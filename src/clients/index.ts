/** Clients of NETCONF and RESTCONF, their messages, and the guard of outgoing requests. */

export * from '../wire/index.js';
export { type Credential, dpop, type IssueToken } from './credential/index.js';
export { guardedFetch, type OutboundFetch } from './guarded-fetch.js';
export * from './netconf/index.js';
export { Reach } from './reach.js';
export * from './restconf/index.js';
