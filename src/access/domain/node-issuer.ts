/** The nodes of a trust domain as issuers of tokens: each speaks for itself, its users and its agents. */
import type { ConfiguredDomain } from './configured-domain.js';

/** Returns the claim `iss` of a node. @param host `HOST` or `HOST:PORT` */
export function issuerOfHost(host: string): string {
  return `https://${host.replace(/:443$/, '')}`;
}

/** Returns the issuers of a domain: those of its tokens, and its nodes. */
export function issuersOf({ issuers, nodeHosts }: Pick<ConfiguredDomain, 'issuers' | 'nodeHosts'>): readonly string[] {
  return [...issuers, ...nodeHosts.map(issuerOfHost)];
}

/** Returns the name of an agent of a node in tokens. */
export function agentAt(issuer: string, agent: string): string {
  return `${issuer}${AGENTS}${agent}`;
}

/** True for the name of the node, or of an agent of it. */
export function isOfNode(issuer: string, name: string): boolean {
  if (name === issuer) return true;
  return name.startsWith(`${issuer}${AGENTS}`) && AGENT.test(name.slice(issuer.length + AGENTS.length));
}

const AGENTS = '/agents/';
/** An identifier of an agent. */
const AGENT = /^[^\s/?#%\\]{1,128}$/;
