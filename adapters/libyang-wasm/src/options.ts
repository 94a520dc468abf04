/** What callers say and get; all of it can be cloned to a Worker. */
import type { Problem } from './problem.js';

/** Bounds of one instance. */
export interface Limits {
  /** Bytes that an instance may use, modules and documents together; 256 MB unless given. */
  readonly memory?: number;
  /** Bytes of one text; 32 MB unless given. */
  readonly text?: number;
}

export type ModuleFormat = 'yang' | 'yin';

/** A YANG text at hand, named as files are: `name.yang`, `name@2026-01-31.yang`, or with `.yin`. */
export interface ModuleText {
  readonly file: string;
  readonly text: string;
}

/** A module to be implemented, by its name among the sources or as a text that is none of them. */
export interface ModuleRequest {
  readonly module: string | ModuleText;
  /** Of the module that is named; the newest unless given. */
  readonly revision?: string;
  /** Enabled features, `*` for all; none unless given. */
  readonly features?: readonly string[] | '*';
}

export interface ContextOptions {
  /** Where modules are looked for: first here, */
  readonly texts?: readonly ModuleText[];
  /** then in these folders, in this order; not in folders in them. */
  readonly directories?: readonly string[];
  /** In the order in which they are loaded. */
  readonly implement: readonly ModuleRequest[];
  /** Enables all features of modules that are implemented only because another refers to them; none unless given. */
  readonly allFeatures?: boolean;
}

export type DataFormat = 'json' | 'xml';

/**
 * `config` refuses state data. Messages may come in the envelope of their protocol: `netconf-rpc`,
 * `netconf-notification` (XML), `restconf-notification` (JSON).
 */
export type DocumentType =
  | 'data'
  | 'config'
  | 'rpc'
  | 'reply'
  | 'notification'
  | 'netconf-rpc'
  | 'netconf-notification'
  | 'restconf-notification';

export interface DocumentText {
  readonly format: DataFormat;
  /** As bytes: UTF-8. */
  readonly text: string | Uint8Array;
}

export interface Document extends DocumentText {
  /** `data` unless given. */
  readonly type?: DocumentType;
  /** Refuses what no module describes, instead of passing over it; only for data and configuration, messages always do. True unless given. */
  readonly strict?: boolean;
  /** Misses nothing of modules that have no data in the document. */
  readonly onlyPresent?: boolean;
  /** Ends at the first error; otherwise validation, though not reading, goes on. */
  readonly first?: boolean;
  /** What a message refers into. */
  readonly datastore?: DocumentText;
}

export interface Verdict {
  readonly valid: boolean;
  /** Why not: in the order found; none where the document is valid. */
  readonly errors: readonly Problem[];
}

export interface PrintOptions {
  /** That of the document unless given. */
  readonly format?: DataFormat;
  /** Without white space between the nodes. */
  readonly compact?: boolean;
}

/** How a module is written out: as YANG, as YIN, or as the diagram of RFC 8340. */
export type ModuleOutput = 'yang' | 'yin' | 'tree';
