/** Verifiable credentials whose signatures and times were checked (W3C Verifiable Credentials Data Model 2.0; VC-JOSE-COSE §3.1). */
import { isObject } from '../../data/index.js';
import { DocumentFault, type JsonObject, readCompactJws, readDocument, verifyJws } from '../../keys/index.js';
import { didOfMethod } from '../resolver/did.js';
import { provedBy } from './proved.js';
import type { Judging, Statement } from './verdict.js';

const CONTEXT = 'https://www.w3.org/ns/credentials/v2';
const TYPE = 'VerifiableCredential';
/** The kind of credentials as JWT. */
const JWT_TYP = 'vc+jwt';

export function isCredential({ type }: JsonObject): boolean {
  return typesIn(type).includes(TYPE);
}

/** A credential with what it says; its status was not checked. */
export interface SignedCredential {
  readonly document: JsonObject;
  readonly statement: Statement;
}

/** Verifies a credential with a proof. @throws DocumentFault, KeyFault */
export async function provedCredential(document: JsonObject, judging: Judging): Promise<SignedCredential> {
  const said = (signer: string) => statementOf(document, signer, judging);
  const { issuer } = await provedBy(document, { ...judging, resolve: resolverOf(said, judging) });
  return { document, statement: said(issuer) };
}

/** Returns a resolver that finds the keys of a signer only when a credential by that signer would be accepted. */
function resolverOf(said: (signer: string) => Statement, { resolve, accept }: Judging): Judging['resolve'] {
  return async (did) => {
    accept?.(said(did));
    return resolve(did);
  };
}

/** Verifies a credential as JWT: its payload is the credential. @throws DocumentFault, KeyFault */
export async function credentialOfJwt(text: string, judging: Judging): Promise<SignedCredential> {
  if (judging.nonce !== undefined) throw new DocumentFault('a credential as JWT cannot answer a nonce');
  const { signature, payload } = readCompactJws(text);
  const document = readDocument(payload.toString('utf8'));
  if (!isCredential(document)) throw new DocumentFault(`its payload is no ${TYPE}`);
  const said = (signer: string) => statementOfJwt(document, signer, judging);
  const resolve = resolverOf(said, judging);
  const { kid } = await verifyJws(signature, payload, {
    typ: JWT_TYP,
    key: async (kid) => (await resolve(didOfMethod(kid))).key(kid, 'assertionMethod'),
  });
  return { document, statement: said(didOfMethod(kid)) };
}

function statementOfJwt(document: JsonObject, signer: string, judging: Judging): Statement {
  const { iss, exp, nbf, iat } = document;
  if (iss !== undefined && iss !== signer) throw new DocumentFault(`its iss is not its signer ${signer}`);
  requireTime(seconds(nbf, 'nbf'), seconds(exp, 'exp'), judging.now);
  const since = seconds(nbf, 'nbf') ?? seconds(iat, 'iat');
  return { ...(since === undefined ? {} : { from: since }), ...statementOf(document, signer, judging) };
}

function statementOf(document: JsonObject, signer: string, { now }: Judging): Statement {
  const { '@context': context, issuer, credentialSubject: subject } = document;
  if (!Array.isArray(context) || context[0] !== CONTEXT)
    throw new DocumentFault(`its @context does not begin with ${CONTEXT}`);
  const id = isObject(issuer) ? issuer.id : issuer;
  if (id !== signer) throw new DocumentFault(`its issuer is ${String(id)}, but it is signed by ${signer}`);
  const from = time(document.validFrom, 'validFrom');
  requireTime(from, time(document.validUntil, 'validUntil'), now);
  const about = isObject(subject) ? subject.id : undefined;
  return {
    ...{ issuer: signer, types: typesIn(document.type) },
    ...(typeof about === 'string' ? { subject: about } : {}),
    ...(from === undefined ? {} : { from }),
  };
}

function requireTime(from: number | undefined, until: number | undefined, now: number): void {
  if (from !== undefined && from > now) throw new DocumentFault('it is not valid yet');
  if (until !== undefined && until <= now) throw new DocumentFault('it is no longer valid');
}

function time(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined;
  const read = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(read)) throw new DocumentFault(`its member ${name} is no time`);
  return read;
}

function seconds(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number') throw new DocumentFault(`its claim ${name} is no number of seconds`);
  return value * 1000;
}

const MOST_TYPES = 16;

function typesIn(type: unknown): readonly string[] {
  const all = Array.isArray(type) ? type : [type];
  return all.filter((each) => typeof each === 'string').slice(0, MOST_TYPES);
}
