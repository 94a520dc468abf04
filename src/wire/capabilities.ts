/** Capability URNs of NETCONF (RFC 6241 §8 and the RFCs below). */
export const CAPABILITY = {
  base10: 'urn:ietf:params:netconf:base:1.0',
  base11: 'urn:ietf:params:netconf:base:1.1',
  writableRunning: 'urn:ietf:params:netconf:capability:writable-running:1.0',
  candidate: 'urn:ietf:params:netconf:capability:candidate:1.0',
  confirmedCommit: 'urn:ietf:params:netconf:capability:confirmed-commit:1.1',
  rollbackOnError: 'urn:ietf:params:netconf:capability:rollback-on-error:1.0',
  validate: 'urn:ietf:params:netconf:capability:validate:1.1',
  startup: 'urn:ietf:params:netconf:capability:startup:1.0',
  url: 'urn:ietf:params:netconf:capability:url:1.0',
  xpath: 'urn:ietf:params:netconf:capability:xpath:1.0',
  /** RFC 5277 §3.1 */
  notification: 'urn:ietf:params:netconf:capability:notification:1.0',
  /** RFC 5277 §6 */
  interleave: 'urn:ietf:params:netconf:capability:interleave:1.0',
  /** RFC 6243 §4; with `basic-mode` and `also-supported` */
  withDefaults: 'urn:ietf:params:netconf:capability:with-defaults:1.0',
  /** RFC 8526 §3.1.1.2: with-defaults on the operational datastore */
  withOperationalDefaults: 'urn:ietf:params:netconf:capability:with-operational-defaults:1.0',
  /** RFC 5717 */
  partialLock: 'urn:ietf:params:netconf:capability:partial-lock:1.0',
  /** RFC 7950 §5.6.4; with `revision` and `module-set-id` */
  yangLibrary10: 'urn:ietf:params:netconf:capability:yang-library:1.0',
  /** RFC 8526 §2; with `revision` and `content-id` */
  yangLibrary11: 'urn:ietf:params:netconf:capability:yang-library:1.1',
} as const;

/** A capability by its short name (`candidate`), or by its URN or URL. */
export type Capability = keyof typeof CAPABILITY | `${string}:${string}`;

/** Returns the URN of a capability given by its short name; a URN unchanged. */
export function capabilityUrn(capability: Capability): string {
  return isShortName(capability) ? CAPABILITY[capability] : capability;
}

function isShortName(capability: Capability): capability is keyof typeof CAPABILITY {
  return Object.hasOwn(CAPABILITY, capability);
}

/** Capability URNs of RESTCONF (RFC 8040 §9.1). */
export const RESTCONF_CAPABILITY = {
  defaults: 'urn:ietf:params:restconf:capability:defaults:1.0',
  depth: 'urn:ietf:params:restconf:capability:depth:1.0',
  fields: 'urn:ietf:params:restconf:capability:fields:1.0',
  filter: 'urn:ietf:params:restconf:capability:filter:1.0',
  replay: 'urn:ietf:params:restconf:capability:replay:1.0',
  withDefaults: 'urn:ietf:params:restconf:capability:with-defaults:1.0',
  yangPatch: 'urn:ietf:params:restconf:capability:yang-patch:1.0',
  /** RFC 8527 §3.2.2 */
  withOrigin: 'urn:ietf:params:restconf:capability:with-origin:1.0',
  /** RFC 8527 §3.2.1 */
  withOperationalDefaults: 'urn:ietf:params:restconf:capability:with-operational-defaults:1.0',
} as const;

/** The NETCONF version of a session; it determines the framing and the allowed errors. */
export type BaseVersion = '1.0' | '1.1';

/** Returns the highest base version that both sides announced (RFC 6241 §8.1); undefined when there is none. */
export function commonBase(ours: readonly string[], theirs: readonly string[]): BaseVersion | undefined {
  const both = (capability: string): boolean => ours.includes(capability) && theirs.includes(capability);
  if (both(CAPABILITY.base11)) return '1.1';
  return both(CAPABILITY.base10) ? '1.0' : undefined;
}

/** True when a list of capabilities has this one, with any parameters. */
export function hasCapability(capabilities: readonly string[], capability: string): boolean {
  return capabilities.some((each) => each === capability || each.startsWith(`${capability}?`));
}

/**
 * Returns the decoded parameters of a capability (`module`, `revision`, `basic-mode`, ...); undefined when it is not in the
 * list.
 */
export function capabilityParameters(capabilities: readonly string[], capability: string): URLSearchParams | undefined {
  const found = capabilities.find((each) => each === capability || each.startsWith(`${capability}?`));
  return found === undefined ? undefined : new URLSearchParams(found.slice(capability.length + 1));
}
