/** Parameters of dynamic subscriptions to event streams (RFC 8639 §2.4), for both protocols. */

/** A filter of events: given here, or stored on the server under a name. */
export type EventFilter<Subtree> =
  | { readonly subtree: Subtree }
  /** `namespaces`: the namespaces of the prefixes in the expression; over RESTCONF the module names. */
  | { readonly xpath: string; readonly namespaces?: Readonly<Record<string, string>> }
  | { readonly filterName: string };

export interface ModifySubscription<Subtree> {
  readonly filter?: EventFilter<Subtree>;
  /** RFC 3339. */
  readonly stopTime?: string;
}

export interface EstablishSubscription<Subtree> extends ModifySubscription<Subtree> {
  /** Default: `NETCONF`. */
  readonly stream?: string;
  /** RFC 3339: the subscription starts with the events since then. */
  readonly replayStartTime?: string;
}

export interface EstablishedSubscription {
  readonly id: number;
  /** The actual start of the replay, when the log no longer has all requested events. */
  readonly replayStartTimeRevision?: string;
}
