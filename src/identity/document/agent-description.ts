/** Descriptions of agents in the form of the Agent Network Protocol (ANP-07; draft-zhou-ai-anp-framework). */
import type { JsonObject } from '../../keys/index.js';
import type { DescribedInterface, Description } from '../describe.js';
import { agentUrl } from '../did/name.js';

/** How the node asks users to log in, by the names of HTTP. */
export type LoginScheme = 'basic' | 'bearer';

export interface DescribedBy {
  readonly host: string;
  /** Identifier of the agent; absent when the node does not have its keys. */
  readonly did?: string;
  readonly logins: readonly LoginScheme[];
}

/** Returns the description of an agent, without proof. */
export function agentDescription(agent: Description, { host, did, logins }: DescribedBy): JsonObject {
  return {
    protocolType: 'ANP',
    protocolVersion: '1.0.0',
    type: 'AgentDescription',
    url: agentUrl(host, agent.id, 'ad.json'),
    identifier: agent.id,
    name: agent.name,
    ...(did === undefined ? {} : { did }),
    owner: { type: 'Organization', name: agent.provider },
    description: agent.description,
    version: agent.version,
    ...securityOf(agent, logins),
    Infomations: informationOf(agent, host),
    interfaces: interfacesOf(agent, host),
  };
}

/** Returns the ways to authenticate, and those that the whole description asks for: each is enough by itself. */
function securityOf({ authentication, security }: Description, logins: readonly LoginScheme[]): JsonObject {
  const ofNode = security ? [] : logins;
  return {
    securityDefinitions: Object.fromEntries([
      ...ofNode.map((scheme) => [nameOf(scheme), { scheme, ...IN_HEADER }]),
      ...authentication.map(({ id, scheme }) => [
        ownNameOf(id),
        { scheme, ...(HTTP_SCHEME.test(scheme) ? IN_HEADER : {}) },
      ]),
    ]),
    security: security ? oneOrAll(security.map(ownNameOf)) : oneOrAll(logins.map(nameOf)),
  };
}

const IN_HEADER = { in: 'header', name: 'Authorization' } as const;
const HTTP_SCHEME = /^(basic|bearer|dpop)$/i;

/** Returns the interfaces: those of the endpoint at the node, and those outside. The security of each stands in place of the agent's. */
function interfacesOf({ id, interfaces, authentication, security }: Description, host: string): readonly JsonObject[] {
  const asked = (names: readonly string[] | undefined) => (names ? { security: oneOrAll(names.map(ownNameOf)) } : {});
  const parts = interfaces.filter(({ url }) => url === undefined);
  const isRestconf = ({ name, protocol = name }: DescribedInterface) => protocol.toLowerCase() === RESTCONF;
  const ofRestconf = parts.filter(isRestconf).flatMap((each) => each.security ?? []);
  const restconf = asked(ofRestconf.length === 0 ? undefined : ofRestconf);
  // Interfaces outside the node do not ask for a login of the node.
  const ways = authentication.length === 0 ? undefined : authentication.map((each) => each.id);
  const outside = security ? undefined : ways;
  return [
    {
      type: 'StructuredInterface',
      protocol: 'RESTCONF',
      version: '1.0',
      url: agentUrl(host, id, 'restconf'),
      description: 'Tasks, contexts and state of the agent (RFC 8040)',
      ...restconf,
    },
    {
      type: 'StructuredInterface',
      protocol: 'OpenAPI',
      url: agentUrl(host, id, 'openapi.json'),
      description: 'The same as an OpenAPI document',
      ...restconf,
    },
    ...interfaces
      .filter((each) => each.url !== undefined || (each.security && !isRestconf(each)))
      .map(({ name, description = name, protocol = name, url, ...own }) => ({
        type: 'StructuredInterface',
        protocol,
        ...(url === undefined ? {} : { url }),
        description,
        ...asked(own.security ?? (url === undefined ? undefined : outside)),
      })),
  ];
}

/** The protocol of the endpoint at the node, as interfaces without URL name it. */
const RESTCONF = 'restconf';

/** Returns the resources of the agent; the name of the member, and its spelling, are those of ANP-07. */
function informationOf({ id, skills, services }: Description, host: string): readonly JsonObject[] {
  return [
    ...skills.map(({ name, description }) => ({
      type: 'Skill',
      name,
      description,
      url: agentUrl(host, id, 'restconf/data/irtf-agent:agent'),
    })),
    ...services.map(({ name, description }) => ({
      type: 'Service',
      name,
      description: description ?? name,
      url: agentUrl(host, id, 'restconf/data/irtf-agent:agent'),
    })),
  ];
}

/** The name of a way to authenticate that the agent has, which is none of the node. */
function ownNameOf(id: string): string {
  return `agent_${id}`;
}

function oneOrAll(names: readonly string[]): string | readonly string[] {
  const [first, ...more] = names;
  return first === undefined || more.length > 0 ? names : first;
}

function nameOf(scheme: LoginScheme): string {
  return `${scheme}_sc`;
}
