// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentContextsNotifications, YangentContextsRpcs, YangentContexts_ContextType, YangentContexts_Contexts, YangentContexts_Contexts_Item, YangentContexts_Data, YangentContexts_Data_Param, YangentContexts_Encoding, YangentContexts_Redaction, YangentContexts_Sensitivity } from './yangent-contexts.js';

/** What a provider of yangent-contexts is asked for and gives. */
export interface YangentContextsProvider {
  module: 'yangent-contexts';
  rpcs: {
    /**
     * Share a context item with another agent. The sharing policies are applied; the answer says what was
     * removed.
     */
    'share': {
      input: YangentContexts_Share_Input_InUse;
      output: YangentContextsRpcs['yangent-contexts:share']['output'];
    };
    /** Fetch context items which the caller may see, newest first. All conditions given must hold. */
    'fetch': {
      input: YangentContexts_Fetch_Input_InUse;
      output: YangentContextsRpcs['yangent-contexts:fetch']['output'];
    };
    /** Remove information from a context item for good. */
    'redact': {
      input: YangentContextsRpcs['yangent-contexts:redact']['input'];
      output: YangentContextsRpcs['yangent-contexts:redact']['output'];
    };
    /**
     * Operator: remove context items and data parameters for good, whoever wrote them. This is also the
     * way to be rid of a record that an earlier version of the node took and that its model refuses: such
     * a record is left out of reads and named in the log of the node.
     */
    'remove': {
      input: YangentContextsRpcs['yangent-contexts:remove']['input'];
      output: YangentContextsRpcs['yangent-contexts:remove']['output'];
    };
  };
  /** By data path. */
  actions: {};
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-contexts:contexts': {
      keys: readonly [];
      value: YangentContexts_Contexts;
    };
    '/yangent-contexts:contexts/item': {
      keys: readonly [string] & {
        readonly id: string;
      };
      entry: YangentContexts_Contexts_Item;
    };
    '/yangent-contexts:data': {
      keys: readonly [];
      value: YangentContexts_Data;
    };
    '/yangent-contexts:data/param': {
      keys: readonly [string] & {
        readonly id: string;
      };
      entry: YangentContexts_Data_Param;
    };
  };
  config: YangentContextsConfig;
  notifications: YangentContextsNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentContextsConfig {
  '/yangent-contexts:retention': {
    keys: readonly [];
    value: YangentContexts_Retention_InUse;
  };
  '/yangent-contexts:sharing-policy': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentContexts_SharingPolicy_InUse;
  };
}

export type YangentContexts_Share_Input_InUse = {
  /**
   * Identifier wanted. Absent: the node makes one. Items are not changed: the same item again is
   * answered as before, another one with an identifier that is there is refused with data-exists. The
   * operation redact removes information.
   */
  id?: string;
  /** Identifier of the task to which the item belongs. Only the two agents of a task put items into it. */
  task?: string;
  /**
   * Identifier of the conversation to which the item belongs. Its first item begins it; further ones
   * come from agents between which items of it went.
   */
  thread?: string;
  /** The sending agent. */
  from: string;
  /** The receiving agent. */
  to: string;
  /** Type of context. */
  type: YangentContexts_ContextType;
  /**
   * How content is encoded.
   * @default "text"
   */
  encoding: YangentContexts_Encoding;
  /** Media type of the decoded content. */
  'media-type'?: string;
  /**
   * Sensitivity of the content.
   * @default "internal"
   */
  sensitivity: YangentContexts_Sensitivity;
  /** The content. */
  content: string;
  /** Identifiers of data parameters that belong to the content. */
  'data-param'?: readonly string[];
  /** Identifier of the item which this one answers, from or to the sending agent. */
  'in-reply-to'?: string;
  /**
   * Further receiving agents. Each gets an item of its own, after the policies that hold for it; all get
   * theirs, or nobody does.
   */
  'copy-to'?: readonly string[];
};

export type YangentContexts_Fetch_Input_InUse = {
  /** Identifiers of the items. */
  id?: readonly string[];
  /** Task to which the items belong. */
  task?: string;
  /** Conversation to which the items belong. */
  thread?: string;
  /** Sender or receiver of the items. */
  agent?: string;
  /** Types of the items. */
  type?: readonly YangentContexts_ContextType[];
  /** Items sent at this time or later. */
  since?: string;
  /** Items older than the item of this identifier, to read on where an earlier answer ended. */
  before?: string;
  /**
   * Greatest length of all contents together; items that do not fit are left out, the oldest first.
   * Unit: octets.
   */
  'max-length'?: number;
  /**
   * Greatest number of items.
   * @default 100
   */
  limit: number;
};

/** How long the node keeps what agents told each other. */
export type YangentContexts_Retention_InUse = {
  /**
   * Age at which a context item is forgotten, unless it belongs to a task that is not over. 0: never.
   * @default 90
   * Unit: days.
   */
  'item-age': number;
  /**
   * Time after the last change of a data parameter at which it is forgotten, unless a task that is not
   * over refers to it. 0: never.
   * @default 30
   * Unit: days.
   */
  'data-age': number;
};

/**
 * What may be shared with whom, and what is removed first. An entry fits if all its conditions hold; a
 * condition without values holds always. The first entry that fits decides. Messages of sessions are
 * conversation, of sensitivity internal; their readers get them without what is refused here.
 */
export type YangentContexts_SharingPolicy_InUse = {
  /** Name of the policy. */
  name: string;
  /** What the policy is for. */
  description?: string;
  /** Sending agents. */
  from?: readonly string[] & { readonly __set?: true };
  /** Domains of sending agents. */
  'from-domain'?: readonly string[] & { readonly __set?: true };
  /** Receiving agents. */
  to?: readonly string[] & { readonly __set?: true };
  /** Domains of receiving agents. */
  'to-domain'?: readonly string[] & { readonly __set?: true };
  /** Types of context. */
  type?: readonly YangentContexts_ContextType[] & { readonly __set?: true };
  /**
   * Least sensitivity of items to which the policy applies.
   * @default "public"
   */
  'min-sensitivity': YangentContexts_Sensitivity;
  /** What is done with an item that fits. */
  action: 'allow' | 'redact' | 'deny';
  /** Kinds of information that are removed. */
  redact?: readonly YangentContexts_Redaction[] & { readonly __set?: true };
  /**
   * Names of members that are removed from JSON and XML content, with all that is in them; neither case
   * nor punctuation count. Content that its media type or its encoding declares as JSON or XML, and that
   * cannot be read as such, is refused where members are to be removed, here or by redact.
   */
  'redact-member'?: readonly string[] & { readonly __set?: true };
  /** Regular expressions (XSD, as in the YANG statement pattern); text that matches one is removed. */
  pattern?: readonly string[] & { readonly __set?: true };
  /**
   * Greatest length of the content that is shared; longer content is refused. Absent: the limit of the
   * node.
   * Unit: octets.
   */
  'max-length'?: number;
};
