/** The status of credentials: a bit in a list that their issuer signs (W3C Bitstring Status List 1.0). */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isObject } from '../../data/index.js';
import { DocumentFault, type JsonObject, readDocument } from '../../keys/index.js';
import { credentialOfJwt, provedCredential } from './signed-credential.js';
import type { Judging } from './verdict.js';

/** Maximum number of lists that a credential may name. */
const MOST_LISTS = 4;
/** Least number of octets of a list: a shorter one would tell which credential is asked about (§3.2). */
const LEAST_OCTETS = 16 * 1024;
const MOST_OCTETS = 2 * 1024 * 1024;
const BITS = 8;

/** The purposes whose bit takes a credential out of force. */
const PURPOSES: ReadonlyMap<unknown, string> = new Map([
  ['revocation', 'revoked'],
  ['suspension', 'suspended'],
]);

/**
 * Refuses a credential whose bit is set in a list, and one whose status cannot be found out.
 *
 * @param status the member `credentialStatus`; undefined: the credential has none, and is good
 * @throws DocumentFault, KeyFault
 */
export async function requireGoodStatus(status: unknown, issuer: string, judging: Judging): Promise<void> {
  if (status === undefined) return;
  const entries: readonly unknown[] = Array.isArray(status) ? status : [status];
  if (entries.length > MOST_LISTS) throw new DocumentFault(`it names more than ${MOST_LISTS} status lists`);
  for (const entry of entries) await requireUnset(readEntry(entry), issuer, judging);
}

interface Entry {
  readonly purpose: unknown;
  /** The meaning of a bit that is set. */
  readonly word: string;
  readonly index: number;
  readonly url: string;
}

function readEntry(entry: unknown): Entry {
  if (!isObject(entry) || entry.type !== 'BitstringStatusListEntry' || (entry.statusSize ?? 1) !== 1)
    throw new DocumentFault('its credentialStatus is no BitstringStatusListEntry of one bit');
  const { statusPurpose: purpose, statusListIndex: index, statusListCredential: url } = entry;
  const word = PURPOSES.get(purpose);
  if (word === undefined) throw new DocumentFault('the purpose of its status is neither revocation nor suspension');
  if (typeof index !== 'string' || !/^\d{1,10}$/.test(index) || typeof url !== 'string')
    throw new DocumentFault('its credentialStatus lacks statusListIndex or statusListCredential');
  return { purpose, word, index: Number(index), url };
}

async function requireUnset({ purpose, word, index, url }: Entry, issuer: string, judging: Judging): Promise<void> {
  const bits = await bitsOf(await listAt(url, issuer, judging), purpose);
  const octet = bits[Math.floor(index / BITS)];
  if (octet === undefined) throw new DocumentFault(`the status list ${url} has no place ${index}`);
  // The first place is the highest bit of the first octet (§2.2).
  if ((octet & (0x80 >> (index % BITS))) !== 0) throw new DocumentFault(`it is ${word}, says ${url}`);
}

/** Returns the subject of a list, which the issuer of the credential must have signed. */
async function listAt(url: string, issuer: string, { nonce: _, accept: __, ...judging }: Judging): Promise<JsonObject> {
  const text = await judging.fetch(url);
  const isJwt = !text.trimStart().startsWith('{');
  const { document, statement } = isJwt
    ? await credentialOfJwt(text, judging)
    : await provedCredential(readDocument(text), judging);
  const { credentialSubject: subject } = document;
  if (!statement.types.includes('BitstringStatusListCredential') || !isObject(subject))
    throw new DocumentFault(`${url} is no BitstringStatusListCredential`);
  if (statement.issuer !== issuer) throw new DocumentFault(`the status list ${url} is signed by another issuer`);
  return subject;
}

async function bitsOf({ type, statusPurpose, encodedList: list }: JsonObject, purpose: unknown): Promise<Buffer> {
  if (type !== 'BitstringStatusList' || statusPurpose !== purpose || typeof list !== 'string' || !list.startsWith('u'))
    throw new DocumentFault('a status list has another purpose or form than the credential says');
  const bits = await unzipped(Buffer.from(list.slice(1), 'base64url'));
  if (bits.length < LEAST_OCTETS) throw new DocumentFault(`a status list has fewer than ${LEAST_OCTETS} octets`);
  return bits;
}

const unzip = promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(gunzip);

async function unzipped(octets: Buffer): Promise<Buffer> {
  return unzip(octets, { maxOutputLength: MOST_OCTETS }).catch(() => {
    throw new DocumentFault(`a status list is no gzip of at most ${MOST_OCTETS} octets`);
  });
}
