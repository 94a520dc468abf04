// Made from the YANG models by "npm run generate"; do not edit.
import type { IetfTruststore_CentralPublicKeyBagRef } from './ietf-truststore.js';
import type { YangentAccessActions, YangentAccessNotifications, YangentAccessRpcs, YangentAccess_Access_ClientCertificate, YangentAccess_Access_TokenIssuer_Exchange, YangentAccess_Access_TrustDomain_By, YangentAccess_Access_TrustDomain_Permit, YangentAccess_Access_TrustDomain_Permit_Constraint, YangentAccess_Access_TrustDomain_Permit_Constraint_TimeWindow, YangentAccess_Access_TrustDomain_Refused, YangentAccess_Access_User_AuthorizedKey, YangentAccess_Access_User_SigningKey, YangentAccess_Approvals, YangentAccess_Approvals_Approval, YangentAccess_Approvals_Approval_Vote, YangentAccess_Delegate_Input_Capability, YangentAccess_Grants, YangentAccess_Grants_Grant, YangentAccess_Grants_Grant_Capability, YangentAccess_TokenAlgorithm } from './yangent-access.js';

/** What a provider of yangent-access is asked for and gives. */
export interface YangentAccessProvider {
  module: 'yangent-access';
  rpcs: {
    /**
     * Gives a piece of the caller's authority to another. A caller whose own authority is limited gives at
     * most what each limit allows, and only as often as he may hand it on.
     */
    'delegate': {
      input: YangentAccess_Delegate_Input_InUse;
      output: YangentAccessRpcs['yangent-access:delegate']['output'];
    };
    /** Takes a grant back, with all tokens that come from it. The giver may, and administrators. */
    'revoke': {
      input: YangentAccessRpcs['yangent-access:revoke']['input'];
      output: YangentAccessRpcs['yangent-access:revoke']['output'];
    };
    /**
     * Issues an access token from a grant, to him to whom it was given: it is for the giver (sub), and
     * names the caller as who acts for him (act).
     */
    'issue-token': {
      input: YangentAccessRpcs['yangent-access:issue-token']['input'];
      output: YangentAccessRpcs['yangent-access:issue-token']['output'];
    };
    /** Exchanges a token for a narrower one, or for one with which another acts for its user. */
    'exchange-token': {
      input: YangentAccessRpcs['yangent-access:exchange-token']['input'];
      output: YangentAccessRpcs['yangent-access:exchange-token']['output'];
    };
    /**
     * Revokes a token and all that were made from it. Whoever has the token may; by its identifier its
     * user and those who act with it may, and administrators. A token that is not good is refused with
     * invalid_token; an identifier that is of no token of the caller's with access-denied, whether or not
     * there is such a token. For administrators an identifier that no token of this node can have is
     * refused with invalid-value.
     */
    'revoke-token': {
      input: YangentAccessRpcs['yangent-access:revoke-token']['input'];
      output: YangentAccessRpcs['yangent-access:revoke-token']['output'];
    };
    /** Tells what a token is good for on this node. */
    'introspect': {
      input: YangentAccessRpcs['yangent-access:introspect']['input'];
      output: YangentAccessRpcs['yangent-access:introspect']['output'];
    };
  };
  /** By data path. */
  actions: {
    /** Votes for the request. */
    '/yangent-access:approvals/approval/approve': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentAccessActions['/yangent-access:approvals/approval/approve']['input'];
      output: YangentAccessActions['/yangent-access:approvals/approval/approve']['output'];
    };
    /**
     * Votes against the request, which ends the approval. It is not signed: a signature over the statement
     * says yes.
     */
    '/yangent-access:approvals/approval/reject': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: YangentAccessActions['/yangent-access:approvals/approval/reject']['input'];
      output: YangentAccessActions['/yangent-access:approvals/approval/reject']['output'];
    };
    /**
     * Takes the request back, by the one who asked, while it waits or when it is granted. The approval is
     * then expired, with a reason.
     */
    '/yangent-access:approvals/approval/withdraw': {
      keys: readonly [string] & {
        readonly id: string;
      };
      input: Readonly<Record<string, never>>;
      output: YangentAccessActions['/yangent-access:approvals/approval/withdraw']['output'];
    };
  };
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-access:access/trust-domain': {
      keys: readonly [string] & {
        readonly name: string;
      };
      entry: YangentAccess_Access_TrustDomain_State;
    };
    '/yangent-access:access/trust-domain/refused': {
      keys: readonly [string, 'disabled' | 'no-permit' | 'unbound-token' | 'bad-token' | 'bad-proof' | 'bad-name' | 'bad-certificate' | 'two-domains' | 'no-keys'] & {
        readonly name: string;
        readonly reason: 'disabled' | 'no-permit' | 'unbound-token' | 'bad-token' | 'bad-proof' | 'bad-name' | 'bad-certificate' | 'two-domains' | 'no-keys';
      };
      entry: YangentAccess_Access_TrustDomain_Refused;
    };
    '/yangent-access:approvals': {
      keys: readonly [];
      value: YangentAccess_Approvals;
    };
    '/yangent-access:approvals/approval': {
      keys: readonly [string] & {
        readonly id: string;
      };
      entry: YangentAccess_Approvals_Approval;
    };
    '/yangent-access:approvals/approval/vote': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly by: string;
      };
      entry: YangentAccess_Approvals_Approval_Vote;
    };
    '/yangent-access:grants': {
      keys: readonly [];
      value: YangentAccess_Grants;
    };
    '/yangent-access:grants/grant': {
      keys: readonly [string] & {
        readonly id: string;
      };
      entry: YangentAccess_Grants_Grant;
    };
    '/yangent-access:grants/grant/capability': {
      keys: readonly [string, string] & {
        readonly id: string;
        readonly name: string;
      };
      entry: YangentAccess_Grants_Grant_Capability;
    };
  };
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
    value: YangentAccess_Access_User_InUse;
  };
  '/yangent-access:access/user/authorized-key': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_User_AuthorizedKey;
  };
  '/yangent-access:access/user/signing-key': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_User_SigningKey;
  };
  '/yangent-access:access/client-certificate': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_ClientCertificate;
  };
  '/yangent-access:access/token': {
    keys: readonly [];
    value: YangentAccess_Access_Token_InUse;
  };
  '/yangent-access:access/token-issuer': {
    keys: readonly [string] & {
      readonly issuer: string;
    };
    value: YangentAccess_Access_TokenIssuer_InUse;
  };
  '/yangent-access:access/token-issuer/exchange': {
    keys: readonly [string] & {
      readonly issuer: string;
    };
    value: YangentAccess_Access_TokenIssuer_Exchange | undefined;
  };
  '/yangent-access:access/trust-domain': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_TrustDomain_InUse;
  };
  '/yangent-access:access/trust-domain/by': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_TrustDomain_By;
  };
  '/yangent-access:access/trust-domain/members': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_TrustDomain_Members_InUse;
  };
  '/yangent-access:access/trust-domain/permit': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_TrustDomain_Permit;
  };
  '/yangent-access:access/trust-domain/permit/constraint': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_TrustDomain_Permit_Constraint;
  };
  '/yangent-access:access/trust-domain/permit/constraint/time-window': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_TrustDomain_Permit_Constraint_TimeWindow | undefined;
  };
  '/yangent-access:access/trust-domain/send': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_TrustDomain_Send_InUse;
  };
  '/yangent-access:access/trust-domain/send/constraint': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_TrustDomain_Permit_Constraint;
  };
  '/yangent-access:access/trust-domain/send/constraint/time-window': {
    keys: readonly [string, string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_TrustDomain_Permit_Constraint_TimeWindow | undefined;
  };
  '/yangent-access:access/approval-rule': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentAccess_Access_ApprovalRule_InUse;
  };
}

export type YangentAccess_Delegate_Input_InUse = {
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
  'max-depth': number;
  /** Why it is given. */
  purpose?: string;
};

/**
 * One user, beside those the node was started with. An entry with the name of such a one adds to what
 * that user has; its password goes before.
 */
export type YangentAccess_Access_User_InUse = {
  /** Name of the user. */
  name: string;
  /**
   * What the user is.
   * @default "person"
   */
  kind: 'person' | 'agent' | 'node';
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

/** The tokens that the node issues. */
export type YangentAccess_Access_Token_InUse = {
  /**
   * How long a token holds at most.
   * @default 600
   * Unit: seconds.
   */
  'max-lifetime': number;
  /**
   * How often authority that comes from a token of another issuer may be handed on.
   * @default 3
   */
  'max-depth': number;
};

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
  /**
   * If true, only tokens count that are bound to a key or a client certificate by their claim cnf.
   * Whatever the value, a bound token counts only with its key or certificate.
   * @default false
   */
  'proof-of-possession': boolean;
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

/** What the members are on this node. */
export type YangentAccess_Access_TrustDomain_Members_InUse = {
  /** Groups of each member; none of them comes from elsewhere. */
  group?: readonly string[] & { readonly __set?: true };
  /**
   * What each member is.
   * @default "agent"
   */
  kind: 'person' | 'agent' | 'node';
};

/**
 * What the node may send to agents of the domain: what one of these allows. Without an entry nothing.
 * The actions are yangent-tasks.assign, update, negotiate and provide-input, yangent-contexts.share,
 * and data.bulk for data parameters; agent is the agent of this node that stands for the other one.
 */
export type YangentAccess_Access_TrustDomain_Send_InUse = {
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
  'on-excess': 'redact' | 'refuse';
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
export type YangentAccess_Access_TrustDomain_InUse = {
  /** Name of the domain on this node. */
  name: string;
  /**
   * If false, all callers of the domain are refused, and their sessions and event streams end.
   * @default true
   */
  enabled: boolean;
  /** How callers prove that they are of the domain. Each of these belongs to one domain. */
  by?: YangentAccess_Access_TrustDomain_By;
  /** What the members are on this node. */
  members: YangentAccess_Access_TrustDomain_Members_InUse;
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
  send?: readonly YangentAccess_Access_TrustDomain_Send_InUse[];
  /**
   * If true, only tokens count that are bound to a key or a client certificate, also if the entry of the
   * issuer takes others.
   * @default true
   */
  'proof-of-possession': boolean;
  /**
   * What becomes of unfinished tasks that were sent to the domain or assigned by its members, when the
   * domain is disabled, or the authority of the task ends or is revoked. A domain decides for itself
   * only. At the end of an authority the domains of those who assigned the task decide; where they are
   * of this node, the one to which the task was sent does. Tasks of a domain that is gone are canceled.
   * @default "cancel"
   */
  'on-revoke': 'cancel' | 'finish';
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
  'max-stale': number;
};

/**
 * Which requests are carried out only after persons have approved them. Such a request is refused, an
 * approval waits in /approvals, and the same request of the same caller is carried out once when it is
 * granted. Each rule that concerns a request asks for an approval of its own. An edit that loosens or
 * removes a rule needs an approval by that rule as it was, whatever its actions. A change of a rule,
 * or of the persons in its groups, ends the approvals that wait for it.
 */
export type YangentAccess_Access_ApprovalRule_InUse = {
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
  quorum: number;
  /**
   * The person who last changed the loop or the definition of a workflow that a request is about has no
   * vote, nor has who gave the grant of which a token is asked, from which a token that is exchanged or
   * revoked comes, or which is revoked.
   * @default true
   */
  separation: boolean;
  /**
   * A vote needs a login that has proved two factors.
   * @default false
   */
  'second-factor': boolean;
  /**
   * A vote must be signed.
   * @default false
   */
  signature: boolean;
  /**
   * How long an approval waits, and is good for when it is granted: both end this long after it was
   * asked for.
   * @default 3600
   * Unit: seconds.
   */
  expires: number;
};

/** Who may log in, and how. */
export type YangentAccess_Access_InUse = {
  /**
   * One user, beside those the node was started with. An entry with the name of such a one adds to what
   * that user has; its password goes before.
   */
  user?: readonly YangentAccess_Access_User_InUse[];
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
  token: YangentAccess_Access_Token_InUse;
  /** Who may issue tokens with which clients log in over RESTCONF. */
  'token-issuer'?: readonly YangentAccess_Access_TokenIssuer_InUse[];
  /**
   * Another organization whose word counts for its own members: its token issuers, the authorities that
   * sign its certificates, and its identifiers. A member is called NAME@DOMAIN, is in the groups of
   * members, and is never a local user. What comes from a domain needs a permit. A disabled domain keeps
   * what it claims: its callers are refused. So does a domain that is gone keep its token issuers, until
   * their own entries go, and its name: local users cannot take it. Members of a domain that is made
   * again under the name are called NAME@DOMAIN~2, then ~3, and own nothing that those of the earlier
   * one owned.
   */
  'trust-domain'?: readonly YangentAccess_Access_TrustDomain_InUse[];
  /**
   * Which requests are carried out only after persons have approved them. Such a request is refused, an
   * approval waits in /approvals, and the same request of the same caller is carried out once when it is
   * granted. Each rule that concerns a request asks for an approval of its own. An edit that loosens or
   * removes a rule needs an approval by that rule as it was, whatever its actions. A change of a rule,
   * or of the persons in its groups, ends the approvals that wait for it.
   */
  'approval-rule'?: readonly YangentAccess_Access_ApprovalRule_InUse[];
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
export type YangentAccess_Access_TrustDomain_State = {
  /**
   * How often members got in since the node started; over RESTCONF with each request.
   * @default "0"
   */
  accepted?: `${bigint}`;
  /** How often callers of the domain did not get in since the node started. */
  refused?: readonly YangentAccess_Access_TrustDomain_Refused[];
};
