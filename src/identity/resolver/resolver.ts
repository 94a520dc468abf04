/** Finds the documents of identifiers: of keys by themselves, of hosts over HTTPS, as far as configuration names the host. */

import { DocumentFault, type JsonObject, KeyFault, readDocument, readJwk, readMultikey } from '../../keys/index.js';
import { Budget } from './budget.js';
import { type Did, type HostedDid, type KeyedDid, readDid } from './did.js';
import { type DidDocument, documentOfKey, readDidDocument } from './document.js';
import type { OutboundFetch } from './fetch.js';
import { fetchDocument } from './fetch.js';
import { Memory } from './memory.js';
import { readSelfSigned } from './self-signed.js';
import { Texts } from './texts.js';

export interface ResolverOptions {
  readonly fetch: OutboundFetch;
  /** Returns the hosts that may be asked. */
  readonly hosts: () => readonly string[];
  /** Returns the document of an identifier of this node; undefined for others. */
  readonly own: (did: string) => Promise<JsonObject | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Milliseconds for which an answer of a host, or its failure, is remembered, and how many are. */
const REMEMBERED = 60_000;
const MOST_REMEMBERED = 1_000;
/** A document, and when it was found: for that of a host when the host was asked, in milliseconds since 1970. */
export interface Resolved {
  readonly document: DidDocument;
  readonly at: number;
}

/** Requests and answers of one kind of identifiers, apart from those of others. */
interface Lane {
  readonly memory: Memory<DidDocument>;
  readonly budget: Budget;
}

export class Resolver {
  readonly #named: Lane;
  readonly #known: Lane;
  readonly #unknown: Lane;
  /** Texts, apart from documents: many status lists of a host leave its documents their budget. */
  readonly #texts: Texts;

  constructor(private readonly o: ResolverOptions) {
    const lane = () => ({
      memory: new Memory<DidDocument>(REMEMBERED, MOST_REMEMBERED, o.now),
      budget: new Budget(o.now),
    });
    [this.#named, this.#known, this.#unknown] = [lane(), lane(), lane()];
    this.#texts = new Texts(o.now);
  }

  /**
   * Returns the document of an identifier.
   *
   * @throws DocumentFault for an identifier or a document that cannot be used, for a host that configuration does not name, and
   *   when a host does not answer
   */
  async resolve(text: string): Promise<DidDocument> {
    const { document } = await this.#found(readDid(text), this.#named, (host) => this.#requireNamed(host));
    return document;
  }

  /**
   * Returns the document of an identifier whose host a trust domain names.
   *
   * @param isKnown true for an identifier that was good before: the requests for others take nothing of its budget
   * @throws DocumentFault as `resolve`; HostDown when the host does not answer, or was asked too often
   */
  async resolveMember(text: string, isKnown: boolean): Promise<Resolved> {
    return this.#found(readDid(text), isKnown ? this.#known : this.#unknown);
  }

  /** Returns the text at a URL of a named host. @throws DocumentFault as `resolve` */
  async text(url: string): Promise<string> {
    const host = URL.canParse(url) ? new URL(url).host : '';
    this.#requireNamed(host);
    const send = () => fetchDocument(this.o.fetch, url);
    return this.#texts.get(host, url, send);
  }

  async #found(did: Did, { memory, budget }: Lane, requireHost: (host: string) => void = () => {}): Promise<Resolved> {
    const { now } = this.o;
    if ('key' in did) return { document: documentOf(did), at: now() };
    const own = await this.o.own(did.did);
    if (own) return { document: readDidDocument(own), at: now() };
    requireHost(did.host);
    const { answer, at } = memory.get(did.did, () => budget.spend(did.host, () => this.#fetched(did)));
    return { document: await answer, at };
  }

  #requireNamed(host: string): void {
    if (this.o.hosts().includes(host)) return;
    throw new DocumentFault(`the host ${host} is not asked: /yangent-identity:identity/resolver/host does not name it`);
  }

  async #fetched({ did, url, fingerprint }: HostedDid): Promise<DidDocument> {
    const document = readDocument(await fetchDocument(this.o.fetch, url));
    if (document.id !== did) throw new DocumentFault(`the document at ${url} is that of another identifier`);
    return fingerprint === undefined
      ? readDidDocument(document)
      : readSelfSigned(document, { fingerprint, now: this.o.now() });
  }
}

/** Returns the document of an identifier that is a key (did:key §3.1, did:jwk). */
function documentOf({ method, did, key }: KeyedDid): DidDocument {
  if (method === 'key') return documentOfKey(did, key, readMultikey(key));
  const octets = Buffer.from(key, 'base64url');
  if (octets.toString('base64url') !== key) throw new DocumentFault(`${did} is no base64url`);
  return documentOfKey(did, '0', readJwk(readDocument(octets.toString('utf8'))));
}

/** True for an error that says what is wrong with a document or a key. */
export function isRefusal(error: unknown): error is DocumentFault | KeyFault {
  return error instanceof DocumentFault || error instanceof KeyFault;
}
