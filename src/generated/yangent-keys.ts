// Made from the YANG models by "npm run generate"; do not edit.
import type { IetfKeystore_CentralAsymmetricKeyRef } from './ietf-keystore.js';

/** Type purpose of yangent-keys. */
export type YangentKeys_Purpose = 'tls-server' | 'ssh-host' | 'report' | 'token' | 'audit' | 'document' | 'authentication' | 'key-agreement';

/** Type algorithm of yangent-keys. */
export type YangentKeys_Algorithm = 'ed25519' | 'p-256' | 'p-384' | 'rsa-3072' | 'x25519';

/**
 * The keys with which the node proves who it is. At its first start the node makes a key for each
 * purpose. An operator may give it another one, from the keystore (ietf-keystore). Private keys lie
 * sealed in the database of the node; no protocol reads them: a key that an edit gives in clear
 * (cleartext-private-key) is shown as hidden-private-key from then on.
 */
export interface YangentKeys {
  /** The keys of the node by purpose. */
  keys?: YangentKeys_Keys;
}

/** Top-level data of yangent-keys, as RFC 7951 names them in a document. */
export interface YangentKeysData {
  'yangent-keys:keys'?: YangentKeys['keys'];
}

/** RPCs of the module. */
export interface YangentKeysRpcs {
  /**
   * Make a key pair and keep the private key. An edit of the keystore with the public key and
   * hidden-private-key gives it a name. A private key without an entry in the keystore is deleted after
   * a day.
   */
  'yangent-keys:generate-key': {
    input: {
      /**
       * Its algorithm.
       * @default "ed25519"
       */
      algorithm?: YangentKeys_Algorithm;
    };
    output: {
      /** Name of the public key. */
      thumbprint?: string;
      /** Form of public-key, as the keystore takes it. */
      'public-key-format'?: (string & {});
      /** The public key. */
      'public-key'?: string & { readonly __binary?: true };
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentKeysActions {
  /**
   * Replace a key that the node made by a new one: it is published at once, and used when publish-lead
   * is over. Refused with app-tag key-configured for a key that use names.
   */
  '/yangent-keys:keys/active/rotate': {
    input: {
      /**
       * The present key is in wrong hands: use the new one at once, and forget the present one and those of
       * previous. Their private keys are deleted, also those of entries of the keystore, unless another
       * purpose has them.
       */
      compromised?: [null];
    };
    output: {
      /** Name of the new public key. */
      thumbprint?: string;
      /** When the node begins to use it. */
      from?: string;
    };
  };
}

/** Notifications of the module. */
export interface YangentKeysNotifications {
  /** The key of a purpose changes. */
  'yangent-keys:key-changed': {
    /** The purpose. */
    purpose?: YangentKeys_Purpose;
    /** Name of the new public key. */
    thumbprint?: string;
    /** When the node begins to use it. */
    from?: string;
    /** Name of the public key until then. */
    previous?: string;
    /** The previous key is in wrong hands; it is no longer valid. */
    compromised?: [null];
  };
}

/** Structures (RFC 8791) of the module. */
export interface YangentKeysStructures {}

/** The keys of the node by purpose. */
export type YangentKeys_Keys = {
  /**
   * Time for which rotate publishes a new key before the node uses it, so that peers learn of it first.
   * @default 3600
   * Unit: seconds.
   */
  'publish-lead'?: number;
  /**
   * Time for which the node still shows a key that it no longer uses, so that peers can verify earlier
   * signatures.
   * @default 604800
   * Unit: seconds.
   */
  overlap?: number;
  /** TLS of the RESTCONF server. A change acts on new connections. */
  tls?: YangentKeys_Keys_Tls;
  /**
   * A key of the keystore for a purpose, in place of the key that the node has made. A change acts at
   * once, on new connections. When the entry is deleted, the node uses its own key again.
   */
  use?: readonly YangentKeys_Keys_Use[];
  /** The key in use for each purpose. */
  active?: readonly YangentKeys_Keys_Active[];
};

/** TLS of the RESTCONF server. A change acts on new connections. */
export type YangentKeys_Keys_Tls = {
  /**
   * Lowest version that clients may use.
   * @default "tls13"
   */
  'min-version'?: 'tls12' | 'tls13';
};

/**
 * A key of the keystore for a purpose, in place of the key that the node has made. A change acts at
 * once, on new connections. When the entry is deleted, the node uses its own key again.
 */
export type YangentKeys_Keys_Use = {
  /** The purpose. */
  purpose: YangentKeys_Purpose;
  /**
   * The key; its private key must be available. For tls-server and ssh-host: p-256, p-384 or RSA, for
   * ssh-host ed25519 as well; for key-agreement: x25519; for the others: ed25519.
   */
  'asymmetric-key': IetfKeystore_CentralAsymmetricKeyRef;
  /**
   * Its certificate, which the key tls-server needs. One that is not valid at the time of the edit is
   * refused with app-tag certificate-unsuited.
   */
  certificate?: string & { readonly __leafref?: '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key/certificates/certificate/name' };
};

/** The key in use for each purpose. */
export type YangentKeys_Keys_Active = {
  /** The purpose. */
  purpose: YangentKeys_Purpose;
  /** Name of the key in the keystore. Absent: the node made it. */
  'asymmetric-key'?: string;
  /** Name of the public key. */
  thumbprint?: string;
  /** Algorithm, such as p-256 or rsa-2048. */
  algorithm?: string;
  /** The public key, as SubjectPublicKeyInfo (RFC 5280). */
  'public-key'?: string & { readonly __binary?: true };
  /**
   * Fingerprint that peers show: of an SSH host key as ssh does (SHA256:...), of a certificate as
   * openssl does (SHA-256, hexadecimal), of other keys the thumbprint of the JSON Web Key (RFC 7638),
   * which is the key identifier of signatures of reports.
   */
  fingerprint?: string;
  /** Certificate and those that certify it, in PEM. Only for TLS. */
  certificate?: string;
  /** When the node began to use it. */
  since?: string;
  /** The key that rotate has published and the node will use. */
  next?: YangentKeys_Keys_Active_Next;
  /** A key that the node no longer uses. */
  previous?: readonly YangentKeys_Keys_Active_Previous[];
};

/** The key that rotate has published and the node will use. */
export type YangentKeys_Keys_Active_Next = {
  /** Name of the public key. */
  thumbprint?: string;
  /** Algorithm, such as p-256 or rsa-2048. */
  algorithm?: string;
  /** The public key, as SubjectPublicKeyInfo (RFC 5280). */
  'public-key'?: string & { readonly __binary?: true };
  /**
   * Fingerprint that peers show: of an SSH host key as ssh does (SHA256:...), of a certificate as
   * openssl does (SHA-256, hexadecimal), of other keys the thumbprint of the JSON Web Key (RFC 7638),
   * which is the key identifier of signatures of reports.
   */
  fingerprint?: string;
  /** Certificate and those that certify it, in PEM. Only for TLS. */
  certificate?: string;
  /** When the node will begin to use it. */
  from?: string;
};

/** A key that the node no longer uses. */
export type YangentKeys_Keys_Active_Previous = {
  /** The name that it had in the keystore. Absent: the node made it. */
  'asymmetric-key'?: string;
  /** Name of the public key. */
  thumbprint: string;
  /** Algorithm, such as p-256 or rsa-2048. */
  algorithm?: string;
  /** The public key, as SubjectPublicKeyInfo (RFC 5280). */
  'public-key'?: string & { readonly __binary?: true };
  /**
   * Fingerprint that peers show: of an SSH host key as ssh does (SHA256:...), of a certificate as
   * openssl does (SHA-256, hexadecimal), of other keys the thumbprint of the JSON Web Key (RFC 7638),
   * which is the key identifier of signatures of reports.
   */
  fingerprint?: string;
  /** Certificate and those that certify it, in PEM. Only for TLS. */
  certificate?: string;
  /** When the node will forget it. */
  until?: string;
};
