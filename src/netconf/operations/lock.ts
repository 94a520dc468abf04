/** lock and unlock (RFC 6241 §7.5, §7.6; RFC 8526 §3.2). */
import { OK, type Operation } from './context.js';
import { readDatastore } from './datastore.js';
import { Parameters } from './parameters.js';

export const lock: Operation = async (element, { server, caller, schema }) => {
  const target = new Parameters(element, ['target']).need('target');
  await server.datastores.lock(caller, readDatastore(target, 'lock', schema));
  return OK;
};

export const unlock: Operation = async (element, { server, caller, schema }) => {
  const target = new Parameters(element, ['target']).need('target');
  await server.datastores.unlock(caller, readDatastore(target, 'unlock', schema));
  return OK;
};
