/** Identifiers of the node and its agents, and where their documents lie (ANP-03 did:wba §2.2, §2.5.2). */

/** Where the documents of a DID lie below `https://HOST`. */
export const NODE_DOCUMENT = '.well-known/did.json';
export const AGENT_DOCUMENT = 'did.json';

/** The text before the fingerprint of an Ed25519 key in an identifier (ANP-03 §2.2.1). */
export const FINGERPRINT_PREFIX = 'e1_';

/** Returns the identifier of the node. @param host domain name, and port unless it is 443 */
export function nodeDid(host: string): string {
  return `did:wba:${host.replace(':', '%3A')}`;
}

/** Returns the identifier of an agent. @param fingerprint of its binding key: the thumbprint of the JSON Web Key (RFC 7638) */
export function agentDid(host: string, agent: string, fingerprint: string): string {
  return `${nodeDid(host)}:agents:${encoded(agent)}:${FINGERPRINT_PREFIX}${fingerprint}`;
}

/** Takes the identifier of an agent of this node apart; undefined for another one. */
export function readAgentDid(
  host: string,
  did: string,
): { readonly agent: string; readonly fingerprint: string } | undefined {
  const before = `${nodeDid(host)}:agents:`;
  if (!did.startsWith(before)) return undefined;
  const [name = '', last = '', ...more] = did.slice(before.length).split(':');
  if (more.length > 0 || !last.startsWith(FINGERPRINT_PREFIX)) return undefined;
  const [agent, fingerprint] = [decoded(name), last.slice(FINGERPRINT_PREFIX.length)];
  return agent !== undefined && agentDid(host, agent, fingerprint) === did ? { agent, fingerprint } : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the URL of what belongs to an agent. @param path without slash at the beginning */
export function agentUrl(host: string, agent: string, path: string): string {
  return `https://${host}/agents/${encoded(agent)}/${path}`;
}

/** Encodes all characters that have a meaning in a DID or in a path of a URL. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!~*'()]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}
