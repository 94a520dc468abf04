/** Lets out to other nodes of sessions what trust domains permit (`send`). */
import type { Access } from '../../access/index.js';

/** Returns the check of an operation in a session of a node of a trust domain. */
export function sessionsOut(domains: () => Pick<Access['domains'], 'get'>) {
  /** @throws RpcError access-denied for what the trust domain does not let out */
  return async (trustDomain: string, operation: string, agent: string): Promise<void> => {
    await domains().get(trustDomain)?.sending.use(`yangent-sessions.${operation}`, { agent });
  };
}
