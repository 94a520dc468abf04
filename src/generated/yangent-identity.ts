// Made from the YANG models by "npm run generate"; do not edit.

/**
 * Identifiers of the node and its agents that others can verify (decentralized identifiers, DID), and
 * the signed documents that the node publishes about them. The identifier of the node is did:wba:HOST;
 * its document lies at https://HOST/.well-known/did.json. An agent that runs inside the node has
 * did:wba:HOST:agents:ID:e1_FINGERPRINT, and its document lies at
 * https://HOST/agents/ID/e1_FINGERPRINT/did.json. Each agent has a description (/agents/ID/ad.json)
 * and a card (/agents/ID/agent-card.json). The node signs them: as the agent when it runs inside the
 * node, else as the node.
 */
export interface YangentIdentity {
  /** Identifiers and documents. */
  identity?: YangentIdentity_Identity;
}

/** Top-level data of yangent-identity, as RFC 7951 names them in a document. */
export interface YangentIdentityData {
  'yangent-identity:identity'?: YangentIdentity['identity'];
}

/** RPCs of the module. */
export interface YangentIdentityRpcs {
  /**
   * Ask for the text that a proof of an identifier must answer, in register. Refused with app-tag
   * no-name while the node has no name.
   */
  'yangent-identity:challenge': {
    input: undefined;
    output: {
      /** The text. Only this user may answer it, and once. */
      nonce?: string;
      /** Identifier of the node, for which the proof must be. */
      audience?: string;
      /** Until when it may be answered. */
      expires?: string;
    };
  };
  /**
   * Verify a document: a DID document, a description of an agent, an agent card (A2A), or a credential
   * (VC 2.0, with a proof eddsa-jcs-2022 or as JWT). Keys are found by the identifiers of the signers
   * (did:key, did:jwk, did:web, did:wba). That a document is valid says who signed it, not that its
   * signer may be trusted.
   */
  'yangent-identity:verify': {
    input: {
      /** The text of the document. */
      document: string;
      /** The text that its proof must answer (challenge). */
      nonce?: string;
    };
    output: {
      /** The outcome. */
      verdict?: 'valid' | 'invalid';
      /** The kind of document. */
      kind?: 'did-document' | 'agent-description' | 'agent-card' | 'credential';
      /** The identifier of the signer. Only of a valid document, as all that follows but the reason. */
      issuer?: string;
      /**
       * The one that the document is about: an identifier; of a description without one its URL, of a card
       * the name.
       */
      subject?: string;
      /** Its types. */
      type?: readonly string[];
      /** Why it is refused. */
      reason?: readonly string[];
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentIdentityActions {}

/** Notifications of the module. */
export interface YangentIdentityNotifications {}

/** Structures (RFC 8791) of the module. */
export interface YangentIdentityStructures {}

/** Identifiers and documents. */
export type YangentIdentity_Identity = {
  /**
   * By which others reach this node over HTTPS. Absent: the node and its agents have no identifiers, and
   * publish no documents. Another host gives them other identifiers.
   */
  host?: string;
  /**
   * True: the document of the node, and those of agents that are public, approved and published, are
   * served without login. False: only to users, as far as they may read what is in them.
   * @default false
   */
  publish?: boolean;
  /** Identifier of the node. */
  did?: string;
  /**
   * Which credentials of agents count (VC 2.0, with a proof or as JWT). Each must be about the
   * identifier that the agent has proved (credentialSubject/id), be in its time, and have a good status.
   * Without a rule for its type it does not count.
   */
  'credential-rule'?: readonly YangentIdentity_Identity_CredentialRule[];
  /** How the node finds the documents of identifiers of others. */
  resolver?: YangentIdentity_Identity_Resolver;
};

/**
 * Which credentials of agents count (VC 2.0, with a proof or as JWT). Each must be about the
 * identifier that the agent has proved (credentialSubject/id), be in its time, and have a good status.
 * Without a rule for its type it does not count.
 */
export type YangentIdentity_Identity_CredentialRule = {
  /** Type of credentials. */
  type: string;
  /** Issuers whose credentials of the type count. */
  'issuer-did'?: readonly string[] & { readonly __set?: true };
  /** So do those of issuers that one of these domains names, by their identifier or the host of it. */
  'trust-domain'?: readonly (string & { readonly __leafref?: '/yangent-access:access/trust-domain/name' })[] & { readonly __set?: true };
  /**
   * How long one counts after its validFrom (as JWT also: nbf, iat). Absent: until its own end.
   * Unit: seconds.
   */
  'max-age'?: number;
};

/** How the node finds the documents of identifiers of others. */
export type YangentIdentity_Identity_Resolver = {
  /**
   * Hosts that may be asked for the documents of did:web and did:wba and for status lists of
   * credentials, each with its port unless it is 443. Only over HTTPS, each at most 60 times a minute
   * for documents and 60 times for status lists, 3 seconds and 64 KiB each; a redirect is not followed.
   * Other hosts are not asked.
   */
  host?: readonly string[] & { readonly __set?: true };
};
