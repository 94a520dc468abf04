/** Cards of agents (A2A 1.0 §4.4, §8), and their signatures (§8.4). */
import { isObject } from '../../data/index.js';
import { type JsonObject, jcs } from '../../keys/index.js';
import type { Description } from '../describe.js';
import { agentUrl } from '../did/name.js';

/** The kind of signatures of cards, as their headers say it. */
export const CARD_TYP = 'JOSE';

/**
 * Returns the card of an agent, without signatures. It has no member with a default value, and no security schemes, which some
 * readers drop before they verify, so that all readers verify the same octets.
 */
export function agentCard(agent: Description, host: string): JsonObject {
  const modes = (pick: 'inputModes' | 'outputModes') => {
    const named = [...new Set(agent.skills.flatMap((skill) => skill[pick]))].map(mediaTypeOf);
    return named.length === 0 ? ['application/json'] : named;
  };
  const card = {
    name: agent.name,
    description: agent.description,
    version: agent.version,
    provider: { organization: agent.provider, url: `https://${host}/` },
    supportedInterfaces: [
      ...agent.interfaces.flatMap(({ name, protocol, url }) =>
        url === undefined ? [] : [{ url, protocolBinding: protocol ?? name, protocolVersion: '1.0' }],
      ),
      { url: agentUrl(host, agent.id, 'restconf'), protocolBinding: 'RESTCONF', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: agent.streaming, pushNotifications: agent.pushNotifications },
    defaultInputModes: modes('inputModes'),
    defaultOutputModes: modes('outputModes'),
    skills: agent.skills.map((skill) => ({
      id: skill.id,
      name: skill.name,
      description: skill.description,
      tags: skill.tags,
      examples: skill.examples,
      inputModes: skill.inputModes.map(mediaTypeOf),
      outputModes: skill.outputModes.map(mediaTypeOf),
    })),
  };
  const plain = withoutDefaults(card, true);
  if (!isObject(plain)) throw new Error('the card of an agent has no content');
  return plain;
}

/** Returns the octets that a signature of a card is over: without signatures and members that have default values (A2A §8.4.1). */
export function signedCard({ signatures: _, ...card }: JsonObject): Buffer {
  return jcs(withoutDefaults(card, false) ?? {});
}

/**
 * Returns a value without empty texts, lists and objects; undefined when nothing is left.
 *
 * @param alsoFalse leaves out `false` as well
 */
function withoutDefaults(value: unknown, alsoFalse: boolean): unknown {
  if (value === '' || value === null || value === undefined || (alsoFalse && value === false)) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutDefaults(item, alsoFalse)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const kept = withoutDefaults(member, alsoFalse);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** The media types of the kinds of data that profiles name. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['text', 'text/plain'],
  ['image', 'image/*'],
  ['audio', 'audio/*'],
  ['video', 'video/*'],
  ['file', 'application/octet-stream'],
]);

function mediaTypeOf(mode: string): string {
  return MEDIA_TYPES.get(mode) ?? mode;
}
