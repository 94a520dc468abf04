/** edit-config on running (RFC 6241 §7.2). An edit is one transaction: it is stored whole or not at all. */
import { decodeXml, RpcError } from '../../data/index.js';
import { OK, type Operation } from './context.js';
import { requireRunning } from './datastore.js';
import { Parameters } from './parameters.js';

export const editConfig: Operation = async (element, { server, caller, schema }) => {
  const parameters = new Parameters(element, [
    'target',
    'default-operation',
    'test-option',
    'error-option',
    'config',
    'url',
  ]);
  requireRunning(parameters.need('target'));
  const defaultOperation = parameters.choice('default-operation', ['merge', 'replace', 'none'], 'merge');
  // Atomic edits fulfil each of them: nothing is left half done, whichever a client asks for.
  parameters.choice('error-option', ['stop-on-error', 'continue-on-error', 'rollback-on-error'], 'stop-on-error');
  for (const name of ['test-option', 'url']) if (parameters.get(name)) throw notAnnounced(name);
  const config = parameters.need('config');
  const edit = decodeXml(schema.root, config.children, { schema, operations: true, config: 'only' });
  await server.edit(caller, { edit, defaultOperation });
  return OK;
};

function notAnnounced(parameter: string): RpcError {
  const capability = parameter === 'url' ? ':url' : ':validate';
  return new RpcError({
    type: 'protocol',
    tag: 'operation-not-supported',
    message: `${parameter} needs the capability ${capability}, which this server does not announce`,
    info: { 'bad-element': parameter },
  });
}
