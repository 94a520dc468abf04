// Made from the YANG models by "npm run generate"; do not edit.

/** Type central-public-key-bag-ref of ietf-truststore. */
export type IetfTruststore_CentralPublicKeyBagRef = string & { readonly __leafref?: '/ietf-truststore:truststore/public-key-bags/public-key-bag/name' };

/** Type central-certificate-bag-ref of ietf-truststore. */
export type IetfTruststore_CentralCertificateBagRef = string & { readonly __leafref?: '/ietf-truststore:truststore/certificate-bags/certificate-bag/name' };

/**
 * The certificates and public keys that the server trusts in one place, to which other configuration
 * refers by name. They stand in bags, one bag for each purpose. The definitions are those of the RFC;
 * the texts are not.
 */
export interface IetfTruststore {
  /** The truststore of the server. */
  truststore?: IetfTruststore_Truststore;
}

/** Top-level data of ietf-truststore, as RFC 7951 names them in a document. */
export interface IetfTruststoreData {
  'ietf-truststore:truststore'?: IetfTruststore['truststore'];
}

/** RPCs of the module. */
export interface IetfTruststoreRpcs {}

/** Actions, by data path, of the module. */
export interface IetfTruststoreActions {}

/** Notifications of the module. */
export interface IetfTruststoreNotifications {}

/** Structures (RFC 8791) of the module. */
export interface IetfTruststoreStructures {}

/** The truststore of the server. */
export type IetfTruststore_Truststore = {
  /** The bags of certificates. */
  'certificate-bags'?: IetfTruststore_Truststore_CertificateBags;
  /** The bags of public keys. */
  'public-key-bags'?: IetfTruststore_Truststore_PublicKeyBags;
};

/** The bags of certificates. */
export type IetfTruststore_Truststore_CertificateBags = {
  /**
   * One bag of certificates. It should serve one purpose, such as to verify one group of servers or of
   * clients.
   */
  'certificate-bag'?: readonly IetfTruststore_Truststore_CertificateBags_CertificateBag[];
};

/**
 * One bag of certificates. It should serve one purpose, such as to verify one group of servers or of
 * clients.
 */
export type IetfTruststore_Truststore_CertificateBags_CertificateBag = {
  /** Name of the bag, chosen freely. */
  name: string;
  /** Text about the bag. It should say the purpose of the bag. */
  description?: string;
  /** One certificate of a trust anchor, or a chain of them. */
  certificate?: readonly IetfTruststore_Truststore_CertificateBags_CertificateBag_Certificate[];
};

/** One certificate of a trust anchor, or a chain of them. */
export type IetfTruststore_Truststore_CertificateBags_CertificateBag_Certificate = {
  /** Name of the certificate, chosen freely. */
  name: string;
  /** The certificate, or the chain of them. */
  'cert-data': string & { readonly __binary?: true };
};

/** The bags of public keys. */
export type IetfTruststore_Truststore_PublicKeyBags = {
  /**
   * One bag of public keys. It should serve one purpose, such as to verify one group of servers or of
   * clients.
   */
  'public-key-bag'?: readonly IetfTruststore_Truststore_PublicKeyBags_PublicKeyBag[];
};

/**
 * One bag of public keys. It should serve one purpose, such as to verify one group of servers or of
 * clients.
 */
export type IetfTruststore_Truststore_PublicKeyBags_PublicKeyBag = {
  /** Name of the bag, chosen freely. */
  name: string;
  /** Text about the bag. It must say the purpose of the bag. */
  description?: string;
  /** One public key. */
  'public-key'?: readonly IetfTruststore_Truststore_PublicKeyBags_PublicKeyBag_PublicKey[];
};

/** One public key. */
export type IetfTruststore_Truststore_PublicKeyBags_PublicKeyBag_PublicKey = {
  /** Name of the public key, chosen freely. */
  name: string;
  /** Format of the key. The server should refuse a key that does not have the format. */
  'public-key-format': (string & {});
  /** The key, in the format of public-key-format. */
  'public-key': string & { readonly __binary?: true };
};
