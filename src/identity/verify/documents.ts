/** The judges of DID documents, descriptions and cards. */
import { isObject } from '../../data/index.js';
import { DocumentFault, type JsonObject, type Signature, verifyJws } from '../../keys/index.js';
import { CARD_TYP, signedCard } from '../document/agent-card.js';
import { didOfMethod, readDid } from '../resolver/did.js';
import { readSelfSigned } from '../resolver/self-signed.js';
import { provedBy } from './proved.js';
import type { Judge, Judging } from './verdict.js';

/**
 * A DID document is signed by its subject. The identifier must vouch for the key as well: by its fingerprint, or by what its host
 * shows.
 */
export const judgeDidDocument: Judge = async (document, judging) => {
  const id = textIn(document, 'id');
  const did = readDid(id);
  const fingerprint = did.method === 'wba' ? did.fingerprint : undefined;
  if (fingerprint !== undefined && judging.nonce === undefined)
    await readSelfSigned(document, { fingerprint, now: judging.now });
  else {
    const { issuer } = await provedBy(document, judging);
    if (issuer !== id) throw new DocumentFault(`it is the document of ${id}, but signed by ${issuer}`);
  }
  return { issuer: id, subject: id, types: ['DIDDocument'] };
};

/** A description is signed by the agent, or by the node at whose host the agent is. */
export const judgeDescription: Judge = async (document, judging) => {
  const { issuer, proofs } = await provedBy(document, judging);
  const { did } = document;
  const url = textIn(document, 'url');
  const host = URL.canParse(url) ? new URL(url).host : undefined;
  if (proofs.some(({ domain }) => domain.length > 0 && !domain.includes(host ?? '')))
    throw new DocumentFault(`its proof is for another host than that of ${url}`);
  if (did !== undefined && did !== issuer)
    throw new DocumentFault(`it describes ${String(did)}, but is signed by ${issuer}`);
  if (did === undefined && hostOf(issuer) !== host)
    throw new DocumentFault(`it names no DID, and its signer ${issuer} is not of the host of ${url}`);
  return { issuer, subject: did === undefined ? url : issuer, types: ['AgentDescription'] };
};

function hostOf(issuer: string): string | undefined {
  const did = readDid(issuer);
  return did.method === 'web' || did.method === 'wba' ? did.host : undefined;
}

/** Maximum number of signatures of a card. */
const MOST_SIGNATURES = 4;

/** A card names no subject by a DID; who relies on it knows whose card it wants, and compares the issuer. */
export const judgeCard: Judge = async (document, judging) => {
  if (judging.nonce !== undefined) throw new DocumentFault('a card cannot answer a nonce');
  const { signatures } = document;
  if (!Array.isArray(signatures) || signatures.length === 0 || signatures.length > MOST_SIGNATURES)
    throw new DocumentFault(`a card has 1 to ${MOST_SIGNATURES} signatures`);
  const payload = signedCard(document);
  const issuers = new Set<string>();
  for (const each of signatures) issuers.add(await signerOf(signatureIn(each), payload, judging));
  const [issuer, ...others] = issuers;
  if (issuer === undefined || others.length > 0) throw new DocumentFault('its signatures are by different signers');
  return { issuer, subject: textIn(document, 'name'), types: ['AgentCard'] };
};

async function signerOf(signature: Signature, payload: Buffer, { resolve }: Judging): Promise<string> {
  const { kid } = await verifyJws(signature, payload, {
    typ: CARD_TYP,
    key: async (kid) => (await resolve(didOfMethod(kid))).key(kid, 'assertionMethod'),
  });
  return didOfMethod(kid);
}

function signatureIn(value: unknown): Signature {
  if (!isObject(value) || typeof value.protected !== 'string' || typeof value.signature !== 'string')
    throw new DocumentFault('a signature of a card lacks protected or signature');
  return { protected: value.protected, signature: value.signature };
}

function textIn(document: JsonObject, name: string): string {
  const value = document[name];
  if (typeof value !== 'string' || value === '') throw new DocumentFault(`its member ${name} is no text`);
  return value;
}
