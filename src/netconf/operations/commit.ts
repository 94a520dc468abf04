/** commit, cancel-commit and discard-changes (RFC 6241 §8.3.4, §8.4). */
import { RpcError } from '../../data/index.js';
import { requireFeature } from '../features.js';
import { OK, type Operation } from './context.js';
import { Parameters } from './parameters.js';

const DEFAULT_TIMEOUT = 600;
const MAX_TIMEOUT = 2 ** 32 - 1;

export const commit: Operation = async (element, { server, caller, schema }) => {
  requireFeature(schema, 'candidate', element.name);
  const parameters = new Parameters(element, ['confirmed', 'confirm-timeout', 'persist', 'persist-id']);
  for (const name of ['confirmed', 'confirm-timeout', 'persist', 'persist-id']) {
    if (parameters.get(name)) requireFeature(schema, 'confirmed-commit', name);
  }
  const timeout = timeoutOf(parameters.text('confirm-timeout'));
  const persist = parameters.text('persist');
  const isConfirmed = parameters.get('confirmed') !== undefined;
  if (persist !== undefined && !isConfirmed) {
    // The client would believe that the commit waits for a confirmation.
    throw new RpcError({
      type: 'protocol',
      tag: 'missing-element',
      message: 'persist is for a confirmed commit: confirmed is missing',
      info: { 'bad-element': 'confirmed' },
    });
  }
  await server.datastores.commit(caller, {
    confirmed: isConfirmed ? { timeout, persist } : undefined,
    persistId: parameters.text('persist-id'),
  });
  return OK;
};

export const cancelCommit: Operation = async (element, { server, caller, schema }) => {
  requireFeature(schema, 'confirmed-commit', element.name);
  await server.datastores.cancelCommit(caller, new Parameters(element, ['persist-id']).text('persist-id'));
  return OK;
};

export const discardChanges: Operation = async (element, { server, caller, schema }) => {
  requireFeature(schema, 'candidate', element.name);
  new Parameters(element, []);
  await server.datastores.discard(caller);
  return OK;
};

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TIMEOUT;
  const seconds = /^\+?\d{1,10}$/.test(text) ? Number(text) : 0;
  if (seconds >= 1 && seconds <= MAX_TIMEOUT) return seconds;
  throw new RpcError({
    type: 'protocol',
    tag: 'invalid-value',
    message: `confirm-timeout must be 1 to ${MAX_TIMEOUT} seconds, not "${text}"`,
    info: { 'bad-element': 'confirm-timeout' },
  });
}
