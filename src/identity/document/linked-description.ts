/** Descriptions of agents as linked data (JSON-LD 1.1): the same members, with the meaning of each. */
import type { JsonObject } from '../../keys/index.js';

/** The path of the context at a node. */
export const CONTEXT_DOCUMENT = 'ad.jsonld';

const ANP = 'https://agent-network-protocol.com/ad#';

/**
 * The context: terms of schema.org where it has them, and else those of the Agent Network Protocol. The names of ways to authenticate
 * are those of the agent, so that they are no terms.
 */
export const CONTEXT: JsonObject = {
  '@context': {
    '@vocab': ANP,
    schema: 'https://schema.org/',
    url: { '@id': 'schema:url', '@type': '@id' },
    did: { '@id': `${ANP}did`, '@type': '@id' },
    identifier: 'schema:identifier',
    name: 'schema:name',
    owner: 'schema:owner',
    Organization: 'schema:Organization',
    description: 'schema:description',
    version: 'schema:version',
    securityDefinitions: { '@id': `${ANP}securityDefinitions`, '@type': '@json' },
  },
};

/**
 * Returns a description with its context, without proof. Its subject is the DID of the agent, else its URL. The context is named by
 * URLs only: verifiers compare it with that of the proof (Data Integrity EdDSA Cryptosuites §3.3.2), and some take no objects there.
 */
export function linkedDescription(description: JsonObject, host: string): JsonObject {
  const context = ['https://w3id.org/security/data-integrity/v2', `https://${host}/${CONTEXT_DOCUMENT}`];
  return { '@context': context, id: description.did ?? description.url, ...description };
}
