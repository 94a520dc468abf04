/** What dynamic subscriptions to event streams are asked for (RFC 8639 §2.4), over either protocol. */

/** A filter of the events: one written here, or one that the server has by name. */
export type EventFilter<Subtree> =
  | { readonly subtree: Subtree }
  /** `namespaces`: what the prefixes in the expression stand for; over RESTCONF they are module names. */
  | { readonly xpath: string; readonly namespaces?: Readonly<Record<string, string>> }
  | { readonly filterName: string };

export interface ModifySubscription<Subtree> {
  readonly filter?: EventFilter<Subtree>;
  /** RFC 3339. */
  readonly stopTime?: string;
}

export interface EstablishSubscription<Subtree> extends ModifySubscription<Subtree> {
  /** `NETCONF` where absent. */
  readonly stream?: string;
  /** RFC 3339: events from there on come first. */
  readonly replayStartTime?: string;
}

export interface EstablishedSubscription {
  readonly id: number;
  /** Where the replay really starts, when the log no longer has all that was asked for. */
  readonly replayStartTimeRevision?: string;
}
