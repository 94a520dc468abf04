// Made from the YANG models by "npm run generate"; do not edit.

/** Type token-algorithm of yangent-access. */
export type YangentAccess_TokenAlgorithm = 'EdDSA' | 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'PS384' | 'PS512' | 'RS256' | 'RS384' | 'RS512';

/**
 * Who may log in to the node and how: users with passwords and SSH keys, client certificates, and the
 * issuers whose tokens count. What a user may do then is said by ietf-netconf-acm. All of it takes
 * effect at once. The sessions of a user who goes, or whose groups change, end.
 */
export interface YangentAccess {
  /** Who may log in, and how. */
  access?: YangentAccess_Access;
}

/** Top-level data of yangent-access, as RFC 7951 names them in a document. */
export interface YangentAccessData {
  'yangent-access:access'?: YangentAccess['access'];
}

/** RPCs of the module. */
export interface YangentAccessRpcs {}

/** Actions, by data path, of the module. */
export interface YangentAccessActions {}

/** Notifications of the module. */
export interface YangentAccessNotifications {
  /**
   * A caller changed something, was refused, or could not log in, or a request was turned away for its
   * host or origin. Sent on the event stream audit.
   */
  'yangent-access:audit': {
    /**
     * Who asked; (unknown) for a login with a name that no user has, and where the request came no further
     * than the door; system for the node itself, agent:ID for an agent inside the node that acts for no
     * user.
     */
    user: string;
    /** What acted for the user: agent:ID for an agent inside the node. */
    actor?: readonly string[];
    /** Address from which the request came. */
    source?: string;
    /** NETCONF session of the request. */
    'session-id'?: number;
    /**
     * How the request came. The string member is the name of another protocol, which a plugin of the node
     * serves.
     */
    protocol: 'netconf' | 'restconf' | 'local' | (string & {});
    /**
     * What was asked for: an rpc or action as MODULE:NAME, edit, device-edit, login, or request where the
     * caller was not even asked to log in.
     */
    operation: string;
    /** What it was about, as instance-identifiers; the first of them where there are many. */
    target?: readonly string[];
    /** What became of the request. */
    outcome: 'begun' | 'done' | 'denied' | 'failed';
    /** The error that was answered. */
    'error-tag'?: string;
    /** How a login was tried, or why the request did not come as far as that. */
    method?: 'password' | 'public-key' | 'token' | 'certificate' | 'host' | 'origin';
    /** The host or origin that was named, with the methods host and origin. */
    foreign?: string;
    /**
     * How many logins of the source this is about. In a minute the first ones are told one by one, the
     * others by their number.
     */
    count?: number;
    /** When the request was answered. */
    at: string;
  };
}

/** Structures (RFC 8791) of the module. */
export interface YangentAccessStructures {}

/** Who may log in, and how. */
export type YangentAccess_Access = {
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
  'token-issuer'?: readonly YangentAccess_Access_TokenIssuer[];
};

/**
 * One user, beside those the node was started with. An entry with the name of such a one adds to what
 * that user has; its password goes before.
 */
export type YangentAccess_Access_User = {
  /** Name of the user. */
  name: string;
  /** Password of the user. Without one the user logs in by other means only. */
  password?: string;
  /**
   * Groups of the user. Members of admin may do everything while no rules of access control are
   * configured, members of operator see the tasks of all.
   */
  group?: readonly string[] & { readonly __set?: true };
  /** SSH public keys with which the user logs in. */
  'authorized-key'?: readonly YangentAccess_Access_User_AuthorizedKey[];
};

/** SSH public keys with which the user logs in. */
export type YangentAccess_Access_User_AuthorizedKey = {
  /** Name of the key. */
  name: string;
  /** Type of the key, for example ssh-ed25519. */
  algorithm: string;
  /** The key in the form in which SSH sends it. */
  'key-data': string & { readonly __binary?: true };
};

/**
 * Certificates with which clients prove over TLS who they are. The first entry that fits says which
 * user that is.
 */
export type YangentAccess_Access_ClientCertificate = {
  /** Name of the entry. */
  name: string;
} & (
  | {
    /** One certificate of a client. */
    fingerprint: string;
    'ca-certificate'?: never;
  }
  | {
    /** A certificate in PEM form: the entry is about those that it has issued, as long as they are valid. */
    'ca-certificate': string;
    fingerprint?: never;
  }
) & (
  | {
    /** This user. */
    user: string;
    'user-from'?: never;
  }
  | {
    /** The user whom the certificate names. */
    'user-from': 'common-name' | 'san-rfc822-name' | 'san-dns-name';
    user?: never;
  }
);

/** Who may issue tokens with which clients log in over RESTCONF. */
export type YangentAccess_Access_TokenIssuer = {
  /** The claim iss of the tokens. */
  issuer: string;
  /** A token must name one of these in its claim aud. */
  audience: readonly string[] & { readonly __set?: true };
  /** Algorithms that the signatures of tokens may use. */
  algorithm?: readonly YangentAccess_TokenAlgorithm[] & { readonly __set?: true };
  /**
   * The claim that names the user; members says whose.
   * @default "sub"
   */
  'user-claim'?: string;
  /**
   * The claim that lists the groups of the user, which are external groups to access control.
   * @default "groups"
   */
  'groups-claim'?: string;
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
  'clock-skew'?: number;
  /**
   * Tokens that end later than this from now do not count, nor do tokens without an end.
   * @default 86400
   * Unit: seconds.
   */
  'max-lifetime'?: number;
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
