import { RpcError } from '../data/index.js';
import { StoreError } from '../store/index.js';

/** Returns what a caller is told of a store whose disk is full; undefined for other errors, which are the server's own affair. */
export function storeRefusal(error: unknown): RpcError | undefined {
  if (!(error instanceof StoreError) || error.code !== 'full') return undefined;
  const message = 'the disk of the node is full: nothing was stored; an operator has to free space';
  return new RpcError({ type: 'application', tag: 'resource-denied', appTag: 'disk-full', message });
}
