/** The users for whom runs act. */
import { RpcError } from '../../data/index.js';

/** Refuses a name that is not that of a user. @throws RpcError access-denied */
export function requireUser(isUser: (name: string) => boolean, name: string): void {
  if (isUser(name)) return;
  throw new RpcError({ type: 'application', tag: 'access-denied', message: `there is no user "${name}"` });
}
