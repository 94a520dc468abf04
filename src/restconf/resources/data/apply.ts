import type { EditOutcome, EditRequest } from '../../../server/index.js';
import { isEditable } from '../datastores.js';
import type { Exchange } from '../exchange.js';

/** Hands an edit to the server core, for the datastore that the request is about. */
export function apply({ server, caller, datastore }: Exchange, request: EditRequest): Promise<EditOutcome> {
  if (isEditable(datastore)) return server.edit(caller, { ...request, datastore });
  // The method tables let no edit of another come here.
  throw new RangeError(`${datastore} is not edited`);
}
