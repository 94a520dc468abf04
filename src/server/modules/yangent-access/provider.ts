/**
 * yangent-access and ietf-truststore: apply configured users, certificates and token issuers, and the authorities they trust; show
 * grants and approvals, and take votes.
 */
import { type Access, AccessError, type AccessErrorCode, followConfiguration } from '../../../access/index.js';
import { isObject, nodeToValue, RpcError, type Tree } from '../../../data/index.js';
import type { EventLog } from '../../../events/index.js';
import type { YangentAccessProvider } from '../../../generated/providers.js';
import { type Schema, schemaNodeAt } from '../../../yang/index.js';
import { type AnyProvider, type ConfigChange, type ConfigHooks, provide } from '../../provider.js';
import { type ApprovalNeeds, approvalActions, approvalState } from './approvals.js';
import { requireCapabilities } from './capabilities.js';
import { requireCertificates } from './certificates.js';
import { domainState, TRUST_DOMAIN, tellDomainChanges } from './domains.js';
import { type GrantNeeds, grantState } from './grants.js';
import { requireRules } from './rules.js';

const ACCESS = '/yangent-access:access';
const TRUSTSTORE = '/ietf-truststore:truststore';

/** The needs of the providers of users and trust domains. */
export interface AccessNeeds extends ApprovalNeeds {
  readonly events: Pick<EventLog, 'append'>;
}

/**
 * Returns the providers of both modules: users refer to bags of the truststore, so a change of either concerns both.
 *
 * @param running the configuration in force
 * @param needs the approvals, which a change may end, and where events go
 * @param schema of the node; its operator may have disabled the truststore
 */
export function accessProviders(
  access: Pick<Access, 'check' | 'configure' | 'domains' | 'domainRegister' | 'users'>,
  running: () => Tree,
  schema: Schema,
  needs: AccessNeeds,
  grants: GrantNeeds,
): readonly AnyProvider[] {
  const inForce = (path: string): unknown => {
    const node = running().children.get(path.slice(1));
    return node && nodeToValue(node);
  };
  // One object for both: an edit that changes both gets one check.
  const hooks: ConfigHooks = {
    validateAll: async (changes) => {
      const after = (path: string): unknown => {
        const change = changes.find((each) => each.path === path);
        return change ? change.after : inForce(path);
      };
      await check(changes, () => access.check(after(ACCESS), after(TRUSTSTORE)));
      const change = changes.find(({ path }) => path === ACCESS);
      if (!change) return;
      const [before, now] = [membersIn(change.before), membersIn(change.after)];
      requireCapabilities(schema, before, now);
      requireCertificates(before, now, access.users());
      requireRules(schema, before, now, access.users());
    },
    store: async (changes, _call, tx) => {
      const change = changes.find(({ path }) => path === ACCESS);
      if (!change) return;
      const [before, after] = [membersIn(change.before), membersIn(change.after)];
      await followConfiguration({ approvals: needs.approvals, domains: access.domainRegister }, tx, before, after);
      await tellDomainChanges(needs.events, tx, before, after);
    },
    apply: () => access.configure(inForce(ACCESS), inForce(TRUSTSTORE)),
  };
  return [
    {
      ...provide<YangentAccessProvider>({
        module: 'yangent-access',
        state: {
          [TRUST_DOMAIN]: domainState({ domains: () => access.domains }),
          '/yangent-access:approvals/approval': approvalState(needs),
          '/yangent-access:grants/grant': grantState(grants),
        },
        actions: approvalActions(needs),
      }),
      config: { [ACCESS]: hooks },
    },
    ...(schemaNodeAt(schema, TRUSTSTORE) ? [{ module: 'ietf-truststore', config: { [TRUSTSTORE]: hooks } }] : []),
  ];
}

function membersIn(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

async function check(changes: readonly ConfigChange[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    const { message, path = changes[0]?.path } = error;
    const appTag = TOLD_CODES.has(error.code) ? error.code : undefined;
    throw new RpcError({ type: 'application', tag: 'invalid-value', appTag, path, message }, [], { cause: error });
  }
}

/** Codes that clients are told as error-app-tag. */
const TOLD_CODES: ReadonlySet<AccessErrorCode> = new Set(['trust-domain-overlap', 'trust-domain-name']);
