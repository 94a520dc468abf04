/** get-data and edit-data (RFC 8526 §3.1). */

import {
  contentSteps,
  inSlices,
  RpcError,
  type Steps,
  selectNodesSteps,
  TimeSlice,
  type Tree,
  treeOfNodesSteps,
  treeToWrite,
  withChildren,
  type XmlElement,
} from '../../data/index.js';
import type { DatastoreName } from '../../datastore/index.js';
import { filterOrigins, withoutOrigins } from '../../server/index.js';
import { namespaces, trimmedText } from '../../wire/index.js';
import type { Schema } from '../../yang/index.js';
import { requireFeature } from '../features.js';
import { applyFilter, type Filter, selectionOf } from '../filter.js';
import { parseFilterXPath } from '../xpath.js';
import { OK, type Operation, type OperationContext } from './context.js';
import { dataReply } from './data-reply.js';
import { datastoreOf } from './datastore.js';
import { editOf } from './edit-config.js';
import { limitBelowNodes, limitBelowSubtree } from './max-depth.js';
import { originPredicate } from './origin-filter.js';
import { Parameters } from './parameters.js';
import { BASIC_MODE, reported, reportsDefaults, WITH_DEFAULTS, withDefaultsOf } from './with-defaults.js';

const GET_DATA = [
  'datastore',
  'subtree-filter',
  'xpath-filter',
  'config-filter',
  'origin-filter',
  'negated-origin-filter',
  'max-depth',
  'with-origin',
  // In the operation's own namespace, by the grouping of RFC 8526; that of get is accepted too.
  'with-defaults',
];
const REPEATED: ReadonlySet<string> = new Set(['origin-filter', 'negated-origin-filter']);
/** The features of ietf-netconf-nmda, and their parameters. */
const NMDA_FEATURES: ReadonlyMap<string, readonly string[]> = new Map([
  ['origin', ['with-origin', ...REPEATED]],
  ['with-defaults', ['with-defaults']],
]);

export const getData: Operation = async (element, context) => {
  const { server, caller, schema, held } = context;
  const parameters = new Parameters(element, GET_DATA, WITH_DEFAULTS, REPEATED);
  for (const [feature, names] of NMDA_FEATURES) requireNmda(schema, feature, names, parameters);
  const datastore = servedDatastore(parameters, context);
  const isOperational = datastore === 'operational';
  const filter = filterOf(parameters, schema);
  const passes = originPredicate(parameters, schema);
  for (const name of ['with-origin', ...REPEATED]) {
    if (!isOperational && parameters.get(name)) throw invalid(name, `${name} is for the operational datastore`);
  }
  const configFilter = parameters.choice('config-filter', ['true', 'false'], 'both');
  const depth = depthOf(parameters.text('max-depth'));
  // The operational datastore holds everything in use, defaults included (RFC 8342 §5.3.3).
  const withDefaults = withDefaultsOf(parameters, isOperational ? 'report-all' : BASIC_MODE);

  const selection = selectionOf(filter, schema);
  const content = isOperational ? 'all' : 'config';
  const read = await server.read(caller, {
    content,
    datastore: datastore === 'running' ? undefined : datastore,
    selection,
    held,
  });
  const slice = new TimeSlice(caller);
  let tree = reportsDefaults(withDefaults)
    ? await reported(read, withDefaults, content, server, caller)
    : treeToWrite(read, { withDefaults });
  const withOrigin = parameters.get('with-origin') !== undefined;
  if (withOrigin || passes) tree = server.withOrigins(caller.view, tree);
  if (passes) tree = await inSlices(slice, () => filterOrigins(tree, passes, slice));
  if (passes && !withOrigin) tree = withoutOrigins(tree);
  if (configFilter !== 'both') {
    const wanted = configFilter === 'true' ? 'config' : 'nonconfig';
    tree = withChildren(tree, await inSlices(slice, () => contentSteps(tree.children, wanted, slice)));
  }
  tree = await inSlices(slice, () => selected(tree, filter, depth, schema, slice));
  return dataReply(namespaces.NETCONF_NMDA, tree, { tagged: withDefaults === 'report-all-tagged' });
};

/** Returns the nodes that the filter selects, cut at `depth` below each. */
function* selected(
  tree: Tree,
  filter: Filter,
  depth: number | undefined,
  schema: Schema,
  slice: TimeSlice,
): Steps<Tree> {
  if (depth === undefined) return yield* applyFilter(filter, tree, schema, slice);
  switch (filter.kind) {
    case 'all':
      return limitBelowSubtree(tree, undefined, depth);
    case 'subtree':
      return limitBelowSubtree(yield* applyFilter(filter, tree, schema, slice), filter.element, depth);
    case 'xpath': {
      const nodes = yield* selectNodesSteps(tree, filter.xpath, schema, slice);
      return limitBelowNodes(
        yield* treeOfNodesSteps(tree, nodes, slice),
        new Set(nodes.map(({ data }) => data)),
        depth,
      );
    }
  }
}

export const editData: Operation = async (element, context) => {
  const { server, caller, schema } = context;
  const parameters = new Parameters(element, ['datastore', 'default-operation', 'config', 'url']);
  const datastore = servedDatastore(parameters, context);
  if (datastore !== 'running' && datastore !== 'candidate') {
    throw invalid('datastore', `${datastore} cannot be edited; running and candidate can`);
  }
  if (datastore === 'running') requireFeature(schema, 'writable-running', 'running');
  const defaultOperation = parameters.choice('default-operation', ['merge', 'replace', 'none'], 'merge');
  await server.edit(caller, { datastore, defaultOperation, edit: await editOf(parameters, context) });
  return OK;
};

/** @throws RpcError unknown-element for a parameter whose feature is off (RFC 7950 §8.3.1) */
function requireNmda(schema: Schema, feature: string, names: readonly string[], parameters: Parameters): void {
  if (schema.modules.get('ietf-netconf-nmda')?.features.has(feature)) return;
  const name = names.find((each) => parameters.get(each));
  if (name === undefined) return;
  throw new RpcError({
    type: 'protocol',
    tag: 'unknown-element',
    message: `${name} needs the feature ${feature} of ietf-netconf-nmda, which is off here`,
    info: { 'bad-element': name },
  });
}

/** @throws RpcError invalid-value when the endpoint does not serve the datastore */
function servedDatastore(parameters: Parameters, { server, caller, schema }: OperationContext): DatastoreName {
  const name = datastoreOf(parameters.need('datastore'), schema);
  if (server.datastores.served(caller.view).includes(name)) return name;
  throw invalid('datastore', `this endpoint does not serve the datastore ${name}`);
}

function filterOf(parameters: Parameters, schema: Schema): Filter {
  const subtree = parameters.get('subtree-filter');
  const xpath = parameters.get('xpath-filter');
  if (subtree && xpath) throw both('xpath-filter', 'subtree-filter and xpath-filter exclude each other');
  if (xpath) return xpathFilterOf(xpath, schema);
  return subtree ? { kind: 'subtree', element: subtree } : { kind: 'all' };
}

function xpathFilterOf(element: XmlElement, schema: Schema): Filter {
  requireFeature(schema, 'xpath', element.name);
  return { kind: 'xpath', xpath: parseFilterXPath(trimmedText(element), element.scope, schema, element.name) };
}

function depthOf(text: string | undefined): number | undefined {
  if (text === undefined || text === 'unbounded') return undefined;
  const depth = /^\+?\d{1,6}$/.test(text) ? Number(text) : 0;
  if (depth >= 1 && depth <= 65_535) return depth;
  throw invalid('max-depth', `max-depth must be 1 to 65535 or unbounded, not "${text}"`);
}

function invalid(element: string, message: string): RpcError {
  return new RpcError({ type: 'protocol', tag: 'invalid-value', message, info: { 'bad-element': element } });
}

function both(element: string, message: string): RpcError {
  return new RpcError({ type: 'protocol', tag: 'bad-element', message, info: { 'bad-element': element } });
}
