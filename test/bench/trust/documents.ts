/** Verifies Data Integrity proofs (eddsa-jcs-2022), beside the library of Digital Bazaar. */
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import jsigs from 'jsonld-signatures';
import {
  type JsonObject,
  makeKeyPair,
  multikeyOf,
  readMultikey,
  verifyProofs,
  withProof,
} from '../../../src/keys/index.js';
import { type Figure, median } from '../figure.js';

const ROUNDS = 7;
const COUNT = 1_000;
const DID = 'did:example:node';
const METHOD = `${DID}#key`;

/** A description as agents have them. */
const DOCUMENT: JsonObject = {
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  id: `${DID}:agents:meter`,
  name: 'meter',
  description: 'measures links, and says how they are',
  interfaces: Array.from({ length: 8 }, (_, index) => ({
    ...{ id: `interface-${index}`, protocol: 'RESTCONF', url: `https://node.example/restconf/agents/meter/${index}` },
    ...{ version: '1.0.0', security: ['bearer', 'dpop'], limits: { rate: 100 + index, size: 65_536 } },
  })),
};

export async function documentFigures(): Promise<readonly Figure[]> {
  const { pkcs8, spki } = await makeKeyPair('ed25519');
  const publicKeyMultibase = multikeyOf(spki);
  const purpose = 'assertionMethod';
  const signed = withProof(DOCUMENT, { key: pkcs8, verificationMethod: METHOD, purpose, created: Date.now() });
  const own = async (document: JsonObject) => {
    // The key is read each time, as the other library does.
    const rules = { key: async () => readMultikey(publicKeyMultibase), purpose, now: Date.now() } as const;
    return verifyProofs(document, rules).then(
      () => true,
      () => false,
    );
  };
  const theirs = foreign(publicKeyMultibase);
  const changed = { ...signed, name: 'other' };
  for (const verify of [own, theirs])
    if (!(await verify(signed)) || (await verify(changed))) throw new Error('a proof is not judged as it should be');
  const runs = { own: [] as number[], other: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.own.push(await speedOf(() => own(signed)));
    runs.other.push(await speedOf(() => theirs(signed)));
  }
  return [
    {
      ...{ what: 'proofs eddsa-jcs-2022 verified', value: median(runs.own), unit: '/s', runs: runs.own },
      peer: { name: '@digitalbazaar/eddsa-jcs-2022-cryptosuite', value: median(runs.other), runs: runs.other },
    },
  ];
}

function foreign(publicKeyMultibase: string): (document: JsonObject) => Promise<boolean> {
  const method = {
    '@context': 'https://w3id.org/security/multikey/v1',
    ...{ id: METHOD, type: 'Multikey', controller: DID, publicKeyMultibase },
  };
  const controller = { '@context': 'https://www.w3.org/ns/did/v1', id: DID, assertionMethod: [METHOD] };
  const suite = new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() });
  const purpose = new jsigs.purposes.AssertionProofPurpose({ controller, maxTimestampDelta: 3_600 });
  const documentLoader = async (url: string) => ({
    ...{ contextUrl: null, documentUrl: url },
    document: url === METHOD ? method : controller,
  });
  return async (document) => (await jsigs.verify(document, { suite, purpose, documentLoader })).verified;
}

async function speedOf(verify: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  for (let index = 0; index < COUNT; index += 1) if (!(await verify())) throw new Error('a good proof was refused');
  return (COUNT * 1_000) / (performance.now() - begun);
}
