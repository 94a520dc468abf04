/** One thing that somebody asks to do, as far as limits of authority look at it. */
export interface Asked {
  /** `MODULE.NAME` of an rpc or action, or a `DataAction`. */
  readonly action: string;
  readonly about: About;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The subject of an operation. A constraint on what is not known here is not met. */
export interface About {
  /** The agent that asks. Limits of authority do not look at it, rules about approvals do. */
  readonly from?: string;
  /** The agent that is to act, or that is changed. */
  readonly agent?: string;
  readonly skill?: string;
  readonly device?: string;
  /** The trust domain that gets it. */
  readonly domain?: string;
  /** Instance path of the node concerned. */
  readonly path?: string;
  /** The priority that a task is to have. */
  readonly priority?: number;
  readonly sensitivity?: string;
  /** How many delegations there are above what is asked. */
  readonly depth?: number;
}

/** `later`: what an operation is about is not known yet, and will be asked again. */
export type AboutOrLater = About | 'later';

/** Actions on data, beside those named after operations. */
export type DataAction = 'data.read' | 'data.edit' | 'data.subscribe' | 'data.bulk';
