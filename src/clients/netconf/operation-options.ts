/** What the standard operations take, in the client's words. */
import type { XmlElement } from '../../data/index.js';

/** XML as text, or as an element. Names without a prefix at the top of a text are of the base namespace. */
export type Xml = string | XmlElement;

/** A datastore of RFC 6241, or a file where the server has the capability :url. */
export type Datastore = 'running' | 'candidate' | 'startup' | { readonly url: string };

/** A datastore by its identity of RFC 8342: for instance `operational`. */
export interface NmdaDatastore {
  readonly datastore: string;
}

/** A whole configuration given in the request. */
export interface InlineConfig {
  readonly config: Xml;
}

export type Filter =
  /** The elements to select by (RFC 6241 §6). */
  | { readonly subtree: Xml }
  /** With the namespaces of the prefixes it uses (RFC 6241 §8.9). */
  | { readonly xpath: string; readonly namespaces?: Readonly<Record<string, string>> };

/** RFC 6243 §3. */
export type WithDefaults = 'report-all' | 'report-all-tagged' | 'trim' | 'explicit';

export interface GetOptions {
  readonly filter?: Filter;
  readonly withDefaults?: WithDefaults;
}

/** An edit is what goes inside `config`, or stands in a file (RFC 6241 §8.8.5.1). */
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
  /** Seconds; 600 where absent. */
  readonly confirmTimeout?: number;
  /** Makes the confirmed commit outlive the session; the session that gives this token as `persistId` confirms or cancels it. */
  readonly persist?: string;
  readonly persistId?: string;
}

/** RFC 6022 §3.1. */
export interface GetSchema {
  readonly identifier: string;
  readonly version?: string;
  /** `yang` where absent. */
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
  /** Configuration only (true), or all but configuration (false). */
  readonly configFilter?: boolean;
  /** Identities of ietf-origin (`intended`, `system`, ...); only nodes of these. Excludes `negatedOriginFilter`. */
  readonly originFilter?: readonly string[];
  readonly negatedOriginFilter?: readonly string[];
  /** Levels below what the filter selects. */
  readonly maxDepth?: number | 'unbounded';
  readonly withOrigin?: boolean;
}
