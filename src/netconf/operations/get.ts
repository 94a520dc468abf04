/** get and get-config (RFC 6241 §7.1, §7.7) with the with-defaults parameter (RFC 6243). */
import { namespaces } from '../../clients/index.js';
import { prepareTree, type Tree, type WithDefaults } from '../../data/index.js';
import type { DatastoreName } from '../../datastore/index.js';
import type { Content } from '../../server/index.js';
import type { ReplyBody } from '../session-handler.js';
import type { Operation, OperationContext } from './context.js';
import { dataReply } from './data-reply.js';
import { readSource } from './datastore.js';
import { applyFilter, type Filter, parseFilter, selectionOf } from './filter.js';
import { narrow } from './narrow.js';
import { Parameters } from './parameters.js';
import { WITH_DEFAULTS, withDefaultsOf } from './with-defaults.js';

export const get: Operation = (element, context) => {
  return answer(new Parameters(element, ['filter'], WITH_DEFAULTS), { content: 'all' }, context);
};

export const getConfig: Operation = async (element, context) => {
  const parameters = new Parameters(element, ['source', 'filter'], WITH_DEFAULTS);
  const source = readSource(parameters.need('source'), 'get-config', context.schema);
  const name = source.kind === 'datastore' ? source.name : 'running';
  // An agent's endpoint has no configuration, but running is where its messages are sent to.
  const datastore = name === 'running' ? undefined : name;
  return answer(parameters, { content: 'config', datastore }, context);
};

async function answer(
  parameters: Parameters,
  what: { readonly content: Content; readonly datastore?: DatastoreName },
  { server, caller, schema }: OperationContext,
): Promise<ReplyBody> {
  const filter = parseFilter(parameters.get('filter'), schema);
  const withDefaults = withDefaultsOf(parameters);
  const tree = await server.read(caller, { ...what, selection: selectionOf(filter, schema) });
  const mode = { withDefaults, content: what.content };
  const filtered = await filterWithDefaults(tree, filter, mode, { server, caller, schema });
  const left = withDefaults === 'trim' ? { withDefaults } : { tagged: withDefaults === 'report-all-tagged' };
  return dataReply(namespaces.NETCONF_BASE, filtered, left);
}

/** Defaults that are reported can be selected, those that are not cannot (RFC 6243 §3). */
export async function filterWithDefaults(
  tree: Tree,
  filter: Filter,
  { withDefaults, content }: { readonly withDefaults: WithDefaults; readonly content: Content },
  { server, caller, schema }: Pick<OperationContext, 'server' | 'caller' | 'schema'>,
): Promise<Tree> {
  const narrowed = narrow(tree, selectionOf(filter, schema));
  switch (withDefaults) {
    case 'explicit':
    case 'trim':
      // Trees hold what was set; what is trimmed is left out when the reply is written.
      return applyFilter(filter, narrowed, schema, caller);
    case 'report-all':
    case 'report-all-tagged':
      // A default of a node that may not be read might be taken for its value. Of configuration no state is reported.
      return applyFilter(
        filter,
        server.readable(caller, prepareTree(narrowed, { withDefaults, content })),
        schema,
        caller,
      );
  }
}
