/** DID documents of the node and of agents (W3C DID Core §5, ANP-03 §2.5). */
import type { JsonObject } from '../../keys/index.js';
import { agentUrl } from '../did/name.js';
import type { ShownKey } from './keys.js';

/** The keys that a document shows. */
export interface DocumentedKeys {
  /** They sign documents. The first one of an agent is that of its fingerprint. */
  readonly documents: readonly ShownKey[];
  readonly authentication: readonly ShownKey[];
  readonly keyAgreement: readonly ShownKey[];
}

const CONTEXT = [
  'https://www.w3.org/ns/did/v1',
  'https://w3id.org/security/data-integrity/v2',
  'https://w3id.org/security/multikey/v1',
];

/** A service, with the last part of its identifier. */
interface Service {
  readonly name: string;
  readonly type: string;
  readonly url: string;
}

/** Returns the document of the node, without proof. */
export function nodeDocument(host: string, did: string, keys: DocumentedKeys): JsonObject {
  return didDocument(did, keys, [{ name: 'restconf', type: 'RESTCONF', url: `https://${host}/restconf` }]);
}

/** Returns the document of an agent, without proof. */
export function agentDocument(host: string, agent: string, did: string, keys: DocumentedKeys): JsonObject {
  return didDocument(did, keys, [
    { name: 'ad', type: 'AgentDescription', url: agentUrl(host, agent, 'ad.json') },
    { name: 'card', type: 'AgentCard', url: agentUrl(host, agent, 'agent-card.json') },
    { name: 'restconf', type: 'RESTCONF', url: agentUrl(host, agent, 'restconf') },
  ]);
}

function didDocument(did: string, keys: DocumentedKeys, services: readonly Service[]): JsonObject {
  const { documents, authentication, keyAgreement } = keys;
  const idsOf = (shown: readonly ShownKey[]) => shown.map(({ fingerprint }) => `${did}#${fingerprint}`);
  return {
    '@context': CONTEXT,
    id: did,
    verificationMethod: [...documents, ...authentication, ...keyAgreement].map(({ fingerprint, multikey }) => ({
      id: `${did}#${fingerprint}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: multikey,
    })),
    // The binding key of an agent must be named here too (ANP-03 §2.2.2).
    authentication: [...idsOf(documents), ...idsOf(authentication)],
    assertionMethod: idsOf(documents),
    keyAgreement: idsOf(keyAgreement),
    service: services.map(({ name, type, url }) => ({ id: `${did}#${name}`, type, serviceEndpoint: url })),
  };
}
