/** copy-config, delete-config and validate (RFC 6241 §7.3, §7.4, §8.6.4). */

import { requireFeature } from '../features.js';
import { OK, type Operation } from './context.js';
import { readSource, readTarget } from './datastore.js';
import { Parameters } from './parameters.js';
import { WITH_DEFAULTS, withDefaultsOf } from './with-defaults.js';

export const copyConfig: Operation = async (element, context) => {
  const { server, caller, schema } = context;
  const parameters = new Parameters(element, ['target', 'source'], WITH_DEFAULTS);
  const target = readTarget(parameters.need('target'), 'copy-config', schema);
  const source = await readSource(parameters.need('source'), 'copy-config', context);
  await server.datastores.copy(caller, { source, target, withDefaults: withDefaultsOf(parameters) });
  return OK;
};

export const deleteConfig: Operation = async (element, { server, caller, schema }) => {
  const target = new Parameters(element, ['target']).need('target');
  await server.datastores.delete(caller, readTarget(target, 'delete-config', schema));
  return OK;
};

export const validate: Operation = async (element, context) => {
  const { server, caller, schema } = context;
  requireFeature(schema, 'validate', element.name);
  const source = new Parameters(element, ['source']).need('source');
  await server.datastores.validate(caller, await readSource(source, 'validate', context));
  return OK;
};
