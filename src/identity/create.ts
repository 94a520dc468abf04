import type { SubjectKeys } from '../access/index.js';
import type { Tree } from '../data/index.js';
import type { NodeKeys } from '../keys/index.js';
import type { AnyProvider } from '../server/index.js';
import { Control } from './control/control.js';
import { Credentials } from './credential/credentials.js';
import type { Describe } from './describe.js';
import type { LoginScheme } from './document/agent-description.js';
import { DocumentKeys } from './document/keys.js';
import { Identities } from './identities.js';
import { identityProvider } from './northbound/provider.js';
import { Publication } from './publication.js';
import type { OutboundFetch } from './resolver/fetch.js';
import { Resolver } from './resolver/resolver.js';
import { subjectKeys } from './resolver/subject-keys.js';
import { settingsIn } from './settings.js';
import { verifyDocument } from './verify/verify.js';

export interface IdentityOptions {
  readonly keys: NodeKeys;
  /** Returns the content of running. */
  readonly running: () => Tree;
  /** Describes agents. They are made later than this room, on which they stand. */
  readonly describe: () => Describe;
  /** Returns how users log in. */
  readonly logins: () => readonly LoginScheme[];
  /** Returns the trust domain in force that names an identifier, or its host. */
  readonly domainOf: (did: string) => string | undefined;
  /** Sends requests to where configuration allows. */
  readonly fetch: OutboundFetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The interface of the room `identity` for the composition root and the rooms above. */
export interface Identity {
  readonly identities: Pick<Identities, 'node' | 'ofAgent' | 'agentOf'>;
  readonly control: Pick<Control, 'require'>;
  readonly credentials: Credentials;
  readonly publication: Publication;
  /** The keys of members of trust domains who are known by their identifiers. */
  readonly subjects: SubjectKeys;
  readonly providers: readonly AnyProvider[];
}

export function createIdentity({ keys, running, logins, fetch, now = Date.now, ...o }: IdentityOptions): Identity {
  const settings = () => settingsIn(running());
  const documentKeys = new DocumentKeys(keys);
  const describe: Describe = {
    isHosted: (agent) => o.describe().isHosted(agent),
    isPublic: (agent) => o.describe().isPublic(agent),
    describe: (agent, reader) => o.describe().describe(agent, reader),
  };
  const identities = new Identities(documentKeys, () => settings().host, describe.isHosted);
  const publication = new Publication({ keys: documentKeys, identities, describe, settings, logins, now });
  const own = (did: string) => publication.ownDocument(did);
  const resolverAt = () => new Resolver({ fetch, hosts: () => settings().resolver?.host ?? [], own, now });
  // Requests of callers take nothing of the budget for the credentials of agents.
  const [resolver, ofCredentials] = [resolverAt(), resolverAt()];
  const judgingBy = (by: Resolver) => ({
    resolve: (did: string) => by.resolve(did),
    fetch: (url: string) => by.text(url),
    now: now(),
  });
  const control = new Control({ resolve: (did) => resolver.resolve(did), node: () => identities.node, now });
  const verify = (text: string, nonce: string | undefined) =>
    verifyDocument(text, { ...judgingBy(resolver), ...(nonce === undefined ? {} : { nonce }) });
  const credentials = new Credentials({
    verify: (text, accept) => verifyDocument(text, { ...judgingBy(ofCredentials), accept }),
    ruling: () => ({ rules: settings()['credential-rule'] ?? [], domainOf: o.domainOf, now: now() }),
  });
  const subjects = subjectKeys(resolver, () => identities.node);
  return {
    identities,
    control,
    credentials,
    publication,
    subjects,
    providers: [identityProvider({ identities, control, verify })],
  };
}
