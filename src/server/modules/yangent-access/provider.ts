/**
 * yangent-access and ietf-truststore: apply configured users, certificates and token issuers, and the authorities they trust; show
 * grants and approvals, and take votes.
 */
import { type Access, AccessError, type AccessErrorCode, followConfiguration } from '../../../access/index.js';
import { RpcError, type Tree } from '../../../data/index.js';
import type { EventLog } from '../../../events/index.js';
import type { IetfTruststoreProvider, YangentAccessProvider } from '../../../generated/providers.js';
import { type Schema, schemaNodeAt } from '../../../yang/index.js';
import { type AnyProvider, type ConfigChange, type ConfigHooks, provide } from '../../provider.js';
import { type ApprovalNeeds, approvalActions, approvalState } from './approvals.js';
import { requireCapabilities } from './capabilities.js';
import { requireCertificates } from './certificates.js';
import { ACCESS, type AccessNode, accessIn, TRUSTSTORE, type TruststoreNode } from './configured.js';
import { domainState, TRUST_DOMAIN, tellDomainChanges } from './domains.js';
import { type GrantNeeds, grantState } from './grants.js';
import { requireRules } from './rules.js';

/** Both nodes have the same hooks, so that changes of one edit come together. */
type Both = AccessNode | TruststoreNode;

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
  login: Pick<Access, 'check' | 'configure' | 'domains' | 'domainRegister' | 'endOrphans' | 'users'>,
  running: () => Tree,
  schema: Schema,
  needs: AccessNeeds,
  grants: GrantNeeds,
): readonly AnyProvider[] {
  const hooks: ConfigHooks<Both> = {
    validateAll: async (changes) => {
      const [ofAccess, ofTruststore] = [changes.find(isOfAccess), changes.find(isOfTruststore)];
      const inForce = accessIn(running());
      const access = ofAccess ? ofAccess.after : inForce.access;
      const truststore = ofTruststore ? ofTruststore.after : inForce.truststore;
      await check(changes, () => login.check(access, truststore));
      if (!ofAccess) return;
      const { before = {}, after = {} } = ofAccess;
      requireCapabilities(schema, before, after);
      requireCertificates(before, after, login.users());
      requireRules(schema, before, after, login.users());
    },
    store: async (changes, _call, tx) => {
      const change = changes.find(isOfAccess);
      if (!change) return;
      const { before = {}, after = {} } = change;
      const { domainRegister: domains, endOrphans } = login;
      await followConfiguration({ approvals: needs.approvals, domains, endOrphans }, tx, before, after);
      await tellDomainChanges(needs.events, tx, before, after);
    },
    apply: () => {
      const { access, truststore } = accessIn(running());
      return login.configure(access, truststore);
    },
  };
  return [
    provide<YangentAccessProvider>({
      module: 'yangent-access',
      state: {
        [TRUST_DOMAIN]: domainState({ domains: () => login.domains }),
        '/yangent-access:approvals/approval': approvalState(needs),
        '/yangent-access:grants/grant': grantState(grants),
      },
      actions: approvalActions(needs),
      config: { [ACCESS]: hooks },
    }),
    ...(schemaNodeAt(schema, TRUSTSTORE)
      ? [provide<IetfTruststoreProvider>({ module: 'ietf-truststore', config: { [TRUSTSTORE]: hooks } })]
      : []),
  ];
}

function isOfAccess(change: ConfigChange<Both>): change is ConfigChange<AccessNode> {
  return change.path === ACCESS;
}

function isOfTruststore(change: ConfigChange<Both>): change is ConfigChange<TruststoreNode> {
  return change.path === TRUSTSTORE;
}

async function check(changes: readonly Pick<ConfigChange, 'path'>[], work: () => Promise<void>): Promise<void> {
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
