/** The documents that the node serves over HTTP, outside its data model. */
import { RpcError } from '../data/index.js';
import { type JsonObject, signJws, withProof } from '../keys/index.js';
import type { FaceAnswer, FaceRequest, View } from '../server/index.js';
import type { Describe, Description } from './describe.js';
import { AGENT_DOCUMENT, agentDid, FINGERPRINT_PREFIX, NODE_DOCUMENT, nodeDid, readAgentDid } from './did/name.js';
import { agentCard, CARD_TYP, signedCard } from './document/agent-card.js';
import { agentDescription, type LoginScheme } from './document/agent-description.js';
import { descriptionText } from './document/description-text.js';
import { agentDocument, type DocumentedKeys, nodeDocument } from './document/did-document.js';
import type { DocumentKeys, Signer } from './document/keys.js';
import { CONTEXT, CONTEXT_DOCUMENT, linkedDescription } from './document/linked-description.js';
import { type Identities, methodOf } from './identities.js';
import type { IdentitySettings } from './settings.js';

/** A document at a path. */
export interface ServedDocument {
  /** True when it is served to those who do not say who they are. */
  readonly isPublic: boolean;
  /** Media types of its forms, the preferred one first. Absent: it has one form. */
  readonly types?: readonly string[];
  /** Answers a GET; undefined when there is no document for this caller. @throws RpcError for a bad query */
  answer(request: Pick<FaceRequest, 'query' | 'as'>, type?: string): Promise<FaceAnswer | undefined>;
}

export interface PublicationOptions {
  readonly keys: DocumentKeys;
  readonly identities: Identities;
  readonly describe: Describe;
  readonly settings: () => IdentitySettings;
  /** Returns how users log in. */
  readonly logins: () => readonly LoginScheme[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type Reader = FaceRequest['as'];

const DID_PATH = new RegExp(`^${FINGERPRINT_PREFIX}([A-Za-z0-9_-]{43})/${AGENT_DOCUMENT}$`);

/** Milliseconds for which the description of an agent is good, so that none from before a change is taken for the present one. */
const DESCRIPTION_LIFE = 86_400_000;

/** The name of the description below an agent, and its forms. */
const DESCRIPTION = 'ad.json';
const JSON_TYPE = 'application/json';
const JSON_LD_TYPE = 'application/ld+json';
const TEXT_TYPE = 'text/plain';
const FORMS = [JSON_TYPE, JSON_LD_TYPE, TEXT_TYPE] as const;

export class Publication {
  constructor(private readonly o: PublicationOptions) {}

  /** Returns the document at a path of the node, or below an agent; undefined where none lies, and while the node has no name. */
  at(view: View, path: string): ServedDocument | undefined {
    const { host, publish } = this.o.settings();
    if (host === undefined) return undefined;
    if (view.kind === 'node') {
      // The context is the same for all, and tells nothing of the node.
      if (path === CONTEXT_DOCUMENT) return { isPublic: true, answer: async () => json(CONTEXT, JSON_LD_TYPE) };
      return path === NODE_DOCUMENT
        ? { isPublic: publish, answer: ({ as }) => this.#nodeDocument(host, as) }
        : undefined;
    }
    const make = this.#ofAgent(host, path);
    const isPublic = publish && this.o.describe.isPublic(view.agent);
    const types = path === DESCRIPTION ? FORMS : undefined;
    return make && { isPublic, types, answer: (request, type) => make(view.agent, request, type) };
  }

  /** Returns the document of an identifier of this node, for its own use; undefined for others. */
  async ownDocument(did: string): Promise<JsonObject | undefined> {
    const { host } = this.o.settings();
    if (host === undefined) return undefined;
    if (did === nodeDid(host)) return this.#documentOfNode(host);
    const named = readAgentDid(host, did);
    return named && this.#documentOfAgent(host, named.agent, named.fingerprint);
  }

  #ofAgent(host: string, path: string) {
    type Answer = Promise<FaceAnswer | undefined>;
    type Make = (agent: string, request: Pick<FaceRequest, 'query' | 'as'>, type?: string) => Answer;
    const described =
      (make: (agent: Description, query: URLSearchParams, type?: string) => Answer): Make =>
      async (id, { query, as }, type) => {
        const agent = await this.o.describe.describe(id, as);
        return agent && make(agent, query, type);
      };
    const [, fingerprint] = DID_PATH.exec(path) ?? [];
    if (fingerprint !== undefined) return described(({ id }) => this.#agentDocument(host, id, fingerprint));
    if (path === DESCRIPTION) return described((agent, query, type) => this.#description(host, agent, query, type));
    if (path === 'agent-card.json') return described((agent) => this.#card(host, agent));
    return undefined;
  }

  async #nodeDocument(host: string, reader: Reader): Promise<FaceAnswer | undefined> {
    // A user may be forbidden to read it.
    if (reader && (await reader.read('/yangent-identity:identity'))?.did === undefined) return undefined;
    return json(await this.#documentOfNode(host), DID_TYPE);
  }

  async #documentOfNode(host: string): Promise<JsonObject> {
    const did = nodeDid(host);
    return this.#signed(nodeDocument(host, did, this.#documented()), did, await this.o.keys.current());
  }

  async #agentDocument(host: string, agent: string, fingerprint: string): Promise<FaceAnswer | undefined> {
    const document = await this.#documentOfAgent(host, agent, fingerprint);
    return document && json(document, DID_TYPE);
  }

  async #documentOfAgent(host: string, agent: string, fingerprint: string): Promise<JsonObject | undefined> {
    const signer = this.o.describe.isHosted(agent) ? await this.o.keys.of(fingerprint) : undefined;
    if (!signer) return undefined;
    const did = agentDid(host, agent, fingerprint);
    const document = agentDocument(host, agent, did, { ...this.#documented(), documents: [signer] });
    return this.#signed(document, did, signer);
  }

  async #description(
    host: string,
    agent: Description,
    query: URLSearchParams,
    type: string = JSON_TYPE,
  ): Promise<FaceAnswer> {
    const { identities, now, logins } = this.o;
    const challenge = challengeIn(query);
    if (type === TEXT_TYPE) {
      if (challenge !== undefined)
        throw invalid(`a text has no proof that could answer a challenge; accept ${JSON_TYPE} or ${JSON_LD_TYPE}`);
      const body = descriptionText(agent, { host, logins: logins() });
      return { status: 200, headers: { 'content-type': `${TEXT_TYPE}; charset=utf-8` }, body };
    }
    const { signer, verificationMethod } = await identities.signerFor(host, agent.id);
    const did = identities.ofAgent(agent.id);
    const plain = agentDescription(agent, { host, logins: logins(), ...(did === undefined ? {} : { did }) });
    const document = type === JSON_LD_TYPE ? linkedDescription(plain, host) : plain;
    const created = now();
    const signed = withProof(document, {
      ...{ key: signer.pair.pkcs8, verificationMethod, purpose: 'assertionMethod', created },
      ...{ expires: created + DESCRIPTION_LIFE, domain: host },
      ...(challenge === undefined ? {} : { challenge }),
    });
    return json(signed, type);
  }

  async #card(host: string, agent: Description): Promise<FaceAnswer> {
    const { identities } = this.o;
    const { signer, verificationMethod } = await identities.signerFor(host, agent.id);
    const card = agentCard(agent, host);
    const signature = signJws({ typ: CARD_TYP, kid: verificationMethod }, signedCard(card), signer.pair);
    return json({ ...card, signatures: [signature] }, 'application/json');
  }

  #documented(): DocumentedKeys {
    const { keys } = this.o;
    return {
      documents: keys.shown('document'),
      authentication: keys.shown('authentication'),
      keyAgreement: keys.shown('key-agreement'),
    };
  }

  #signed(document: JsonObject, did: string, signer: Signer): JsonObject {
    return withProof(document, {
      key: signer.pair.pkcs8,
      verificationMethod: methodOf(did, signer),
      purpose: 'assertionMethod',
      created: this.o.now(),
    });
  }
}

/** The media type of a DID document (DID Core §7.2). */
const DID_TYPE = 'application/did+json';

function json(document: JsonObject, type: string): FaceAnswer {
  return { status: 200, headers: { 'content-type': type }, body: JSON.stringify(document) };
}

/** A text without meaning of its own, so that nobody can have the node sign words. */
const CHALLENGE = /^[A-Za-z0-9_-]{8,128}$/;

/** Returns the question that the description is to answer. @throws RpcError invalid-value */
function challengeIn(query: URLSearchParams): string | undefined {
  const challenge = query.get('challenge') ?? undefined;
  if (challenge === undefined || CHALLENGE.test(challenge)) return challenge;
  throw invalid('the query parameter challenge has 8 to 128 letters, digits, "-" and "_"');
}

function invalid(message: string): RpcError {
  return new RpcError({ type: 'protocol', tag: 'invalid-value', origin: 'caller', message });
}
