/** The logins that the endpoint of an agent takes (leaf-lists `security`). */
import { type AuthenticationMethod, methodsOfScheme } from '../../access/index.js';
import type { YangentAgentsConfig } from '../../generated/providers.js';

type Entry = Pick<
  YangentAgentsConfig['/yangent-agents:agents/agent']['value'],
  'profile' | 'registration' | 'security'
>;

/** Methods of logins, one of which is enough. */
type Methods = readonly AuthenticationMethod[];

export interface EndpointSecurity {
  /** Absent: all logins of the node. */
  readonly agent?: Methods;
  /** By protocol in lower case, in place of those of the agent. */
  readonly interfaces: ReadonlyMap<string, Methods>;
}

/** Returns the protocol, in lower case, by which an interface is a part of the endpoint; undefined for one that has a URL of its own. */
export function protocolAtEndpoint(of: { name: string; protocol?: string; url?: string }): string | undefined {
  return of.url === undefined ? (of.protocol ?? of.name).toLowerCase() : undefined;
}

/** Returns the logins that an agent asks for; undefined when it asks for none in particular. */
export function endpointSecurity({ profile, registration, security }: Entry): EndpointSecurity | undefined {
  const schemes = new Map(
    profile.authentication?.['authentication-methods']?.map(({ 'accessinfo-id': id, scheme = '' }) => [id, scheme]),
  );
  const methodsOf = (ids: readonly string[]) => ids.flatMap((id) => methodsOfScheme(schemes.get(id) ?? ''));
  const interfaces = new Map<string, Methods>();
  for (const each of registration?.interface ?? []) {
    const protocol = protocolAtEndpoint(each);
    if (!each.security || protocol === undefined) continue;
    interfaces.set(protocol, [...(interfaces.get(protocol) ?? []), ...methodsOf(each.security)]);
  }
  if (!security && interfaces.size === 0) return undefined;
  return { interfaces, ...(security ? { agent: methodsOf(security) } : {}) };
}

/** Returns the methods of which a login must have one; undefined: all logins of the node are taken. */
export function methodsAt(security: EndpointSecurity | undefined, protocol: string): Methods | undefined {
  return security?.interfaces.get(protocol.toLowerCase()) ?? security?.agent;
}
