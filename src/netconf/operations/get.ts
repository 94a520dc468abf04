/** get and get-config (RFC 6241 §7.1, §7.7) with the with-defaults parameter (RFC 6243). */

import { inSlices, TimeSlice, type Tree, treeToWrite } from '../../data/index.js';
import type { DatastoreName } from '../../datastore/index.js';
import { type Content, shownPages } from '../../server/index.js';
import { namespaces } from '../../wire/index.js';
import { applyFilter, parseFilter, selectionOf } from '../filter.js';
import type { ReplyBody } from '../session-handler.js';
import type { Operation, OperationContext } from './context.js';
import { dataReply } from './data-reply.js';
import { readSource } from './datastore.js';
import { Parameters } from './parameters.js';
import { reported, reportsDefaults, WITH_DEFAULTS, withDefaultsOf } from './with-defaults.js';

export const get: Operation = (element, context) => {
  return answer(new Parameters(element, ['filter'], WITH_DEFAULTS), { content: 'all' }, context);
};

export const getConfig: Operation = async (element, context) => {
  const parameters = new Parameters(element, ['source', 'filter'], WITH_DEFAULTS);
  const source = await readSource(parameters.need('source'), 'get-config', context);
  const name = source.kind === 'datastore' ? source.name : 'running';
  // An agent's endpoint has no configuration, but its messages are sent to running.
  const datastore = name === 'running' ? undefined : name;
  return answer(parameters, { content: 'config', datastore }, context);
};

async function answer(
  parameters: Parameters,
  what: { readonly content: Content; readonly datastore?: DatastoreName },
  { server, caller, schema, held }: OperationContext,
): Promise<ReplyBody> {
  const filter = parseFilter(parameters.get('filter'), schema);
  const withDefaults = withDefaultsOf(parameters);
  const request = { ...what, selection: selectionOf(filter, schema), held };
  const filtered = (tree: Tree) => inSlices(new TimeSlice(caller), (slice) => applyFilter(filter, tree, schema, slice));
  // Reported defaults can be selected, others cannot (RFC 6243 §3); trimmed values are left out when the reply is encoded.
  if (reportsDefaults(withDefaults)) {
    const tree = await reported(await server.read(caller, request), withDefaults, what.content, server, caller);
    return dataReply(namespaces.NETCONF_BASE, await filtered(tree), { tagged: withDefaults === 'report-all-tagged' });
  }
  const trimmed = (tree: Tree) => (withDefaults === 'trim' ? treeToWrite(tree, { withDefaults }) : tree);
  // An expression may read any node.
  const read =
    filter.kind === 'xpath'
      ? { tree: await server.read(caller, request), lists: [] }
      : await server.readPages(caller, request);
  const { shown, further } = await shownPages(read, async (page) => trimmed(await filtered(page)));
  return dataReply(namespaces.NETCONF_BASE, shown ?? read.tree, { further });
}
