/** The OAuth endpoints of a node. */
import { TokenFault, withoutLinks } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import { type OAuthOperation, oauthFace } from '../../restconf/index.js';
import { approvalRules, type Caller, type Face, type FailedLogin, nodeView, type Server } from '../../server/index.js';
import type { Ground } from './ground.js';

/** The rpcs of which the endpoints are another form. */
const RPCS: Readonly<Record<OAuthOperation, string>> = {
  'oauth-token': 'exchange-token',
  'oauth-revoke': 'revoke-token',
};

/** Returns the face with the OAuth endpoints; none for a node without RESTCONF. */
export function oauthFaces(
  { access, audit, addresses, tokenKeys, running }: Ground,
  server: Pick<Server, 'permit' | 'schema'>,
  onFailedLogin: (login: FailedLogin) => void,
): readonly Face[] {
  if (!tokenKeys) return [];
  const signal = new AbortController().signal;
  /** Refuses what the rpc would: to one who may not run it, and where persons must approve, for whom no client here can wait. */
  const permit = async (caller: Caller, operation: OAuthOperation) => {
    const name = RPCS[operation];
    const rpc = server.schema(nodeView).rpcs.get(`yangent-access:${name}`);
    try {
      // The limits of the token are those of what comes from it, and say nothing of the exchange.
      if (rpc) await server.permit({ ...caller, principal: withoutLinks(caller.principal) }, rpc);
    } catch (error) {
      throw error instanceof RpcError ? new TokenFault('access_denied', error.message) : error;
    }
    if (approvalRules(running.tree).some(({ actions }) => actions.includes(`yangent-access.${name}`)))
      throw new TokenFault('access_denied', `persons must approve this: use the rpc yangent-access:${name}`);
  };
  return [
    oauthFace({
      access,
      issuer: () => addresses.restconf,
      jwks: () => tokenKeys.jwks,
      recorded: async (operation, { principal }, source, work) => {
        const caller: Caller = {
          ...{ principal, view: nodeView, session: 0, protocol: 'restconf', face: 'oauth', source, signal },
        };
        await permit(caller, operation);
        return audit.operation(caller, { operation, targets: [], kind: 'token' }, work);
      },
      onRefused: (source, errorTag) => onFailedLogin({ method: 'token', protocol: 'restconf', source, errorTag }),
    }),
  ];
}
