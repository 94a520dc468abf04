// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentAgents_Modality } from './yangent-agents.js';

/** Type context-type of yangent-contexts. */
export type YangentContexts_ContextType = 'task' | 'contact' | 'preference' | 'conversation' | 'environment' | 'result' | (string & {});

/** Type encoding of yangent-contexts. */
export type YangentContexts_Encoding = 'text' | 'json' | 'xml' | 'base64';

/** Type sensitivity of yangent-contexts. */
export type YangentContexts_Sensitivity = 'public' | 'internal' | 'personal' | 'secret';

/** Type redaction of yangent-contexts. */
export type YangentContexts_Redaction = 'name' | 'age' | 'address' | 'phone' | 'email' | 'network-address' | 'credential';

/** Type redacted of yangent-contexts. */
export type YangentContexts_Redacted = 'name' | 'age' | 'address' | 'phone' | 'email' | 'network-address' | 'credential' | (string & {});

/**
 * What agents tell each other beyond the task itself: context items, data parameters, and the rules by
 * which they are shared. A context item is a record of one exchange. It is the same record as an entry
 * of irtf-agent:context, with what that lacks. Items are kept, so that neither goal nor history of a
 * task is lost. A data parameter is a block of data of any size. Here stand its properties; its bytes
 * travel by HTTP, at /data/{id} of the node, by PUT and GET with byte ranges. Before an item leaves
 * its sender the sharing policies are applied: the first entry of sharing-policy that fits decides. If
 * none fits, the item is shared with its receiver unchanged.
 */
export interface YangentContexts {
  /** The context items which the caller may see. */
  contexts?: YangentContexts_Contexts;
  /** The data parameters which the caller may see. */
  data?: YangentContexts_Data;
  /** How long the node keeps what agents told each other. */
  retention?: YangentContexts_Retention;
  /**
   * What may be shared with whom, and what is removed first. An entry fits if all its conditions hold; a
   * condition without values holds always. The first entry that fits decides. Messages of sessions are
   * conversation, of sensitivity internal; their readers get them without what is refused here.
   */
  'sharing-policy'?: readonly YangentContexts_SharingPolicy[];
}

/** Top-level data of yangent-contexts, as RFC 7951 names them in a document. */
export interface YangentContextsData {
  'yangent-contexts:contexts'?: YangentContexts['contexts'];
  'yangent-contexts:data'?: YangentContexts['data'];
  'yangent-contexts:retention'?: YangentContexts['retention'];
  'yangent-contexts:sharing-policy'?: YangentContexts['sharing-policy'];
}

/** RPCs of the module. */
export interface YangentContextsRpcs {
  /**
   * Share a context item with another agent. The sharing policies are applied; the answer says what was
   * removed.
   */
  'yangent-contexts:share': {
    input: {
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
      encoding?: YangentContexts_Encoding;
      /** Media type of the decoded content. */
      'media-type'?: string;
      /**
       * Sensitivity of the content.
       * @default "internal"
       */
      sensitivity?: YangentContexts_Sensitivity;
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
    output: {
      /** Identifier of the item. */
      id: string;
      /**
       * Length of the content before redaction.
       * Unit: octets.
       */
      length: number;
      /** What was removed. */
      redacted?: readonly YangentContexts_Redacted[];
      /** When the item was shared. */
      at: string;
      /** The items of the further receivers. */
      copy?: readonly YangentContexts_Share_Output_Copy[];
    };
  };
  /** Fetch context items which the caller may see, newest first. All conditions given must hold. */
  'yangent-contexts:fetch': {
    input: {
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
      limit?: number;
    };
    output: {
      /** An item. */
      item?: readonly YangentContexts_Fetch_Output_Item[];
      /** true: older items exist that also fit. */
      more?: boolean;
    };
  };
  /** Remove information from a context item for good. */
  'yangent-contexts:redact': {
    input: {
      /** Identifier of the item. */
      id: string;
      /** Kinds of information to be removed. */
      redact?: readonly YangentContexts_Redaction[];
      /** Names of members of JSON or XML content to be removed. */
      'redact-member'?: readonly string[];
      /** Pieces of text to be removed wherever they stand. */
      text?: readonly string[];
    };
    output: {
      /** What has been removed from the item so far. */
      redacted?: readonly YangentContexts_Redacted[];
      /** The content that is left. */
      content?: string;
    };
  };
  /**
   * Operator: remove context items and data parameters for good, whoever wrote them. This is also the
   * way to be rid of a record that an earlier version of the node took and that its model refuses: such
   * a record is left out of reads and named in the log of the node.
   */
  'yangent-contexts:remove': {
    input: {
      /** Identifiers of context items. */
      item?: readonly string[];
      /** Identifiers of data parameters. */
      param?: readonly string[];
    };
    output: {
      /** Number of context items that were removed. */
      items: number;
      /** Number of data parameters that were removed. */
      params: number;
    };
  };
}

/** Actions, by data path, of the module. */
export interface YangentContextsActions {}

/** Notifications of the module. */
export interface YangentContextsNotifications {
  /** A context item was shared. Sent to those who may see it; what it says is read with fetch. */
  'yangent-contexts:item-shared': {
    /** Identifier of the item. */
    id: string;
    /** The sending agent. */
    from: string;
    /** The receiving agent. */
    to: string;
    /** Type of context. */
    type: YangentContexts_ContextType;
    /** Identifier of the task to which the item belongs. */
    task?: string;
    /** Identifier of the conversation to which the item belongs. */
    thread?: string;
  };
}

/** Structures (RFC 8791) of the module. */
export interface YangentContextsStructures {}

/** The context items which the caller may see. */
export type YangentContexts_Contexts = {
  /** One context item. */
  item?: readonly YangentContexts_Contexts_Item[];
};

/** One context item. */
export type YangentContexts_Contexts_Item = {
  /** Identifier of the item. */
  id: string;
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
  /** How content is encoded. */
  encoding?: YangentContexts_Encoding;
  /** Media type of the decoded content. */
  'media-type'?: string;
  /** Sensitivity of the content. */
  sensitivity?: YangentContexts_Sensitivity;
  /** The content. */
  content?: string;
  /** Identifiers of data parameters that belong to the content. */
  'data-param'?: readonly string[];
  /** Identifier of the item which this one answers, from or to the sending agent. */
  'in-reply-to'?: string;
  /**
   * Length of the content before redaction, in UTF-8.
   * Unit: octets.
   */
  length?: number;
  /** What was removed from the content. */
  redacted?: readonly YangentContexts_Redacted[];
  /** When the item was sent. */
  at: string;
  /** The answer, where it consists of data only. */
  response?: YangentContexts_Contexts_Item_Response;
};

/** The answer, where it consists of data only. */
export type YangentContexts_Contexts_Item_Response = {
  /** Identifier of the data parameter that is the answer. */
  'data-param': string;
  /** When the answer was sent. */
  at: string;
};

/** The data parameters which the caller may see. */
export type YangentContexts_Data = {
  /** One data parameter. */
  param?: readonly YangentContexts_Data_Param[];
};

/** One data parameter. */
export type YangentContexts_Data_Param = {
  /** Identifier; its bytes are at /data/{id}. */
  id: string;
  /** The agent that gave the data. */
  owner?: string;
  /** What the data is. */
  description?: string;
  /** Kind of data. */
  modality: YangentAgents_Modality;
  /** Media type, for example text/plain or image/png. */
  'media-type'?: string;
  /**
   * Number of bytes the node holds.
   * Unit: octets.
   */
  size?: `${bigint}`;
  /** Digest of the bytes, once complete. */
  digest?: string;
  /** Number of pieces that have arrived. */
  'chunk-count'?: number;
  /** true: the last piece has arrived. */
  complete: boolean;
  /** Where the data is, if it is not held by the node. */
  url?: string;
  /** When the first piece arrived. */
  created?: string;
  /** When the node forgets the data. Absent: never. */
  expires?: string;
};

/** How long the node keeps what agents told each other. */
export type YangentContexts_Retention = {
  /**
   * Age at which a context item is forgotten, unless it belongs to a task that is not over. 0: never.
   * @default 90
   * Unit: days.
   */
  'item-age'?: number;
  /**
   * Time after the last change of a data parameter at which it is forgotten, unless a task that is not
   * over refers to it. 0: never.
   * @default 30
   * Unit: days.
   */
  'data-age'?: number;
};

/**
 * What may be shared with whom, and what is removed first. An entry fits if all its conditions hold; a
 * condition without values holds always. The first entry that fits decides. Messages of sessions are
 * conversation, of sensitivity internal; their readers get them without what is refused here.
 */
export type YangentContexts_SharingPolicy = {
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
  'min-sensitivity'?: YangentContexts_Sensitivity;
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

/** The items of the further receivers. */
export type YangentContexts_Share_Output_Copy = {
  /** The receiving agent. */
  to: string;
  /** Identifier of its item. */
  id: string;
  /** What was removed for it. */
  redacted?: readonly YangentContexts_Redacted[];
};

/** An item. */
export type YangentContexts_Fetch_Output_Item = {
  /** Identifier of the item. */
  id: string;
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
  /** How content is encoded. */
  encoding?: YangentContexts_Encoding;
  /** Media type of the decoded content. */
  'media-type'?: string;
  /** Sensitivity of the content. */
  sensitivity?: YangentContexts_Sensitivity;
  /** The content. */
  content?: string;
  /** Identifiers of data parameters that belong to the content. */
  'data-param'?: readonly string[];
  /** Identifier of the item which this one answers, from or to the sending agent. */
  'in-reply-to'?: string;
  /**
   * Length of the content before redaction, in UTF-8.
   * Unit: octets.
   */
  length?: number;
  /** What was removed from the content. */
  redacted?: readonly YangentContexts_Redacted[];
  /** When the item was sent. */
  at: string;
  /** The answer, where it consists of data only. */
  response?: YangentContexts_Contexts_Item_Response;
};
