/** Identifiers of others (DID Core §3), and where the documents of those with a host lie. */
import { isIP } from 'node:net';
import { DocumentFault } from '../../keys/index.js';
import { FINGERPRINT_PREFIX } from '../did/name.js';

/** An identifier that is a key itself. */
export interface KeyedDid {
  readonly method: 'key' | 'jwk';
  readonly did: string;
  readonly key: string;
}

/** An identifier whose document a host shows. */
export interface HostedDid {
  readonly method: 'web' | 'wba';
  readonly did: string;
  /** Domain name, and port unless it is 443. */
  readonly host: string;
  /** Where the document lies. */
  readonly url: string;
  /** Of the key that must sign the document (ANP-03 §2.2.1). */
  readonly fingerprint?: string;
}

export type Did = KeyedDid | HostedDid;

/** Maximum characters of an identifier, and of its DID URLs. */
const LONGEST = 2048;
const KEYED = /^did:(key|jwk):([A-Za-z0-9_-]+)$/;
const HOSTED = /^did:(web|wba):([a-z0-9.-]+)(?:%3[Aa]([1-9]\d{0,4}))?((?::[A-Za-z0-9._~%-]+)*)$/;
const FINGERPRINT = new RegExp(`^${FINGERPRINT_PREFIX}([A-Za-z0-9_-]{43})$`);
/** A segment that leads elsewhere, or hides a separator. */
const BAD_SEGMENT = /^\.{1,2}$|%2[fFeE]|%5[cC]|%(?![0-9A-Fa-f]{2})/;

/** Reads an identifier. @throws DocumentFault for another method than key, jwk, web and wba, and for another form */
export function readDid(text: string): Did {
  if (text.length > LONGEST) throw new DocumentFault(`an identifier has more than ${LONGEST} characters`);
  const [, keyed, key] = KEYED.exec(text) ?? [];
  if (key !== undefined) return { method: keyed === 'key' ? 'key' : 'jwk', did: text, key };
  const [, hosted, name = '', port, path = ''] = HOSTED.exec(text) ?? [];
  if (hosted === undefined)
    throw new DocumentFault(`"${text.slice(0, 100)}" is no DID of the methods key, jwk, web and wba`);
  if (isIP(name) !== 0 || /^[0-9.]+$/.test(name))
    throw new DocumentFault(`${text} names a network address, not a domain`);
  const host = port === undefined || port === '443' ? name : `${name}:${port}`;
  const segments = path.split(':').slice(1);
  if (segments.some((each) => BAD_SEGMENT.test(each))) throw new DocumentFault(`${text} has a bad path`);
  const file = segments.length === 0 ? '.well-known/did.json' : `${segments.join('/')}/did.json`;
  const place = { did: text, host, url: `https://${host}/${file}` };
  if (hosted === 'web') return { method: 'web', ...place };
  const last = segments.at(-1);
  if (last === undefined) return { method: 'wba', ...place };
  const [, fingerprint] = FINGERPRINT.exec(last) ?? [];
  if (fingerprint === undefined)
    throw new DocumentFault(`${text} does not end with the fingerprint of an Ed25519 key (${FINGERPRINT_PREFIX}...)`);
  return { method: 'wba', ...place, fingerprint };
}

/** Returns the DID of a DID URL of a key. @throws DocumentFault without a fragment */
export function didOfMethod(url: string): string {
  const at = url.indexOf('#');
  if (at <= 0 || at === url.length - 1) throw new DocumentFault(`"${url.slice(0, 100)}" does not name a key of a DID`);
  return url.slice(0, at);
}
