/** Descriptions of agents in natural language (draft-zhou-ai-anp-framework §5.1.1). */
import type { DescribedInterface, Description } from '../describe.js';
import { agentUrl } from '../did/name.js';
import type { DescribedBy } from './agent-description.js';

/** Returns the description of an agent as English text, one statement a line. It has no proof. */
export function descriptionText(agent: Description, { host, logins }: Omit<DescribedBy, 'did'>): string {
  const schemes = new Map(agent.authentication.map(({ id, scheme }) => [id, scheme]));
  const schemesOf = (ids: readonly string[]) => listed(ids.map((id) => schemes.get(id) ?? id));
  const lines = [
    `${agent.name} is an agent of ${agent.provider}, version ${agent.version}.`,
    agent.description,
    ...agent.skills.map(({ name, description }) =>
      description === name ? `It has the skill ${name}.` : `It has the skill ${name}: ${description}`,
    ),
    ...agent.services.map(({ name, description }) => `It offers the service ${name}${after(': ', description, '.')}`),
    `It is reached over RESTCONF at ${agentUrl(host, agent.id, 'restconf')}.`,
    `To authenticate, use ${agent.security ? schemesOf(agent.security) : listed(logins)}.`,
    ...agent.interfaces.map((each) => interfaceText(each, schemesOf)),
    `The same with a proof: ${agentUrl(host, agent.id, 'ad.json')} as application/json.`,
  ];
  return `${lines.map(oneLine).join('\n')}\n`;
}

function interfaceText(
  { name, protocol = name, description, url, security }: DescribedInterface,
  schemesOf: (ids: readonly string[]) => string,
): string {
  const at = url === undefined ? 'at the same node' : `at ${url}`;
  const by = security ? ` To authenticate there, use ${schemesOf(security)}.` : '';
  return `It has the interface ${name} (${protocol}) ${at}${after(': ', description, '.')}${by}`;
}

function after(mark: string, text: string | undefined, otherwise: string): string {
  return text === undefined ? otherwise : mark + text;
}

function listed(names: readonly string[]): string {
  return names.join(' or ');
}

/** Returns a text without line breaks and other control characters, so that no text of an agent looks like a line of the node. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
