import type { EditOutcome, EditRequest } from '../../../server/index.js';
import { isEditable } from '../datastores.js';
import type { Exchange } from '../exchange.js';

/** Passes an edit to the server core, for the datastore of the request. */
export function apply({ server, caller, datastore }: Exchange, request: EditRequest): Promise<EditOutcome> {
  if (isEditable(datastore)) return server.edit(caller, { ...request, datastore });
  // The method tables permit no edits of other datastores.
  throw new RangeError(`${datastore} is not edited`);
}
