/** The parameters of one read: caller, datastore and content. */
import type { List, TimeSlice } from '../data/index.js';
import type { ListNode } from '../yang/index.js';
import type { Caller } from './call.js';
import type { EndpointModel, ServerCore } from './core.js';
import type { ReadRequest } from './operation.js';

/** Functions that return the next page of lists whose first page was read. */
export type Begun = Map<ListNode, () => Promise<List | undefined>>;

export interface Reader {
  readonly core: ServerCore;
  readonly caller: Caller;
  readonly endpoint: EndpointModel;
  readonly content: ReadRequest['content'];
  readonly held: ReadRequest['held'];
  /** Collects lists of which only the first page is read. Undefined: lists are read to their end. */
  readonly begun: Begun | undefined;
  /** True when no configured entry is hidden from the caller. */
  readonly knowsAll: boolean;
  /** The time slice in which long lists of state are built. */
  readonly slice: TimeSlice;
}
