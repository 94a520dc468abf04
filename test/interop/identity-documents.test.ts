/**
 * Documents of a node, judged by foreign verifiers: proofs by the libraries of Digital Bazaar, cards by the SDK of A2A. Both read
 * what they need from the documents themselves, without a network.
 */
import { AgentCard, verifyAgentCardSignature } from '@a2a-js/sdk';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import jsonld from 'jsonld';
import jsigs from 'jsonld-signatures';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type JsonObject, jwkOf, readDocument, readMultikey } from '../../src/keys/index.js';
import { anonymous, HOST, HOSTED, NODE_DID, pathOf, published, startIdentityNode } from '../identity/rig.js';
import type { TestNode } from '../support/node.js';

let rig: TestNode;
let did: string;

beforeAll(async () => {
  rig = await startIdentityNode();
  await rig.node.edit({ 'yangent-identity:identity': { publish: true } });
  const description = await published(rig, `/agents/${HOSTED}/ad.json`);
  did = String(description.did);
});

afterAll(() => rig.stop());

/** Gives DID documents of the node, and the keys in them, by their identifiers; nothing else can be loaded. */
async function documentLoader(url: string) {
  const [subject = '', fragment] = url.split('#');
  const document = await published(rig, pathOf(subject));
  if (fragment === undefined) return { contextUrl: null, documentUrl: url, document };
  const methods = document.verificationMethod as readonly JsonObject[];
  const found = methods.find(({ id }) => id === url);
  if (!found) throw new Error(`${subject} has no key ${fragment}`);
  const method = { '@context': 'https://w3id.org/security/multikey/v1', ...found };
  return { contextUrl: null, documentUrl: url, document: method };
}

async function isVerified(document: JsonObject): Promise<boolean> {
  const { verificationMethod } = document.proof as JsonObject;
  const controller = await published(rig, pathOf(String(verificationMethod).split('#')[0]));
  const purpose = new jsigs.purposes.AssertionProofPurpose({ controller, maxTimestampDelta: 300 });
  const suite = new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() });
  const { verified } = await jsigs.verify(document, { suite, purpose, documentLoader });
  return verified;
}

/** Returns the text with another octet at each of some places, spread over all of it. */
function changed(text: string, most: number): readonly string[] {
  const step = Math.max(1, Math.floor(text.length / most));
  return Array.from({ length: Math.floor(text.length / step) }, (_, index) => {
    const at = index * step;
    return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;
  });
}

/** Returns the document of a text; none when it is no document. */
function parsed(text: string): readonly JsonObject[] {
  try {
    return [readDocument(text)];
  } catch {
    return [];
  }
}

describe('the libraries of Digital Bazaar', () => {
  it.each<[string, () => string, string?]>([
    ['the document of the node', () => '/.well-known/did.json'],
    ['the document of an agent inside it', () => pathOf(did)],
    ['the description of an agent inside it', () => `/agents/${HOSTED}/ad.json?challenge=question-1`],
    ['the description of an agent outside it', () => '/agents/patrol/ad.json'],
    ['the same as JSON-LD', () => '/agents/patrol/ad.json', 'application/ld+json'],
  ])('verify %s, and nothing that was changed', async (_, path, accept) => {
    const { body } = await anonymous(rig, path(), accept);
    expect(await isVerified(readDocument(body))).toBe(true);
    const documents = changed(body, 60).flatMap(parsed);
    expect(documents.length).toBeGreaterThan(20);
    for (const document of documents)
      expect([await isVerified(document).catch(() => false), document]).toEqual([false, document]);
  });
});

/** Stands for the context of proofs, which lies at W3C: the names of its terms that descriptions have. */
const PROOFS = {
  '@context': {
    ...{ id: '@id', type: '@type' },
    proof: { '@id': 'https://w3id.org/security#proof', '@type': '@id', '@container': '@graph' },
  },
};

it('ANF-5.1.2-b: jsonld reads the description of an agent as linked data', async () => {
  const { body } = await anonymous(rig, `/agents/${HOSTED}/ad.json`, 'application/ld+json');
  const loader = async (url: string) => {
    const ofNode = url === `https://${HOST}/ad.jsonld`;
    if (!ofNode) expect(url).toBe('https://w3id.org/security/data-integrity/v2');
    return { contextUrl: undefined, documentUrl: url, document: ofNode ? await published(rig, '/ad.jsonld') : PROOFS };
  };
  const [read] = await jsonld.expand(JSON.parse(body), { documentLoader: loader, safe: true });
  expect(read).toMatchObject({
    '@id': did,
    '@type': ['https://agent-network-protocol.com/ad#AgentDescription'],
    'https://schema.org/name': [{ '@value': 'TMF-ACME-IP-1.0' }],
    'https://schema.org/url': [{ '@id': expect.stringMatching(/\/agents\/stepper\/ad.json$/) }],
    'https://agent-network-protocol.com/ad#security': [{ '@value': 'basic_sc' }, { '@value': 'bearer_sc' }],
    'https://w3id.org/security#proof': [expect.anything()],
  });
});

describe('the SDK of A2A', () => {
  const verify = verifyAgentCardSignature(async (kid) => {
    const { document } = await documentLoader(kid);
    const { spki } = readMultikey(String((document as JsonObject).publicKeyMultibase));
    return JSON.parse(jwkOf(spki).text);
  });

  it.each([HOSTED, 'patrol'])('verifies the card of %s, and none that was changed', async (agent) => {
    // It writes each signature that it refuses.
    vi.spyOn(console, 'debug').mockImplementation(() => undefined);
    const { body } = await anonymous(rig, `/agents/${agent}/agent-card.json`);
    const card = AgentCard.fromJSON(JSON.parse(body));
    await expect(verify(card)).resolves.toBeUndefined();
    expect(card.name).not.toBe('');
    const signer = agent === HOSTED ? did : NODE_DID;
    const [{ protected: header } = { protected: '' }] = card.signatures;
    expect(JSON.parse(Buffer.from(header, 'base64url').toString()).kid.split('#')[0]).toBe(signer);
    for (const member of ['name', 'description', 'version'] as const)
      await expect(verify({ ...card, [member]: `${card[member]}!` })).rejects.toThrow('No valid signatures');
  });
});
