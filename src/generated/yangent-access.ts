// Made from the YANG models by "npm run generate"; do not edit.
import type { IetfTruststore_CentralCertificateBagRef, IetfTruststore_CentralPublicKeyBagRef } from './ietf-truststore.js';

/** Type token-algorithm of yangent-access. */
export type YangentAccess_TokenAlgorithm = 'EdDSA' | 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'PS384' | 'PS512' | 'RS256' | 'RS384' | 'RS512';

/** Type approval-state of yangent-access. */
export type YangentAccess_ApprovalState = 'waiting' | 'granted' | 'refused' | 'expired' | 'used';

/**
 * Who may log in to the node and how: users with passwords and SSH keys, the authorities of SSH and
 * client certificates, the issuers whose tokens count, and the trust domains of others. What a user
 * may do then is said by ietf-netconf-acm. All of it takes effect at once. The sessions of a user who
 * goes, or whose groups change, end.
 */
export interface YangentAccess {
  /** Who may log in, and how. */
  access?: YangentAccess_Access;
  /** Requests that wait for persons, and what became of them. */
  approvals?: YangentAccess_Approvals;
  /** Authority that users have given to others. */
  grants?: YangentAccess_Grants;
}

/** Top-level data of yangent-access, as RFC 7951 names them in a document. */
export interface YangentAccessData {
  'yangent-access:access'?: YangentAccess['access'];
  'yangent-access:approvals'?: YangentAccess['approvals'];
  'yangent-access:grants'?: YangentAccess['grants'];
}

/** RPCs of the module. */
export interface YangentAccessRpcs {
  /**
   * Gives a piece of the caller's authority to another. A caller whose own authority is limited gives at
   * most what each limit allows, and only as often as he may hand it on.
   */
  'yangent-access:delegate': {
    input: {
      /** Who may use it. */
      to: string;
      /** What may be done. */
      capability: readonly YangentAccess_Delegate_Input_Capability[];
      /** When it begins. Default: at once. */
      'not-before'?: string;
      /** When it ends. */
      expires: string;
      /**
       * How often it may be handed on.
       * @default 0
       */
      'max-depth'?: number;
      /** Why it is given. */
      purpose?: string;
    };
    output: {
      /** Identifier of the grant. */
      grant: string;
    };
  };
  /** Takes a grant back, with all tokens that come from it. The giver may, and administrators. */
  'yangent-access:revoke': {
    input: {
      /** Identifier of the grant. */
      grant: string;
    };
    output: undefined;
  };
  /**
   * Issues an access token from a grant, to him to whom it was given: it is for the giver (sub), and
   * names the caller as who acts for him (act).
   */
  'yangent-access:issue-token': {
    input: {
      /** Identifier of the grant. */
      grant: string;
      /**
       * How long it is to hold at most.
       * Unit: seconds.
       */
      lifetime?: number;
      /** Binds the token to the key of this thumbprint (DPoP). */
      'key-thumbprint'?: string;
    };
    output: {
      /** The token itself: whoever has it may use it, unless it is bound to a key. */
      token: string;
      /** Its claim jti, with which it is revoked. */
      'token-id': string;
      /** When it ends. */
      expires: string;
    };
  };
  /** Exchanges a token for a narrower one, or for one with which another acts for its user. */
  'yangent-access:exchange-token': {
    input: {
      /** A token that this node accepts. The new one is for its user. */
      'subject-token': string;
      /** A token of him who is to act for that user. */
      'actor-token'?: string;
      /** What may be done. Each must lie within one of the subject token. Absent: as in the subject token. */
      capability?: readonly YangentAccess_ExchangeToken_Input_Capability[];
      /**
       * How long it is to hold at most.
       * Unit: seconds.
       */
      lifetime?: number;
      /** Binds the token to the key of this thumbprint (DPoP). */
      'key-thumbprint'?: string;
    };
    output: {
      /** The token itself: whoever has it may use it, unless it is bound to a key. */
      token: string;
      /** Its claim jti, with which it is revoked. */
      'token-id': string;
      /** When it ends. */
      expires: string;
    };
  };
  /**
   * Revokes a token and all that were made from it. Whoever has the token may; by its identifier its
   * user and those who act with it may, and administrators. A token that is not good is refused with
   * invalid_token; an identifier that is of no token of the caller's with access-denied, whether or not
   * there is such a token. For administrators an identifier that no token of this node can have is
   * refused with invalid-value.
   */
  'yangent-access:revoke-token': {
    input: (
      | {
        /** The token itself. */
        token: string;
        'token-id'?: never;
        issuer?: never;
      }
      | {
        /** Its claim jti. */
        'token-id': string;
        /** Its claim iss: each issuer gives identifiers of its own. Absent: this node. */
        issuer?: string;
        token?: never;
      }
    );
    output: undefined;
  };
  /** Tells what a token is good for on this node. */
  'yangent-access:introspect': {
    input: {
      /** The token. */
      token: string;
    };
    output: {
      /** Whether the node accepts it now. The rest is there only then. */
      active: boolean;
      /** Its user. */
      subject?: string;
      /** Who acts for him, the nearest first. */
      actor?: readonly string[];
      /** Who has issued it. */
      issuer?: string;
      /** Its claim jti. */
      'token-id'?: string;
      /** When it ends. */
      expires?: string;
      /** What may be done with it. Without an entry: all that its user may. */
      capability?: readonly YangentAccess_Introspect_Output_Capability[];
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentAccessActions {
  /** Votes for the request. */
  '/yangent-access:approvals/approval/approve': {
    input: {
      /** Why, for those who read it later. */
      comment?: string;
      /**
       * Signature over the statement: of ssh-keygen -Y sign -n approval@yangent with an authorized key, or a
       * JSON Web Signature of type yangent-vote+jwt with a signing key, detached or with the statement as
       * its payload.
       */
      signature?: string;
    };
    output: {
      /** State after the vote. */
      state?: YangentAccess_ApprovalState;
    };
  };
  /**
   * Votes against the request, which ends the approval. It is not signed: a signature over the statement
   * says yes.
   */
  '/yangent-access:approvals/approval/reject': {
    input: {
      /** Why, for those who read it later. */
      comment?: string;
    };
    output: {
      /** State after the vote. */
      state?: YangentAccess_ApprovalState;
    };
  };
  /**
   * Takes the request back, by the one who asked, while it waits or when it is granted. The approval is
   * then expired, with a reason.
   */
  '/yangent-access:approvals/approval/withdraw': {
    input: undefined;
    output: undefined;
  };
}

/** Notifications of the module. */
export interface YangentAccessNotifications {
  /** An approval has a new state. Sent to those who may vote and to the one who asked. */
  'yangent-access:approval-changed': {
    /** The approval. */
    id?: string;
    /** Its state now. */
    state?: YangentAccess_ApprovalState;
    /** The rule that asks for it. */
    rule?: string;
  };
  /** A trust domain was made or removed, or it is different. */
  'yangent-access:trust-domain-changed': {
    /** Name of the domain. */
    domain?: string;
    /** What happened to it. */
    change?: 'added' | 'suspended' | 'resumed' | 'changed' | 'removed';
  };
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
    /** The trust domain of the caller; of a refused login, the one that its token or certificate points to. */
    domain?: string;
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
    method?: 'password' | 'public-key' | 'ssh-certificate' | 'token' | 'certificate' | 'host' | 'origin';
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
   * Bags of the truststore with the public keys of authorities that sign SSH certificates of users. The
   * holder of such a certificate logs in as a user of this node that is among its principals, while it
   * is valid. A certificate without principals or with a critical option other than source-address is
   * refused, and so is one that is signed with SHA-1. Keys are Ed25519, ECDSA with P-256 or P-384, or
   * RSA of 2048 to 8192 bits.
   */
  'ssh-user-ca-bag'?: readonly IetfTruststore_CentralPublicKeyBagRef[] & { readonly __set?: true };
  /**
   * Certificates with which clients prove over TLS who they are. The first entry that fits says which
   * user that is.
   */
  'client-certificate'?: readonly YangentAccess_Access_ClientCertificate[];
  /** The tokens that the node issues. */
  token?: YangentAccess_Access_Token;
  /** Who may issue tokens with which clients log in over RESTCONF. */
  'token-issuer'?: readonly YangentAccess_Access_TokenIssuer[];
  /**
   * Another organization whose word counts for its own members: its token issuers, the authorities that
   * sign its certificates, and its identifiers. A member is called NAME@DOMAIN, is in the groups of
   * members, and is never a local user. What comes from a domain needs a permit. A disabled domain keeps
   * what it claims: its callers are refused. So does a domain that is gone keep its token issuers, until
   * their own entries go, and its name: local users cannot take it. Members of a domain that is made
   * again under the name are called NAME@DOMAIN~2, then ~3, and own nothing that those of the earlier
   * one owned.
   */
  'trust-domain'?: readonly YangentAccess_Access_TrustDomain[];
  /**
   * Which requests are carried out only after persons have approved them. Such a request is refused, an
   * approval waits in /approvals, and the same request of the same caller is carried out once when it is
   * granted. Each rule that concerns a request asks for an approval of its own. An edit that loosens or
   * removes a rule needs an approval by that rule as it was, whatever its actions. A change of a rule,
   * or of the persons in its groups, ends the approvals that wait for it.
   */
  'approval-rule'?: readonly YangentAccess_Access_ApprovalRule[];
};

/**
 * One user, beside those the node was started with. An entry with the name of such a one adds to what
 * that user has; its password goes before.
 */
export type YangentAccess_Access_User = {
  /** Name of the user. */
  name: string;
  /**
   * What the user is.
   * @default "person"
   */
  kind?: 'person' | 'agent' | 'node';
  /**
   * Two factors. Each login of the user must be one of these, so that no protocol lets the user in by
   * one factor alone, a token neither. Without an entry one method is enough.
   */
  'login-requires'?: readonly ('public-key+password' | 'tls-certificate+password')[] & { readonly __set?: true };
  /** Password of the user. Without one the user logs in by other means only. */
  password?: string;
  /**
   * Groups of the user. Members of admin may do everything while no rules of access control are
   * configured, members of operator see the tasks of all.
   */
  group?: readonly string[] & { readonly __set?: true };
  /** SSH public keys with which the user logs in. */
  'authorized-key'?: readonly YangentAccess_Access_User_AuthorizedKey[];
  /**
   * Keys with which the user signs votes on approvals as a JSON Web Signature. A key counts for
   * approvals that are asked for after it was registered.
   */
  'signing-key'?: readonly YangentAccess_Access_User_SigningKey[];
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
 * Keys with which the user signs votes on approvals as a JSON Web Signature. A key counts for
 * approvals that are asked for after it was registered.
 */
export type YangentAccess_Access_User_SigningKey = {
  /** Name of the key. */
  name: string;
} & (
  | {
    /** The key as a JSON Web Key, JSON text. */
    jwk: string;
    'public-key'?: never;
  }
  | {
    /** The key as SubjectPublicKeyInfo, DER. */
    'public-key': string & { readonly __binary?: true };
    jwk?: never;
  }
);

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
    /**
     * A certificate of an authority in PEM form: the entry is about those that it has issued, or that
     * authorities below it have issued whose certificates the client sends. All of them must be valid, and
     * permitted for this use.
     */
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

/** The tokens that the node issues. */
export type YangentAccess_Access_Token = {
  /**
   * How long a token holds at most.
   * @default 600
   * Unit: seconds.
   */
  'max-lifetime'?: number;
  /**
   * How often authority that comes from a token of another issuer may be handed on.
   * @default 3
   */
  'max-depth'?: number;
};

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
  /**
   * If true, only tokens count that are bound to a key or a client certificate by their claim cnf.
   * Whatever the value, a bound token counts only with its key or certificate.
   * @default false
   */
  'proof-of-possession'?: boolean;
  /**
   * Where the node gets tokens of the issuer for executors of steps: those of runs whose assurance
   * profile names the issuer. The node sends a token of its own, which says for which step it is and is
   * good at the issuer only, and gets a JWT in its place. That one counts only with the same claims, no
   * other capabilities, and no longer life.
   */
  exchange?: YangentAccess_Access_TokenIssuer_Exchange;
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

/**
 * Where the node gets tokens of the issuer for executors of steps: those of runs whose assurance
 * profile names the issuer. The node sends a token of its own, which says for which step it is and is
 * good at the issuer only, and gets a JWT in its place. That one counts only with the same claims, no
 * other capabilities, and no longer life.
 */
export type YangentAccess_Access_TokenIssuer_Exchange = {
  /** Where tokens are exchanged. The node sends them nowhere else. */
  'token-endpoint': string;
  /** The name of the node at the issuer. */
  'client-id': string;
  /**
   * Name of the secret, in the secret store of the node, by which the node proves its name. Never the
   * secret itself. Absent: it proves its name by a JWT that its key for tokens has signed
   * (private_key_jwt); /oauth/jwks has the public one.
   */
  credential?: string;
  /** For whom the tokens are: the parameter audience of the request, and the claim aud of the tokens. */
  audience: string;
  /** The parameter scope of the request. Absent: as the issuer is set up. */
  scope?: string;
  /**
   * A bag with the certificates by which the server at token-endpoint proves itself: its own, or those
   * of authorities that sign it. They hold for jwks-uri as well when it has the same host and port.
   * Absent: the authorities that the system trusts.
   */
  'certificate-bag'?: IetfTruststore_CentralCertificateBagRef;
};

/**
 * Another organization whose word counts for its own members: its token issuers, the authorities that
 * sign its certificates, and its identifiers. A member is called NAME@DOMAIN, is in the groups of
 * members, and is never a local user. What comes from a domain needs a permit. A disabled domain keeps
 * what it claims: its callers are refused. So does a domain that is gone keep its token issuers, until
 * their own entries go, and its name: local users cannot take it. Members of a domain that is made
 * again under the name are called NAME@DOMAIN~2, then ~3, and own nothing that those of the earlier
 * one owned.
 */
export type YangentAccess_Access_TrustDomain = {
  /** Name of the domain on this node. */
  name: string;
  /**
   * If false, all callers of the domain are refused, and their sessions and event streams end.
   * @default true
   */
  enabled?: boolean;
  /** How callers prove that they are of the domain. Each of these belongs to one domain. */
  by?: YangentAccess_Access_TrustDomain_By;
  /** What the members are on this node. */
  members?: YangentAccess_Access_TrustDomain_Members;
  /**
   * What members may do: what one of these allows, access control permits, and the authority of their
   * own tokens covers. Without an entry no member gets in. Rates count the requests of all members
   * together.
   */
  permit?: readonly YangentAccess_Access_TrustDomain_Permit[];
  /**
   * What the node may send to agents of the domain: what one of these allows. Without an entry nothing.
   * The actions are yangent-tasks.assign, update, negotiate and provide-input, yangent-contexts.share,
   * and data.bulk for data parameters; agent is the agent of this node that stands for the other one.
   */
  send?: readonly YangentAccess_Access_TrustDomain_Send[];
  /**
   * If true, only tokens count that are bound to a key or a client certificate, also if the entry of the
   * issuer takes others.
   * @default true
   */
  'proof-of-possession'?: boolean;
  /**
   * What becomes of unfinished tasks that were sent to the domain or assigned by its members, when the
   * domain is disabled, or the authority of the task ends or is revoked. A domain decides for itself
   * only. At the end of an authority the domains of those who assigned the task decide; where they are
   * of this node, the one to which the task was sent does. Tasks of a domain that is gone are canceled.
   * @default "cancel"
   */
  'on-revoke'?: 'cancel' | 'finish';
  /**
   * Types of credentials that an agent of a member must have, all of them verified by the rules of
   * yangent-identity (credential-rule). Members register agents, and claim tasks for them, only with
   * these: else they are refused with app-tag credential-required.
   */
  'require-credential'?: readonly string[] & { readonly __set?: true };
  /**
   * How long keys that were fetched count while their source does not answer: the jwks-uri of an issuer,
   * the host of an identifier.
   * @default 86400
   * Unit: seconds.
   */
  'max-stale'?: number;
  /**
   * How often members got in since the node started; over RESTCONF with each request.
   * @default "0"
   */
  accepted?: `${bigint}`;
  /** How often callers of the domain did not get in since the node started. */
  refused?: readonly YangentAccess_Access_TrustDomain_Refused[];
};

/** How callers prove that they are of the domain. Each of these belongs to one domain. */
export type YangentAccess_Access_TrustDomain_By = {
  /**
   * Issuers whose tokens are for members. Their entries say nothing of members, and their groups do not
   * count.
   */
  'token-issuer'?: readonly (string & { readonly __leafref?: '/yangent-access:access/token-issuer/issuer' })[] & { readonly __set?: true };
  /**
   * A bag with the certificates of authorities that sign TLS client certificates of members, or
   * certificates of authorities below them, which the client sends. NAME is the common name of the
   * subject.
   */
  'certificate-bag'?: IetfTruststore_CentralCertificateBagRef;
  /**
   * A bag with the keys of authorities that sign SSH certificates of members. A member logs in as
   * NAME@DOMAIN, and NAME is among the principals of the certificate.
   */
  'ssh-bag'?: IetfTruststore_CentralPublicKeyBagRef;
  /**
   * Decentralized identifiers of the domain. Each is a member that proves itself by an access token
   * (at+jwt) of its own: iss and sub are the identifier, aud is this node, a key that its document names
   * for authentication has signed it, and it is bound to the key of DPoP proofs (cnf/jkt). It is called
   * DID@DOMAIN.
   */
  did?: readonly string[] & { readonly __set?: true };
  /**
   * Hosts whose decentralized identifiers are of the domain (did:web, did:wba), as those of did: name,
   * and port if it is not that of https. No other host is asked for keys.
   */
  'did-host'?: readonly string[] & { readonly __set?: true };
  /**
   * Hosts of nodes of the domain: name, and port if it is not that of https. A node is the issuer
   * https://HOST, whose keys its metadata tell. It speaks for itself, its users and its agents: its
   * tokens name it as the nearest actor, and they are called NAME@DOMAIN and
   * https://HOST/agents/ID@DOMAIN.
   */
  'node-host'?: readonly string[] & { readonly __set?: true };
  /**
   * A bag with the certificates by which the nodes in node-host prove who they are: their own, or those
   * of authorities that sign them. Absent: the authorities that the system trusts.
   */
  'node-bag'?: IetfTruststore_CentralCertificateBagRef;
};

/** What the members are on this node. */
export type YangentAccess_Access_TrustDomain_Members = {
  /** Groups of each member; none of them comes from elsewhere. */
  group?: readonly string[] & { readonly __set?: true };
  /**
   * What each member is.
   * @default "agent"
   */
  kind?: 'person' | 'agent' | 'node';
};

/**
 * What members may do: what one of these allows, access control permits, and the authority of their
 * own tokens covers. Without an entry no member gets in. Rates count the requests of all members
 * together.
 */
export type YangentAccess_Access_TrustDomain_Permit = {
  /** Its name. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[] & { readonly __set?: true };
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentAccess_Access_TrustDomain_Permit_Constraint;
};

/** What is not known of an operation does not meet a constraint on it. */
export type YangentAccess_Access_TrustDomain_Permit_Constraint = {
  /** The agents that may be given something to do. */
  agent?: readonly string[] & { readonly __set?: true };
  /** The types that tasks may have. */
  skill?: readonly string[] & { readonly __set?: true };
  /** The devices concerned. */
  device?: readonly string[] & { readonly __set?: true };
  /** The trust domains to which something may go. */
  domain?: readonly string[] & { readonly __set?: true };
  /** Data at and below these paths, in the form of RFC 7951, where keys may be left out. */
  path?: readonly string[] & { readonly __set?: true };
  /** The highest priority of a task. */
  'max-priority'?: number;
  /** How many delegations there may be above. */
  'max-depth'?: number;
  /** The most sensitive data. */
  'max-sensitivity'?: 'public' | 'internal' | 'personal' | 'secret';
  /** How many requests may be made in a minute. */
  'max-requests-per-minute'?: number;
  /** How many requests may be made in an hour. */
  'max-requests-per-hour'?: number;
  /** How many requests may be made in a day. */
  'max-requests-per-day'?: number;
  /** When it holds. */
  'time-window'?: YangentAccess_Access_TrustDomain_Permit_Constraint_TimeWindow;
};

/** When it holds. */
export type YangentAccess_Access_TrustDomain_Permit_Constraint_TimeWindow = {
  /** The first moment. */
  start: string;
  /** The first moment when it holds no more. */
  end: string;
};

/**
 * What the node may send to agents of the domain: what one of these allows. Without an entry nothing.
 * The actions are yangent-tasks.assign, update, negotiate and provide-input, yangent-contexts.share,
 * and data.bulk for data parameters; agent is the agent of this node that stands for the other one.
 */
export type YangentAccess_Access_TrustDomain_Send = {
  /** Its name. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[] & { readonly __set?: true };
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentAccess_Access_TrustDomain_Permit_Constraint;
  /**
   * What becomes of personal data above max-sensitivity: name, age, address, phone, email.
   * @default "redact"
   */
  'on-excess'?: 'redact' | 'refuse';
};

/** How often callers of the domain did not get in since the node started. */
export type YangentAccess_Access_TrustDomain_Refused = {
  /** Why. */
  reason: 'disabled' | 'no-permit' | 'unbound-token' | 'bad-token' | 'bad-proof' | 'bad-name' | 'bad-certificate' | 'two-domains' | 'no-keys';
  /**
   * How often.
   * @default "0"
   */
  count?: `${bigint}`;
};

/**
 * Which requests are carried out only after persons have approved them. Such a request is refused, an
 * approval waits in /approvals, and the same request of the same caller is carried out once when it is
 * granted. Each rule that concerns a request asks for an approval of its own. An edit that loosens or
 * removes a rule needs an approval by that rule as it was, whatever its actions. A change of a rule,
 * or of the persons in its groups, ends the approvals that wait for it.
 */
export type YangentAccess_Access_ApprovalRule = {
  /** Name of the rule. */
  name: string;
  /**
   * Requests that the rule concerns: MODULE.NAME for an rpc or action, for example yangent-tasks.assign,
   * and data.edit for edits of the configuration, and device.edit for edits of devices by agents inside
   * the node. A message to irtf-agent:tasks counts as the rpc or action that it stands for.
   */
  action: readonly string[] & { readonly __set?: true };
  /**
   * Of data.edit: only edits that change something at, above or below one of these. Without an entry all
   * edits.
   */
  path?: readonly string[] & { readonly __set?: true };
  /**
   * Only requests by or to one of these agents, and those that leave open to which agent they are.
   * Without an entry all.
   */
  agent?: readonly string[] & { readonly __set?: true };
  /**
   * Only requests for one of these skills, and those that leave open for which. Without an entry all. A
   * task names its skill by its type; where an agent has a default skill for tasks of other types, the
   * rule must name the agent.
   */
  skill?: readonly string[] & { readonly __set?: true };
  /**
   * Only requests by members or agents of one of these trust domains, requests to such agents or
   * members, and those that leave open to which agent they are. An edit goes to no domain. Without an
   * entry all.
   */
  domain?: readonly string[] & { readonly __set?: true };
  /** Groups whose members may vote. Without an entry admin and operator. */
  'approver-group'?: readonly string[] & { readonly __set?: true };
  /**
   * How many persons must approve.
   * @default 1
   */
  quorum?: number;
  /**
   * The person who last changed the loop or the definition of a workflow that a request is about has no
   * vote, nor has who gave the grant of which a token is asked, from which a token that is exchanged or
   * revoked comes, or which is revoked.
   * @default true
   */
  separation?: boolean;
  /**
   * A vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor'?: boolean;
  /**
   * A vote must be signed.
   * @default false
   */
  signature?: boolean;
  /**
   * How long an approval waits, and is good for when it is granted: both end this long after it was
   * asked for.
   * @default 3600
   * Unit: seconds.
   */
  expires?: number;
};

/** Requests that wait for persons, and what became of them. */
export type YangentAccess_Approvals = {
  /** One approval. It is seen by those who may vote, by those who watch all, and by the one who asked. */
  approval?: readonly YangentAccess_Approvals_Approval[];
};

/** One approval. It is seen by those who may vote, by those who watch all, and by the one who asked. */
export type YangentAccess_Approvals_Approval = {
  /** Identifier; later ones come later in the order of texts. */
  id: string;
  /** The rule that asks for it. */
  rule?: string;
  /** Who asked. */
  user?: string;
  /** What acted for the user, the nearest first. */
  actor?: readonly string[];
  /** The action that was asked for: MODULE.NAME or data.edit. */
  operation?: string;
  /**
   * What it is about, as instance-identifiers: also the grants from which a token in the input comes. Of
   * an edit of the datastore startup, its name stands before them.
   */
  target?: readonly string[];
  /** Its state. */
  state?: YangentAccess_ApprovalState;
  /** Why it is over, if not by a vote, by time or by use. */
  reason?: string;
  /** When it was asked for. */
  asked?: string;
  /** When it is over. */
  expires?: string;
  /** How many persons must approve. */
  quorum?: number;
  /** SHA-256 of salt, followed by the octets of input, in hexadecimal digits. */
  digest?: string;
  /** What is approved: the octets that a vote signs. */
  statement?: string;
  /**
   * Octets before the input in the digest. Shown to those who may vote, until 7 days after the approval
   * is over.
   */
  salt?: string & { readonly __binary?: true };
  /**
   * What the request says, canonical JSON: the input of an operation with its defaults, or the datastore
   * of an edit, the edit, and the values that it replaces, or the document for a device. The member
   * yangent-contexts:data describes the data parameters to which it refers, with the digests of their
   * bytes. Secrets, such as passwords, tokens and proofs, are there as digests. Shown as salt is.
   */
  input?: string;
  /** The last vote of each person. */
  vote?: readonly YangentAccess_Approvals_Approval_Vote[];
};

/** The last vote of each person. */
export type YangentAccess_Approvals_Approval_Vote = {
  /** Who voted. */
  by: string;
  /** How. */
  verdict?: 'approve' | 'reject';
  /** When. */
  at?: string;
  /** Why. */
  comment?: string;
  /** How the login of the voter was proved. */
  method?: readonly string[];
  /** The signature over the statement. */
  signature?: string;
  /** Fingerprint of the SSH key, or thumbprint of the signing key, that made the signature. */
  key?: string;
};

/** Authority that users have given to others. */
export type YangentAccess_Grants = {
  /**
   * One grant. It works through the tokens that are issued from it. A user sees those that he has given
   * or got.
   */
  grant?: readonly YangentAccess_Grants_Grant[];
};

/**
 * One grant. It works through the tokens that are issued from it. A user sees those that he has given
 * or got.
 */
export type YangentAccess_Grants_Grant = {
  /** Its identifier. */
  id: string;
  /** Whose authority it is. Access control is asked for him. */
  from: string;
  /** Who may use it. */
  to: string;
  /** What may be done: what one of these allows. */
  capability?: readonly YangentAccess_Grants_Grant_Capability[];
  /** When it begins. */
  'not-before'?: string;
  /** When it ends. */
  expires: string;
  /** How often it may be handed on; 0: not at all. */
  'max-depth': number;
  /** Why it was given. */
  purpose?: string;
  /** When it was given. */
  given: string;
  /** When it was taken back. */
  revoked?: string;
};

/** What may be done: what one of these allows. */
export type YangentAccess_Grants_Grant_Capability = {
  /** Its place in the grant. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[];
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentAccess_Grants_Grant_Capability_Constraint;
};

/** What is not known of an operation does not meet a constraint on it. */
export type YangentAccess_Grants_Grant_Capability_Constraint = {
  /** The agents that may be given something to do. */
  agent?: readonly string[];
  /** The types that tasks may have. */
  skill?: readonly string[];
  /** The devices concerned. */
  device?: readonly string[];
  /** The trust domains to which something may go. */
  domain?: readonly string[];
  /** Data at and below these paths, in the form of RFC 7951, where keys may be left out. */
  path?: readonly string[];
  /** The highest priority of a task. */
  'max-priority'?: number;
  /** How many delegations there may be above. */
  'max-depth'?: number;
  /** The most sensitive data. */
  'max-sensitivity'?: 'public' | 'internal' | 'personal' | 'secret';
  /** How many requests may be made in a minute. */
  'max-requests-per-minute'?: number;
  /** How many requests may be made in an hour. */
  'max-requests-per-hour'?: number;
  /** How many requests may be made in a day. */
  'max-requests-per-day'?: number;
  /** When it holds. */
  'time-window'?: YangentAccess_Access_TrustDomain_Permit_Constraint_TimeWindow;
};

/** What may be done. */
export type YangentAccess_Delegate_Input_Capability = {
  /** Its name. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[];
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentAccess_Grants_Grant_Capability_Constraint;
};

/** What may be done. Each must lie within one of the subject token. Absent: as in the subject token. */
export type YangentAccess_ExchangeToken_Input_Capability = {
  /** Its name. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[];
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentAccess_Grants_Grant_Capability_Constraint;
};

/** What may be done with it. Without an entry: all that its user may. */
export type YangentAccess_Introspect_Output_Capability = {
  /** Its place in the token. */
  name: string;
  /**
   * MODULE.NAME of an rpc or an action of a module, exactly; for example yangent-tasks.assign. On data:
   * data.read, data.edit, data.subscribe and data.bulk. skill.NAME: where any is named, a task needs
   * that of its skill as well.
   */
  action: readonly string[];
  /** What is not known of an operation does not meet a constraint on it. */
  constraint?: YangentAccess_Grants_Grant_Capability_Constraint;
};
