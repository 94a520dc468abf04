// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentIdentityNotifications, YangentIdentityRpcs, YangentIdentity_Identity_CredentialRule, YangentIdentity_Identity_Resolver } from './yangent-identity.js';

/** What a provider of yangent-identity is asked for and gives. */
export interface YangentIdentityProvider {
  module: 'yangent-identity';
  rpcs: {
    /**
     * Ask for the text that a proof of an identifier must answer, in register. Refused with app-tag
     * no-name while the node has no name.
     */
    'challenge': {
      input: Readonly<Record<string, never>>;
      output: YangentIdentityRpcs['yangent-identity:challenge']['output'];
    };
    /**
     * Verify a document: a DID document, a description of an agent, an agent card (A2A), or a credential
     * (VC 2.0, with a proof eddsa-jcs-2022 or as JWT). Keys are found by the identifiers of the signers
     * (did:key, did:jwk, did:web, did:wba). That a document is valid says who signed it, not that its
     * signer may be trusted.
     */
    'verify': {
      input: YangentIdentityRpcs['yangent-identity:verify']['input'];
      output: YangentIdentityRpcs['yangent-identity:verify']['output'];
    };
  };
  /** By data path. */
  actions: {};
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-identity:identity/did': {
      keys: readonly [];
      value: string;
    };
  };
  config: YangentIdentityConfig;
  notifications: YangentIdentityNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentIdentityConfig {
  '/yangent-identity:identity': {
    keys: readonly [];
    value: YangentIdentity_Identity_InUse;
  };
  '/yangent-identity:identity/credential-rule': {
    keys: readonly [string] & {
      readonly type: string;
    };
    value: YangentIdentity_Identity_CredentialRule;
  };
  '/yangent-identity:identity/resolver': {
    keys: readonly [];
    value: YangentIdentity_Identity_Resolver;
  };
}

/** Identifiers and documents. */
export type YangentIdentity_Identity_InUse = {
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
  publish: boolean;
  /**
   * Which credentials of agents count (VC 2.0, with a proof or as JWT). Each must be about the
   * identifier that the agent has proved (credentialSubject/id), be in its time, and have a good status.
   * Without a rule for its type it does not count.
   */
  'credential-rule'?: readonly YangentIdentity_Identity_CredentialRule[];
  /** How the node finds the documents of identifiers of others. */
  resolver?: YangentIdentity_Identity_Resolver;
};
