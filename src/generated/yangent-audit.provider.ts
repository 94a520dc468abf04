// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAuditNotifications, YangentAuditRpcs, YangentAudit_Audit_Log, YangentAudit_Audit_Log_Entry } from './yangent-audit.js';

/** What a provider of yangent-audit is asked for and gives. */
export interface YangentAuditProvider {
  module: 'yangent-audit';
  rpcs: {
    /** Lists records, the latest first. Each input leaves out the records that do not have this value. */
    'list': {
      input: YangentAudit_List_Input_InUse;
      output: YangentAuditRpcs['yangent-audit:list']['output'];
    };
    /**
     * Gives the checkpoint of the log as it is now. Archives have it, too, so that whoever keeps it finds
     * it there.
     */
    'checkpoint': {
      input: Readonly<Record<string, never>>;
      output: YangentAuditRpcs['yangent-audit:checkpoint']['output'];
    };
    /**
     * Proves that a record is in the log, or that the log of one size begins with that of an earlier one
     * (RFC 9162).
     */
    'prove': {
      input: YangentAuditRpcs['yangent-audit:prove']['input'];
      output: YangentAuditRpcs['yangent-audit:prove']['output'];
    };
    /** Gives records for an archive, in their order. They count as archived when those before them do. */
    'archive': {
      input: YangentAudit_Archive_Input_InUse;
      output: YangentAuditRpcs['yangent-audit:archive']['output'];
    };
    /**
     * Deletes records that were archived. What is needed to prove the others stays. Refused with
     * not-archived when the archive of some of them is not known.
     */
    'prune': {
      input: YangentAuditRpcs['yangent-audit:prune']['input'];
      output: YangentAuditRpcs['yangent-audit:prune']['output'];
    };
    /** Computes the digest of an input, to find its records. */
    'hash': {
      input: YangentAuditRpcs['yangent-audit:hash']['input'];
      output: YangentAuditRpcs['yangent-audit:hash']['output'];
    };
  };
  /** By data path. */
  actions: {};
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-audit:audit/log': {
      keys: readonly [];
      value: YangentAudit_Audit_Log;
    };
    '/yangent-audit:audit/log/entry': {
      keys: readonly [string] & {
        readonly sequence: string;
      };
      entry: YangentAudit_Audit_Log_Entry;
    };
  };
  config: YangentAuditConfig;
  notifications: YangentAuditNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentAuditConfig {
  '/yangent-audit:audit': {
    keys: readonly [];
    value: YangentAudit_Audit_InUse;
  };
  '/yangent-audit:audit/record': {
    keys: readonly [];
    value: YangentAudit_Audit_Record_InUse;
  };
}

export type YangentAudit_List_Input_InUse = {
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
  limit: number;
};

export type YangentAudit_Archive_Input_InUse = {
  /** The first record to give. */
  first: `${bigint}`;
  /**
   * How many to give at most.
   * @default 1000
   */
  limit: number;
};

/** What is recorded beyond changes and refusals, which always are. */
export type YangentAudit_Audit_Record_InUse = {
  /**
   * Whether logins that succeed are recorded. Each request over RESTCONF is a login of its own; of those
   * of a user from one address by the same methods the first in an hour is recorded.
   * @default true
   */
  logins: boolean;
  /**
   * Which readings are recorded.
   * @default "none"
   */
  reads: 'none' | 'sensitive' | 'all';
};

/** The audit log. */
export type YangentAudit_Audit_InUse = {
  /** What is recorded beyond changes and refusals, which always are. */
  record: YangentAudit_Audit_Record_InUse;
  /**
   * How long records stay after they were archived. A record that was not archived stays.
   * @default 400
   * Unit: days.
   */
  retention: number;
};
