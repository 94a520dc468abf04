// Made from the YANG models by "npm run generate"; do not edit.
import type { IetfTruststoreNotifications, IetfTruststore_Truststore, IetfTruststore_Truststore_CertificateBags, IetfTruststore_Truststore_CertificateBags_CertificateBag, IetfTruststore_Truststore_CertificateBags_CertificateBag_Certificate, IetfTruststore_Truststore_PublicKeyBags, IetfTruststore_Truststore_PublicKeyBags_PublicKeyBag, IetfTruststore_Truststore_PublicKeyBags_PublicKeyBag_PublicKey } from './ietf-truststore.js';

/** What a provider of ietf-truststore is asked for and gives. */
export interface IetfTruststoreProvider {
  module: 'ietf-truststore';
  rpcs: {};
  /** By data path. */
  actions: {};
  /** By data path; of a list of configuration, the state of its entries. */
  state: {};
  config: IetfTruststoreConfig;
  notifications: IetfTruststoreNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface IetfTruststoreConfig {
  '/ietf-truststore:truststore': {
    keys: readonly [];
    value: IetfTruststore_Truststore;
  };
  '/ietf-truststore:truststore/certificate-bags': {
    keys: readonly [];
    value: IetfTruststore_Truststore_CertificateBags;
  };
  '/ietf-truststore:truststore/certificate-bags/certificate-bag': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: IetfTruststore_Truststore_CertificateBags_CertificateBag;
  };
  '/ietf-truststore:truststore/certificate-bags/certificate-bag/certificate': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: IetfTruststore_Truststore_CertificateBags_CertificateBag_Certificate;
  };
  '/ietf-truststore:truststore/public-key-bags': {
    keys: readonly [];
    value: IetfTruststore_Truststore_PublicKeyBags;
  };
  '/ietf-truststore:truststore/public-key-bags/public-key-bag': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: IetfTruststore_Truststore_PublicKeyBags_PublicKeyBag;
  };
  '/ietf-truststore:truststore/public-key-bags/public-key-bag/public-key': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: IetfTruststore_Truststore_PublicKeyBags_PublicKeyBag_PublicKey;
  };
}
