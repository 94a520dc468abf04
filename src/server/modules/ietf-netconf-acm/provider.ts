/** ietf-netconf-acm (RFC 8341 §3.5): its counters, and the check that the nodes in rule paths exist. */
import { type AccessControl, parseRulePath, RulePathFault } from '../../../access/index.js';
import { RpcError } from '../../../data/index.js';
import type { Schema } from '../../../yang/index.js';
import type { ConfigChange, Provider } from '../../provider.js';

export interface AcmOptions {
  readonly access: AccessControl;
  /** The models for the paths of rules. */
  readonly schema: Schema;
}

const NACM = '/ietf-netconf-acm:nacm';

export function acmProvider({ access, schema }: AcmOptions): Provider {
  return {
    module: 'ietf-netconf-acm',
    state: {
      [`${NACM}/denied-operations`]: async () => access.denied.operations,
      [`${NACM}/denied-data-writes`]: async () => access.denied.dataWrites,
      [`${NACM}/denied-notifications`]: async () => access.denied.notifications,
    },
    config: {
      [`${NACM}/rule-list/rule`]: { validate: async (change) => requirePath(schema, change) },
    },
  };
}

/** Refuses a rule with a path that can never match: its author would rely on it in vain. */
function requirePath(schema: Schema, { path: rule, after }: ConfigChange): void {
  const path = typeof after === 'object' && after !== null && 'path' in after ? after.path : undefined;
  if (typeof path !== 'string') return;
  try {
    parseRulePath(schema, path);
  } catch (error) {
    if (!(error instanceof RulePathFault)) throw error;
    throw new RpcError({ type: 'application', tag: 'invalid-value', path: `${rule}/path`, message: error.message });
  }
}
