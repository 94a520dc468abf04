/** One reading: who reads, and what is read of which datastore. */
import type { List, TimeSlice } from '../data/index.js';
import type { ListNode } from '../yang/index.js';
import type { Caller } from './call.js';
import type { EndpointModel, ServerCore } from './core.js';
import type { ReadRequest } from './operation.js';

/** How lists go on that are begun. */
export type Begun = Map<ListNode, () => Promise<List | undefined>>;

export interface Reader {
  readonly core: ServerCore;
  readonly caller: Caller;
  readonly endpoint: EndpointModel;
  readonly content: ReadRequest['content'];
  readonly held: ReadRequest['held'];
  /** Lists of which only the first page is read are noted here; absent: lists are read to their end. */
  readonly begun: Begun | undefined;
  /** There is no configured entry that the caller may not know of. */
  readonly knowsAll: boolean;
  /** Long lists of state are put together in short slices. */
  readonly slice: TimeSlice;
}
