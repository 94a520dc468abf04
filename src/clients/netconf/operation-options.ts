/** Parameters of the standard operations, with the client's names. */
import type { XmlElement } from '../../data/index.js';

/** XML as text or as an element. Names without a prefix at the top of a text are in the base namespace. */
export type Xml = string | XmlElement;

/** A datastore of RFC 6241, or a file when the server has the capability :url. */
export type Datastore = 'running' | 'candidate' | 'startup' | { readonly url: string };

/** A datastore by its identity in RFC 8342, e.g. `operational`. */
export interface NmdaDatastore {
  readonly datastore: string;
}

/** A whole configuration inside the request. */
export interface InlineConfig {
  readonly config: Xml;
}

export type Filter =
  /** The filter elements (RFC 6241 §6). */
  | { readonly subtree: Xml }
  /** An expression, with the namespaces of its prefixes (RFC 6241 §8.9). */
  | { readonly xpath: string; readonly namespaces?: Readonly<Record<string, string>> };

/** RFC 6243 §3. */
export type WithDefaults = 'report-all' | 'report-all-tagged' | 'trim' | 'explicit';

export interface GetOptions {
  readonly filter?: Filter;
  readonly withDefaults?: WithDefaults;
}

/** The edit: the content of `config`, or a file (RFC 6241 §8.8.5.1). */
export type EditContent =
  | { readonly config: Xml; readonly url?: never }
  | { readonly url: string; readonly config?: never };

export type DefaultOperation = 'merge' | 'replace' | 'none';

/** RFC 6241 §7.2. */
export type EditConfig = EditContent & {
  readonly target: 'running' | 'candidate';
  readonly defaultOperation?: DefaultOperation;
  /** Needs :validate. */
  readonly testOption?: 'test-then-set' | 'set' | 'test-only';
  /** `rollback-on-error` needs :rollback-on-error. */
  readonly errorOption?: 'stop-on-error' | 'continue-on-error' | 'rollback-on-error';
};

/** RFC 8526 §3.1.2. */
export type EditData = EditContent & NmdaDatastore & { readonly defaultOperation?: DefaultOperation };

/** RFC 6241 §8.3.4.1, §8.4.5. */
export interface CommitOptions {
  readonly confirmed?: boolean;
  /** Seconds. Default: 600. */
  readonly confirmTimeout?: number;
  /** Lets the confirmed commit outlive the session; any session with this token as `persistId` can confirm or cancel it. */
  readonly persist?: string;
  readonly persistId?: string;
}

/** RFC 6022 §3.1. */
export interface GetSchema {
  readonly identifier: string;
  readonly version?: string;
  /** Default: `yang`. */
  readonly format?: string;
}

/** RFC 5277 §2.1.1. */
export interface CreateSubscription {
  readonly stream?: string;
  readonly filter?: Filter;
  /** RFC 3339. */
  readonly startTime?: string;
  readonly stopTime?: string;
}

/** RFC 8526 §3.1.1. */
export interface GetData extends GetOptions, NmdaDatastore {
  /** True: configuration only; false: everything else only. */
  readonly configFilter?: boolean;
  /** Identities of ietf-origin (`intended`, `system`, ...) whose nodes are selected. Excludes `negatedOriginFilter`. */
  readonly originFilter?: readonly string[];
  readonly negatedOriginFilter?: readonly string[];
  /** Number of levels below the selected nodes. */
  readonly maxDepth?: number | 'unbounded';
  readonly withOrigin?: boolean;
}
