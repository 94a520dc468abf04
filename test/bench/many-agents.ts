/** A directory of many agents, the same in every run. */

const DOMAINS = ['ip', 'wireless', 'optical', 'core', 'service', 'business', 'transport', 'energy'];
const TOPICS = ['fault', 'configuration', 'performance', 'security', 'capacity', 'energy', 'optics', 'routing'];
const VERBS = ['diagnose', 'repair', 'monitor', 'optimise', 'predict', 'configure', 'verify', 'report'];
const OBJECTS = ['link', 'cell', 'router', 'slice', 'wavelength', 'session', 'tunnel', 'subscriber', 'site', 'board'];
const MODES = ['text', 'image', 'audio', 'video'];
const PROTOCOLS = ['restconf', 'netconf', 'A2A', 'ANP', 'MCP', 'http/2', 'http/3'];

const pick = (from: readonly string[], at: number): string => from[at % from.length] ?? '';

/** Numbers without a pattern that a modulus would have, but the same ones in every run. */
function scattered(index: number, salt: number): number {
  let value = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/** The entry of one of them: RFC 7951 value of `/yangent-agents:agents/agent`, without an owner. */
export function agentNumber(index: number): Readonly<Record<string, unknown>> {
  const at = (salt: number) => scattered(index, salt);
  const skill = (salt: number) => {
    const [verb, object, topic] = [pick(VERBS, at(salt)), pick(OBJECTS, at(salt + 1)), pick(TOPICS, at(salt + 2))];
    return {
      'skill-name': `${verb}-${object}`,
      'skill-description': `${verb} a ${object} when its ${topic} is not as it should be`,
      'skill-tags': [topic, `${topic}-${at(salt + 3) % 500}`],
      'input-modes': [...new Set(['text', pick(MODES, at(salt + 4))])],
      'output-modes': ['text'],
    };
  };
  const skills = new Map([skill(1), skill(11)].map((each) => [each['skill-name'], each]));
  const domain = pick(DOMAINS, at(21));
  return {
    id: `agent-${index}`,
    domain,
    profile: {
      name: `ACME-${domain}-${index}`,
      description: `Looks after ${pick(OBJECTS, at(22))}s of region ${at(23) % 1_000}`,
      version: `${1 + (at(24) % 3)}.${at(25) % 10}.0`,
      provider: `provider-${at(26) % 20}`,
      skills: { skill: [...skills.values()] },
      capability: { streaming: at(27) % 2 === 0 },
    },
    registration: {
      'digital-identifier': `urn:example:agent:${index}`,
      address: [`https://agents.example/${index}`],
      communication: {
        protocol: [...new Set([pick(PROTOCOLS, at(28)), 'restconf'])],
        'interaction-mode': ['request-response'],
      },
      location: {
        latitude: ((at(29) % 1_700_000) / 10_000 - 85).toFixed(4),
        longitude: ((at(30) % 3_600_000) / 10_000 - 180).toFixed(4),
      },
    },
  };
}
