/** edit-config (RFC 6241 §7.2) on running or the candidate. */

import { decodeXmlInTurns, RpcError, TimeSlice, type Tree, type XmlElement } from '../../data/index.js';
import { namespaces } from '../../wire/index.js';
import { requireFeature } from '../features.js';
import { OK, type Operation, type OperationContext } from './context.js';
import { readDatastore } from './datastore.js';
import { continueOnError } from './edit-parts.js';
import { Parameters } from './parameters.js';
import { requireDefaultValues } from './tagged-defaults.js';

const DEFAULT_OPERATIONS = ['merge', 'replace', 'none'] as const;
const TEST_OPTIONS = ['test-then-set', 'set', 'test-only'] as const;
const ERROR_OPTIONS = ['stop-on-error', 'continue-on-error', 'rollback-on-error'] as const;
const NAMES = ['target', 'default-operation', 'test-option', 'error-option', 'config', 'url'];

export const editConfig: Operation = async (element, context) => {
  const { server, caller, schema } = context;
  const parameters = new Parameters(element, NAMES);
  const datastore =
    readDatastore(parameters.need('target'), 'edit-config', schema) === 'candidate' ? 'candidate' : 'running';
  const defaultOperation = parameters.choice('default-operation', DEFAULT_OPERATIONS, 'merge');
  if (parameters.get('test-option')) requireFeature(schema, 'validate', 'test-option');
  const test = parameters.choice('test-option', TEST_OPTIONS, 'set');
  const onError = parameters.choice('error-option', ERROR_OPTIONS, 'stop-on-error');
  if (onError === 'rollback-on-error') requireFeature(schema, 'rollback-on-error', 'error-option');
  const request = {
    datastore,
    defaultOperation,
    testOnly: test === 'test-only',
    // By RFC 7950 §8.3.3 the candidate is validated by commit and validate; a client may request it here too.
    validated: test === 'test-then-set',
  } as const;
  const all = async () => void (await server.edit(caller, { ...request, edit: await editOf(parameters, context) }));
  const config = parameters.get('config');
  if (config) requireNoOperation(config);
  // The other two options are the same: an edit is one transaction, so it is never half done.
  if (onError !== 'continue-on-error' || !config || test === 'test-only') await all();
  else {
    await continueOnError(all, config, defaultOperation, schema, (part) => {
      requireDefaultValues(part);
      return server.edit(caller, { ...request, edit: part });
    });
  }
  return OK;
};

/** Refuses an operation on `config` itself, which would be ignored: default-operation is for the whole edit (RFC 6241 §7.2). */
function requireNoOperation({ attributes }: XmlElement): void {
  if (!attributes.some(({ name, namespace }) => name === 'operation' && namespace === namespaces.NETCONF_BASE)) return;
  throw new RpcError({
    type: 'protocol',
    tag: 'unknown-attribute',
    message: 'operation belongs on what is in config; for all of it there is default-operation',
    info: { 'bad-attribute': 'operation', 'bad-element': 'config' },
  });
}

/**
 * Returns the edit in `config`, or in the file of `url`.
 * @throws RpcError missing-element (neither), bad-element (both), and the faults of the edit
 */
export async function editOf(parameters: Parameters, { server, caller, schema }: OperationContext): Promise<Tree> {
  const url = parameters.get('url');
  if (url && parameters.get('config')) {
    throw new RpcError({
      type: 'protocol',
      tag: 'bad-element',
      message: 'an edit is given either as config or as url',
      info: { 'bad-element': 'url' },
    });
  }
  let edit: Tree;
  if (url) {
    requireFeature(schema, 'url', 'url');
    edit = await server.datastores.editOf(caller, parameters.text('url') ?? '');
  } else {
    const config = parameters.need('config');
    requireNoOperation(config);
    const options = { schema, operations: true, config: 'only' } as const;
    edit = await decodeXmlInTurns(schema.root, config.children, options, new TimeSlice(caller));
  }
  requireDefaultValues(edit);
  return edit;
}
