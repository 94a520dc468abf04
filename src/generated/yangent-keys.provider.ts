// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentKeysActions, YangentKeysNotifications, YangentKeysRpcs, YangentKeys_Algorithm, YangentKeys_Keys_Active, YangentKeys_Keys_Active_Previous, YangentKeys_Keys_Use, YangentKeys_Purpose } from './yangent-keys.js';

/** What a provider of yangent-keys is asked for and gives. */
export interface YangentKeysProvider {
  module: 'yangent-keys';
  rpcs: {
    /**
     * Make a key pair and keep the private key. An edit of the keystore with the public key and
     * hidden-private-key gives it a name. A private key without an entry in the keystore is deleted after
     * a day.
     */
    'generate-key': {
      input: YangentKeys_GenerateKey_Input_InUse;
      output: YangentKeysRpcs['yangent-keys:generate-key']['output'];
    };
  };
  /** By data path. */
  actions: {
    /**
     * Replace a key that the node made by a new one: it is published at once, and used when publish-lead
     * is over. Refused with app-tag key-configured for a key that use names.
     */
    '/yangent-keys:keys/active/rotate': {
      keys: readonly [YangentKeys_Purpose] & {
        readonly purpose: YangentKeys_Purpose;
      };
      input: YangentKeysActions['/yangent-keys:keys/active/rotate']['input'];
      output: YangentKeysActions['/yangent-keys:keys/active/rotate']['output'];
    };
  };
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-keys:keys/active': {
      keys: readonly [YangentKeys_Purpose] & {
        readonly purpose: YangentKeys_Purpose;
      };
      entry: YangentKeys_Keys_Active;
    };
    '/yangent-keys:keys/active/previous': {
      keys: readonly [YangentKeys_Purpose, string] & {
        readonly purpose: YangentKeys_Purpose;
        readonly thumbprint: string;
      };
      entry: YangentKeys_Keys_Active_Previous;
    };
  };
  config: YangentKeysConfig;
  notifications: YangentKeysNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentKeysConfig {
  '/yangent-keys:keys': {
    keys: readonly [];
    value: YangentKeys_Keys_InUse;
  };
  '/yangent-keys:keys/tls': {
    keys: readonly [];
    value: YangentKeys_Keys_Tls_InUse;
  };
  '/yangent-keys:keys/use': {
    keys: readonly [YangentKeys_Purpose] & {
      readonly purpose: YangentKeys_Purpose;
    };
    value: YangentKeys_Keys_Use;
  };
}

export type YangentKeys_GenerateKey_Input_InUse = {
  /**
   * Its algorithm.
   * @default "ed25519"
   */
  algorithm: YangentKeys_Algorithm;
};

/** TLS of the RESTCONF server. A change acts on new connections. */
export type YangentKeys_Keys_Tls_InUse = {
  /**
   * Lowest version that clients may use.
   * @default "tls13"
   */
  'min-version': 'tls12' | 'tls13';
};

/** The keys of the node by purpose. */
export type YangentKeys_Keys_InUse = {
  /**
   * Time for which rotate publishes a new key before the node uses it, so that peers learn of it first.
   * @default 3600
   * Unit: seconds.
   */
  'publish-lead': number;
  /**
   * Time for which the node still shows a key that it no longer uses, so that peers can verify earlier
   * signatures.
   * @default 604800
   * Unit: seconds.
   */
  overlap: number;
  /** TLS of the RESTCONF server. A change acts on new connections. */
  tls: YangentKeys_Keys_Tls_InUse;
  /**
   * A key of the keystore for a purpose, in place of the key that the node has made. A change acts at
   * once, on new connections. When the entry is deleted, the node uses its own key again.
   */
  use?: readonly YangentKeys_Keys_Use[];
};
