// Made from the YANG models by "npm run generate"; do not edit.

/** Type central-asymmetric-key-ref of ietf-keystore. */
export type IetfKeystore_CentralAsymmetricKeyRef = string & { readonly __leafref?: '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key/name' };

/** Type central-symmetric-key-ref of ietf-keystore. */
export type IetfKeystore_CentralSymmetricKeyRef = string & { readonly __leafref?: '/ietf-keystore:keystore/symmetric-keys/symmetric-key/name' };

/**
 * The keys of the server and their certificates in one place, to which other configuration refers by
 * name. The definitions are those of the RFC; the texts are not.
 */
export interface IetfKeystore {
  /** The keystore of the server. */
  keystore?: IetfKeystore_Keystore;
}

/** Top-level data of ietf-keystore, as RFC 7951 names them in a document. */
export interface IetfKeystoreData {
  'ietf-keystore:keystore'?: IetfKeystore['keystore'];
}

/** RPCs of the module. */
export interface IetfKeystoreRpcs {}

/** Actions, by data path, of the module. */
export interface IetfKeystoreActions {
  /**
   * Makes a certificate signing request for the asymmetric key: signs the subject and the attributes
   * that the client gives. The key has the action only where its public-key-format is
   * subject-public-key-info-format.
   */
  '/ietf-keystore:keystore/asymmetric-keys/asymmetric-key/generate-csr': {
    input: {
      /** Format of the request in the output. */
      'csr-format': (string & {});
      /**
       * The complete content of the request, so that the server has only to sign it. The server must know
       * the algorithm that SubjectPublicKeyInfo names.
       */
      'csr-info': string & { readonly __binary?: true };
    };
    output: (
      | {
        /** The signed request. */
        'p10-csr': string & { readonly __binary?: true };
      }
    );
  };
}

/** Notifications of the module. */
export interface IetfKeystoreNotifications {}

/** Structures (RFC 8791) of the module. */
export interface IetfKeystoreStructures {}

/** The keystore of the server. */
export type IetfKeystore_Keystore = {
  /** The asymmetric keys. */
  'asymmetric-keys'?: IetfKeystore_Keystore_AsymmetricKeys;
  /** The symmetric keys. */
  'symmetric-keys'?: IetfKeystore_Keystore_SymmetricKeys;
};

/** The asymmetric keys. */
export type IetfKeystore_Keystore_AsymmetricKeys = {
  /** One asymmetric key with its certificates. */
  'asymmetric-key'?: readonly IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey[];
};

/** One asymmetric key with its certificates. */
export type IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey = {
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
  /** Name of the public key. */
  'yangent-keys:thumbprint'?: string;
  /** Algorithm, such as p-256 or rsa-2048. */
  'yangent-keys:algorithm'?: string;
  /**
   * True when the node has the private key. False: the entry came from another node; give the private
   * key again.
   */
  'yangent-keys:available'?: boolean;
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

/** The certificates of the key. */
export type IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_Certificates = {
  /** One certificate of the key. */
  certificate?: readonly IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_Certificates_Certificate[];
};

/** One certificate of the key. */
export type IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_Certificates_Certificate = {
  /** Name of the certificate, chosen freely. */
  name: string;
  /** The certificate, with or without its chain. */
  'cert-data': string & { readonly __binary?: true };
};

/** The key in encrypted form. After decryption it has the format of private-key-format. */
export type IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_PrivateKeyType_EncryptedPrivateKey_EncryptedPrivateKey = {
  /**
   * Place for a reference to the key. The user of the grouping must add a leaf symmetric-key-ref,
   * asymmetric-key-ref or both of them, as children in the data tree; choices and cases may stand
   * between, containers may not.
   */
  'encrypted-by': IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_PrivateKeyType_EncryptedPrivateKey_EncryptedPrivateKey_EncryptedBy;
  /**
   * Format of encrypted-value. It must be derived from symmetrically-encrypted-value-format where
   * encrypted-by names a symmetric key, and from asymmetrically-encrypted-value-format where it names an
   * asymmetric key.
   */
  'encrypted-value-format': (string & {});
  /** The value in encrypted form. It must have the format that encrypted-value-format names. */
  'encrypted-value': string & { readonly __binary?: true };
};

/**
 * Place for a reference to the key. The user of the grouping must add a leaf symmetric-key-ref,
 * asymmetric-key-ref or both of them, as children in the data tree; choices and cases may stand
 * between, containers may not.
 */
export type IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_PrivateKeyType_EncryptedPrivateKey_EncryptedPrivateKey_EncryptedBy = (
  | {
    /** The symmetric key that encrypts the value. */
    'symmetric-key-ref': IetfKeystore_CentralSymmetricKeyRef;
    'asymmetric-key-ref'?: never;
  }
  | {
    /** The asymmetric key that encrypts the value with its public key. */
    'asymmetric-key-ref': IetfKeystore_CentralAsymmetricKeyRef;
    'symmetric-key-ref'?: never;
  }
);

/** The symmetric keys. */
export type IetfKeystore_Keystore_SymmetricKeys = {
  /** One symmetric key. */
  'symmetric-key'?: readonly IetfKeystore_Keystore_SymmetricKeys_SymmetricKey[];
};

/** One symmetric key. */
export type IetfKeystore_Keystore_SymmetricKeys_SymmetricKey = {
  /** Name of the key, chosen freely. */
  name: string;
  /**
   * Format of the key; of an encrypted key, the format after decryption. The server should refuse a key
   * that does not have the format.
   */
  'key-format'?: (string & {});
} & (
  | {
    /** The key in clear text, in the format of key-format. */
    'cleartext-symmetric-key': string & { readonly __binary?: true };
    'hidden-symmetric-key'?: never;
    'encrypted-symmetric-key'?: never;
  }
  | {
    /**
     * The server has the key, and configuration can refer to it, but no client can read it. How the key
     * comes to be is not said here.
     */
    'hidden-symmetric-key': [null];
    'cleartext-symmetric-key'?: never;
    'encrypted-symmetric-key'?: never;
  }
  | {
    /** The key in encrypted form. After decryption it has the format of key-format. */
    'encrypted-symmetric-key': IetfKeystore_Keystore_SymmetricKeys_SymmetricKey_KeyType_EncryptedSymmetricKey_EncryptedSymmetricKey;
    'cleartext-symmetric-key'?: never;
    'hidden-symmetric-key'?: never;
  }
);

/** The key in encrypted form. After decryption it has the format of key-format. */
export type IetfKeystore_Keystore_SymmetricKeys_SymmetricKey_KeyType_EncryptedSymmetricKey_EncryptedSymmetricKey = {
  /**
   * Place for a reference to the key. The user of the grouping must add a leaf symmetric-key-ref,
   * asymmetric-key-ref or both of them, as children in the data tree; choices and cases may stand
   * between, containers may not.
   */
  'encrypted-by': IetfKeystore_Keystore_AsymmetricKeys_AsymmetricKey_PrivateKeyType_EncryptedPrivateKey_EncryptedPrivateKey_EncryptedBy;
  /**
   * Format of encrypted-value. It must be derived from symmetrically-encrypted-value-format where
   * encrypted-by names a symmetric key, and from asymmetrically-encrypted-value-format where it names an
   * asymmetric key.
   */
  'encrypted-value-format': (string & {});
  /** The value in encrypted form. It must have the format that encrypted-value-format names. */
  'encrypted-value': string & { readonly __binary?: true };
};
