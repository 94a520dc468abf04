/** The logins that the endpoint of an agent takes, which may be fewer than those of the node. */
import { type AuthenticationMethod, loggedInBy, type Principal } from '../../access/index.js';
import type { FailedLogin, Server, View } from '../../server/index.js';
import type { MountTable } from '../mounts/index.js';
import { placeOf } from '../resources/place.js';

/** A part of an endpoint: its view, and the protocol that it speaks. */
interface Part {
  readonly view: View;
  readonly protocol: string;
}

/**
 * Returns the methods of which the endpoint at the path takes one, when the principal did not log in by any of them. A caller who may
 * not see the agent gets the same answer as for an agent that is not there, so nothing is missing then.
 *
 * @param path still percent-encoded, without query
 * @throws Refusal as `placeOf`
 */
export function missingMethods(
  server: Server,
  mounts: MountTable,
  path: string,
  principal: Principal,
): readonly AuthenticationMethod[] | undefined {
  const part = partAt(mounts, path);
  if (!part || !server.admits(part.view, principal)) return undefined;
  const methods = server.loginMethods(part.view, part.protocol);
  return loggedInBy(principal, methods) ? undefined : methods;
}

function partAt(mounts: MountTable, path: string): Part | undefined {
  const mounted = mounts.find(path);
  if (mounted) return { view: mounted.view, protocol: mounted.face.protocol };
  const place = placeOf(path);
  return place.kind === 'host-meta' ? undefined : { view: place.view, protocol: 'restconf' };
}

/** Returns the kind of a login for its record. */
export function kindOfLogin({ methods = [] }: Principal): FailedLogin['method'] {
  if (methods.includes('password')) return 'password';
  return methods.includes('tls-certificate') ? 'certificate' : 'token';
}
