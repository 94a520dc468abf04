// Made from the YANG models by "npm run generate"; do not edit.

/** Type hash of yangent-audit. */
export type YangentAudit_Hash = string & { readonly __binary?: true };

/**
 * The audit log of the node: one record for each change, refusal and login, in a Merkle tree (RFC
 * 9162). Each commit that has records has a signed checkpoint of the tree, a note as C2SP defines it,
 * so that no change is answered before its record is signed. A record never has contents of a request,
 * only the paths of what changed, and an HMAC of the input. An auditor who keeps a checkpoint can
 * later see whether the log was shortened or rewritten; who keeps none has to trust the key.
 */
export interface YangentAudit {
  /** The audit log. */
  audit?: YangentAudit_Audit;
}

/** Top-level data of yangent-audit, as RFC 7951 names them in a document. */
export interface YangentAuditData {
  'yangent-audit:audit'?: YangentAudit['audit'];
}

/** RPCs of the module. */
export interface YangentAuditRpcs {
  /** Lists records, the latest first. Each input leaves out the records that do not have this value. */
  'yangent-audit:list': {
    input: {
      /**
       * The name of an earlier log of the node, as the record of a recovery names it. Default: the log as it
       * is now.
       */
      log?: string;
      /** The caller, or the user for whom an agent acts. */
      user?: string;
      /** An rpc or action as MODULE:NAME; edit, login; or a name of work of the node itself. */
      operation?: string;
      /** What became of it. */
      outcome?: 'intent' | 'done' | 'denied' | 'failed' | 'unknown';
      /** Only records of this time or later. */
      since?: string;
      /** Only records before this one. */
      before?: `${bigint}`;
      /**
       * How many to give at most.
       * @default 50
       */
      limit?: number;
    };
    output: {
      /** The records. */
      entry?: readonly YangentAudit_List_Output_Entry[];
      /**
       * There may be more: ask for those before this one. The node reads a limited number of records at
       * once, so there may be fewer entries than the limit, and none at all.
       */
      before?: `${bigint}`;
    };
  };
  /**
   * Gives the checkpoint of the log as it is now. Archives have it, too, so that whoever keeps it finds
   * it there.
   */
  'yangent-audit:checkpoint': {
    input: undefined;
    output: {
      /** The checkpoint. */
      checkpoint?: string;
    };
  };
  /**
   * Proves that a record is in the log, or that the log of one size begins with that of an earlier one
   * (RFC 9162).
   */
  'yangent-audit:prove': {
    input: (
      | {
        /** That this record is in the log as it is now. */
        sequence: `${bigint}`;
        from?: never;
        to?: never;
      }
      | {
        /** The earlier size. */
        from: `${bigint}`;
        /** The later size. Default: that of the log as it is now. */
        to?: `${bigint}`;
        sequence?: never;
      }
    );
    output: {
      /** The checkpoint of the log as it is now. */
      checkpoint?: string;
      /** The proof. */
      hash?: readonly YangentAudit_Hash[];
      /** The canonical text of the record: the leaf is its octets. */
      record?: string;
    };
  };
  /** Gives records for an archive, in their order. They count as archived when those before them do. */
  'yangent-audit:archive': {
    input: {
      /** The first record to give. */
      first: `${bigint}`;
      /**
       * How many to give at most.
       * @default 1000
       */
      limit?: number;
    };
    output: {
      /** The name of the log. */
      origin?: string;
      /** The keys that sign its checkpoints, the one in use first, then those before it that vouch for it. */
      key?: readonly string[];
      /** Number of records of the log. */
      size?: `${bigint}`;
      /** The hashes of the full subtrees of the records before these, from left to right. */
      edge?: readonly YangentAudit_Hash[];
      /** The canonical texts. */
      record?: readonly string[];
      /** Checkpoints of these records, the last one of all of them. */
      checkpoint?: readonly YangentAudit_Archive_Output_Checkpoint[];
    };
  };
  /**
   * Deletes records that were archived. What is needed to prove the others stays. Refused with
   * not-archived when the archive of some of them is not known.
   */
  'yangent-audit:prune': {
    input: {
      /** The first record that stays. */
      before: `${bigint}`;
    };
    output: undefined;
  };
  /** Computes the digest of an input, to find its records. */
  'yangent-audit:hash': {
    input: {
      /** The input as a JSON text (RFC 7951). */
      value: string;
    };
    output: {
      /** The digest, as records have it. */
      'input-digest'?: string;
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentAuditActions {}

/** Notifications of the module. */
export interface YangentAuditNotifications {
  /**
   * Something happened that an administrator has to look at. It is on the stream audit, and has a record
   * as well.
   */
  'yangent-audit:audit-alert': {
    /** Why. */
    reason: 'recovery';
    /** The caller. */
    user: string;
    /** The address of the client. */
    source?: string;
    /** What was done, as in the record. */
    operation: string;
    /** Instance-identifiers. */
    target?: readonly string[];
    /** When. */
    at: string;
  };
}

/** Structures (RFC 8791) of the module. */
export interface YangentAuditStructures {}

/** The audit log. */
export type YangentAudit_Audit = {
  /** What is recorded beyond changes and refusals, which always are. */
  record?: YangentAudit_Audit_Record;
  /**
   * How long records stay after they were archived. A record that was not archived stays.
   * @default 400
   * Unit: days.
   */
  retention?: number;
  /** The log as it is now. */
  log?: YangentAudit_Audit_Log;
};

/** What is recorded beyond changes and refusals, which always are. */
export type YangentAudit_Audit_Record = {
  /**
   * Whether logins that succeed are recorded. Each request over RESTCONF is a login of its own; of those
   * of a user from one address by the same methods the first in an hour is recorded.
   * @default true
   */
  logins?: boolean;
  /**
   * Which readings are recorded.
   * @default "none"
   */
  reads?: 'none' | 'sensitive' | 'all';
};

/** The log as it is now. */
export type YangentAudit_Audit_Log = {
  /**
   * The name of the log: the identity of the node for its first log, with /2 behind it for the second
   * one.
   */
  origin?: string;
  /** The key that signs checkpoints, NAME+ID+KEY, as verifiers of signed notes take it. */
  key?: string;
  /** The first record that was not pruned. */
  first?: `${bigint}`;
  /** Number of records, with those that were pruned. */
  size?: `${bigint}`;
  /** Number of records from the first one on that were archived. */
  archived?: `${bigint}`;
  /** The root of the tree. */
  root?: YangentAudit_Hash;
  /** The checkpoint of this size. */
  checkpoint?: string;
  /** The records. */
  entry?: readonly YangentAudit_Audit_Log_Entry[];
};

/** The records. */
export type YangentAudit_Audit_Log_Entry = {
  /** The place of the record. */
  sequence: `${bigint}`;
  /** When the record was made. */
  at?: string;
  /** What happened. */
  'record-kind'?: 'login' | 'operation' | 'refusal' | 'read' | 'decision' | 'grant' | 'token' | 'approval' | 'outbound' | 'checkpoint' | 'rollback' | 'prune' | 'key' | 'start' | 'recovery' | 'gap';
  /** Who asked. */
  'principal-kind'?: 'person' | 'agent' | 'node' | 'unknown';
  /** The caller, or the user for whom an agent acts, as in the notification audit of yangent-access. */
  user?: string;
  /** Agents that acted for the user, the last one first. */
  actor?: readonly string[];
  /** The agent whose endpoint was addressed. */
  agent?: string;
  /** The trust domain of the caller. */
  domain?: string;
  /** The address of the client. */
  source?: string;
  /** The NETCONF session. */
  'session-id'?: number;
  /** How the request came: netconf, restconf, local, or the name of another protocol. */
  protocol?: string;
  /** An rpc or action as MODULE:NAME; edit, login; or a name of work of the node itself. */
  operation?: string;
  /** Instance-identifiers, or the address of what is outside of the node. */
  target?: readonly string[];
  /** What became of it. */
  outcome?: 'intent' | 'done' | 'denied' | 'failed' | 'unknown';
  /** The error that was answered. */
  'error-tag'?: string;
  /** The access rule that refused it, as RULE-LIST/RULE. */
  rule?: string;
  /** The method of a login, or why a request did not come as far as that. */
  method?: string;
  /** The task that it is about, or on which the agent worked. */
  task?: string;
  /** The run of a workflow that it is about, or that asked for it. */
  workflow?: string;
  /** The trace of the request (W3C Trace Context). */
  'trace-id'?: string;
  /** The token with which the caller came. */
  'token-id'?: string;
  /** The grant by which the caller acted. */
  grant?: string;
  /** The approval that the operation used up. */
  approval?: string;
  /**
   * HMAC-SHA-256 of the input in its canonical form (RFC 8785): of an rpc or action, of an edit of
   * running (the edited nodes from the top, without passwords in clear; several edits of a request are
   * an array), of the document for a device. The rpc hash computes it for an input that is looked for.
   */
  'input-digest'?: string;
  /** Of an outcome: the record of its intent. */
  intent?: `${bigint}`;
  /**
   * How many events the record stands for; of an operation with more targets than the record names, how
   * many there were.
   */
  count?: `${bigint}`;
  /** Of a key: NAME+ID+KEY, as verifiers of signed notes take it. */
  key?: string;
  /** Of a key that follows another: a note that names it, signed by the key before. */
  rotation?: string;
  /**
   * Of a recovery: the name of the log before. Of an unknown outcome: the log of its intent, where it is
   * an earlier one.
   */
  origin?: string;
  /**
   * Of a recovery: the size of the last checkpoint of the log before that was shown. Of a pruning: the
   * first record that stayed.
   */
  size?: `${bigint}`;
  /** Of a recovery: the root of that checkpoint, in base64. */
  root?: string;
  /**
   * Of a recovery: why the log before was left. Of a key: compromised, when the keys before it are in
   * wrong hands.
   */
  reason?: string;
};

/** The records. */
export type YangentAudit_List_Output_Entry = {
  /** The place of the record. */
  sequence: `${bigint}`;
  /** When the record was made. */
  at?: string;
  /** What happened. */
  'record-kind'?: 'login' | 'operation' | 'refusal' | 'read' | 'decision' | 'grant' | 'token' | 'approval' | 'outbound' | 'checkpoint' | 'rollback' | 'prune' | 'key' | 'start' | 'recovery' | 'gap';
  /** Who asked. */
  'principal-kind'?: 'person' | 'agent' | 'node' | 'unknown';
  /** The caller, or the user for whom an agent acts, as in the notification audit of yangent-access. */
  user?: string;
  /** Agents that acted for the user, the last one first. */
  actor?: readonly string[];
  /** The agent whose endpoint was addressed. */
  agent?: string;
  /** The trust domain of the caller. */
  domain?: string;
  /** The address of the client. */
  source?: string;
  /** The NETCONF session. */
  'session-id'?: number;
  /** How the request came: netconf, restconf, local, or the name of another protocol. */
  protocol?: string;
  /** An rpc or action as MODULE:NAME; edit, login; or a name of work of the node itself. */
  operation?: string;
  /** Instance-identifiers, or the address of what is outside of the node. */
  target?: readonly string[];
  /** What became of it. */
  outcome?: 'intent' | 'done' | 'denied' | 'failed' | 'unknown';
  /** The error that was answered. */
  'error-tag'?: string;
  /** The access rule that refused it, as RULE-LIST/RULE. */
  rule?: string;
  /** The method of a login, or why a request did not come as far as that. */
  method?: string;
  /** The task that it is about, or on which the agent worked. */
  task?: string;
  /** The run of a workflow that it is about, or that asked for it. */
  workflow?: string;
  /** The trace of the request (W3C Trace Context). */
  'trace-id'?: string;
  /** The token with which the caller came. */
  'token-id'?: string;
  /** The grant by which the caller acted. */
  grant?: string;
  /** The approval that the operation used up. */
  approval?: string;
  /**
   * HMAC-SHA-256 of the input in its canonical form (RFC 8785): of an rpc or action, of an edit of
   * running (the edited nodes from the top, without passwords in clear; several edits of a request are
   * an array), of the document for a device. The rpc hash computes it for an input that is looked for.
   */
  'input-digest'?: string;
  /** Of an outcome: the record of its intent. */
  intent?: `${bigint}`;
  /**
   * How many events the record stands for; of an operation with more targets than the record names, how
   * many there were.
   */
  count?: `${bigint}`;
  /** Of a key: NAME+ID+KEY, as verifiers of signed notes take it. */
  key?: string;
  /** Of a key that follows another: a note that names it, signed by the key before. */
  rotation?: string;
  /**
   * Of a recovery: the name of the log before. Of an unknown outcome: the log of its intent, where it is
   * an earlier one.
   */
  origin?: string;
  /**
   * Of a recovery: the size of the last checkpoint of the log before that was shown. Of a pruning: the
   * first record that stayed.
   */
  size?: `${bigint}`;
  /** Of a recovery: the root of that checkpoint, in base64. */
  root?: string;
  /**
   * Of a recovery: why the log before was left. Of a key: compromised, when the keys before it are in
   * wrong hands.
   */
  reason?: string;
};

/** Checkpoints of these records, the last one of all of them. */
export type YangentAudit_Archive_Output_Checkpoint = {
  /** Number of records. */
  size: `${bigint}`;
  /** The checkpoint. */
  note?: string;
};
