// Made from the YANG models by "npm run generate"; do not edit.
import type { IetfKeystoreActions, IetfKeystoreNotifications, IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_Certificates, IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_Certificates_Certificate, IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_PrivateKeyType_EncryptedPrivateKey_EncryptedPrivateKey, IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_PrivateKeyType_EncryptedPrivateKey_EncryptedPrivateKey_EncryptedBy, IetfKeystore_Keystore_SymmetricKeys, IetfKeystore_Keystore_SymmetricKeys_SymmetricKey, IetfKeystore_Keystore_SymmetricKeys_SymmetricKey_KeyType_EncryptedSymmetricKey_EncryptedSymmetricKey } from './ietf-keystore.js';

/** What a provider of ietf-keystore is asked for and gives. */
export interface IetfKeystoreProvider {
  module: 'ietf-keystore';
  rpcs: {};
  /** By data path. */
  actions: {
    /**
     * Makes a certificate signing request for the asymmetric key: signs the subject and the attributes
     * that the client gives. The key has the action only where its public-key-format is
     * subject-public-key-info-format.
     */
    '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key/generate-csr': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: IetfKeystoreActions['/ietf-keystore:keystore/asymmetric-keys/asymmetric-key/generate-csr']['input'];
      output: IetfKeystoreActions['/ietf-keystore:keystore/asymmetric-keys/asymmetric-key/generate-csr']['output'];
    };
  };
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key': {
      keys: readonly [string] & {
        readonly name: string;
      };
      entry: IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_State;
    };
  };
  config: IetfKeystoreConfig;
  notifications: IetfKeystoreNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface IetfKeystoreConfig {
  '/ietf-keystore:keystore': {
    keys: readonly [];
    value: IetfKeystore_Keystore_InUse;
  };
  '/ietf-keystore:keystore/asymmetric-keys': {
    keys: readonly [];
    value: IetfKeystore_Keystore_AsymmetricKeys_InUse;
  };
  '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_InUse;
  };
  '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key/encrypted-private-key': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_PrivateKeyType_EncryptedPrivateKey_EncryptedPrivateKey | undefined;
  };
  '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key/encrypted-private-key/encrypted-by': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_PrivateKeyType_EncryptedPrivateKey_EncryptedPrivateKey_EncryptedBy | undefined;
  };
  '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key/certificates': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_Certificates;
  };
  '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key/certificates/certificate': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_Certificates_Certificate;
  };
  '/ietf-keystore:keystore/symmetric-keys': {
    keys: readonly [];
    value: IetfKeystore_Keystore_SymmetricKeys;
  };
  '/ietf-keystore:keystore/symmetric-keys/symmetric-key': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: IetfKeystore_Keystore_SymmetricKeys_SymmetricKey;
  };
  '/ietf-keystore:keystore/symmetric-keys/symmetric-key/encrypted-symmetric-key': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: IetfKeystore_Keystore_SymmetricKeys_SymmetricKey_KeyType_EncryptedSymmetricKey_EncryptedSymmetricKey | undefined;
  };
  '/ietf-keystore:keystore/symmetric-keys/symmetric-key/encrypted-symmetric-key/encrypted-by': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_PrivateKeyType_EncryptedPrivateKey_EncryptedPrivateKey_EncryptedBy | undefined;
  };
}

/** One asymmetric key with its certificates. */
export type IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_InUse = {
  /** Name of the key, chosen freely. */
  name: string;
  /** Format of the key. The server should refuse a key that does not have the format. */
  'public-key-format'?: (string & {});
  /** The key, in the format of public-key-format. */
  'public-key'?: string & { readonly __binary?: true };
  /**
   * Format of the key; of an encrypted key, the format after decryption. The server should refuse a key
   * that does not have the format.
   */
  'private-key-format'?: (string & {});
  /** The certificates of the key. */
  certificates?: IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_Certificates;
} & (
  | {
    /** The key in clear text, in the format of private-key-format. */
    'cleartext-private-key': string & { readonly __binary?: true };
    'hidden-private-key'?: never;
    'encrypted-private-key'?: never;
  }
  | {
    /**
     * The server has the key, and configuration can refer to it, but no client can read it. How the key
     * comes to be is not said here.
     */
    'hidden-private-key': [null];
    'cleartext-private-key'?: never;
    'encrypted-private-key'?: never;
  }
  | {
    /** The key in encrypted form. After decryption it has the format of private-key-format. */
    'encrypted-private-key': IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_PrivateKeyType_EncryptedPrivateKey_EncryptedPrivateKey;
    'cleartext-private-key'?: never;
    'hidden-private-key'?: never;
  }
);

/** The asymmetric keys. */
export type IetfKeystore_Keystore_AsymmetricKeys_InUse = {
  /** One asymmetric key with its certificates. */
  'asymmetric-key'?: readonly IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_InUse[];
};

/** The keystore of the server. */
export type IetfKeystore_Keystore_InUse = {
  /** The asymmetric keys. */
  'asymmetric-keys'?: IetfKeystore_Keystore_AsymmetricKeys_InUse;
  /** The symmetric keys. */
  'symmetric-keys'?: IetfKeystore_Keystore_SymmetricKeys;
};

/** One asymmetric key with its certificates. */
export type IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_State = {
  /** Name of the public key. */
  'yangent-keys:thumbprint'?: string;
  /** Algorithm, such as p-256 or rsa-2048. */
  'yangent-keys:algorithm'?: string;
  /**
   * True when the node has the private key. False: the entry came from another node; give the private
   * key again.
   */
  'yangent-keys:available'?: boolean;
};
