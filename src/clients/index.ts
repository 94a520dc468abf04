/** Clients of NETCONF and RESTCONF, the messages they send, and the guard of requests that leave the node. */

export * from '../wire/index.js';
export { guardedFetch, type OutboundFetch } from './guarded-fetch.js';
export * from './netconf/index.js';
export { Reach } from './reach.js';
export * from './restconf/index.js';
