// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAccessNotifications, YangentAccess_Access_ClientCertificate, YangentAccess_Access_User, YangentAccess_Access_User_AuthorizedKey, YangentAccess_TokenAlgorithm } from './yangent-access.js';

/** What a provider of yangent-access is asked for and gives. */
export interface YangentAccessProvider {
  module: 'yangent-access';
  rpcs: {};
  /** By data path. */
  actions: {};
  /** By data path; of a list of configuration, the state of its entries. */
  state: {};
  config: YangentAccessConfig;
  notifications: YangentAccessNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentAccessConfig {
  '/yangent-access:access': {
    keys: readonly [];
    value: YangentAccess_Access_InUse;
  };
  '/yangent-access:access/user': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_User;
  };
  '/yangent-access:access/user/authorized-key': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_User_AuthorizedKey;
  };
  '/yangent-access:access/client-certificate': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_ClientCertificate;
  };
  '/yangent-access:access/token-issuer': {
    keys: readonly [string] & {
      readonly issuer: string;
    };
    value: YangentAccess_Access_TokenIssuer_InUse;
  };
}

/** Who may issue tokens with which clients log in over RESTCONF. */
export type YangentAccess_Access_TokenIssuer_InUse = {
  /** The claim iss of the tokens. */
  issuer: string;
  /** A token must name one of these in its claim aud. */
  audience: readonly string[] & { readonly __set?: true };
  /** Algorithms that the signatures of tokens may use. */
  algorithm: readonly YangentAccess_TokenAlgorithm[] & { readonly __set?: true };
  /**
   * The claim that names the user; members says whose.
   * @default "sub"
   */
  'user-claim': string;
  /**
   * The claim that lists the groups of the user, which are external groups to access control.
   * @default "groups"
   */
  'groups-claim': string;
  /**
   * Of the groups that tokens name only these count. Without an entry all count but admin and operator
   * if the members are local, and none if they are not.
   */
  'permitted-group'?: readonly string[] & { readonly __set?: true };
  /**
   * Whose names the tokens give. Absent: a token is for a user of the issuer, who is never a local user.
   * He is called NAME@ISSUER, with %40 for @ and %25 for % in ISSUER, and a colon before an ISSUER that
   * has none or begins with one. The name of a local user has no colon. Longer than 255 characters, it
   * is no name.
   */
  members?: 'local';
  /**
   * By how much the clocks of issuer and node may differ.
   * @default 30
   * Unit: seconds.
   */
  'clock-skew': number;
  /**
   * Tokens that end later than this from now do not count, nor do tokens without an end.
   * @default 86400
   * Unit: seconds.
   */
  'max-lifetime': number;
} & (
  | {
    /** A JWK set, as JSON text. */
    jwks: string;
    'jwks-file'?: never;
    'jwks-uri'?: never;
  }
  | {
    /** A file with a JWK set, below the data directory of the node. */
    'jwks-file': string;
    jwks?: never;
    'jwks-uri'?: never;
  }
  | {
    /** Where a JWK set is fetched from. */
    'jwks-uri': string;
    jwks?: never;
    'jwks-file'?: never;
  }
);

/** Who may log in, and how. */
export type YangentAccess_Access_InUse = {
  /**
   * One user, beside those the node was started with. An entry with the name of such a one adds to what
   * that user has; its password goes before.
   */
  user?: readonly YangentAccess_Access_User[];
  /**
   * Certificates with which clients prove over TLS who they are. The first entry that fits says which
   * user that is.
   */
  'client-certificate'?: readonly YangentAccess_Access_ClientCertificate[];
  /** Who may issue tokens with which clients log in over RESTCONF. */
  'token-issuer'?: readonly YangentAccess_Access_TokenIssuer_InUse[];
};
