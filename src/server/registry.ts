/** The providers by the schema node that they implement. A path without a node is refused when the server is created. */
import {
  type DataNode,
  type DataParent,
  type Module,
  type OperationNode,
  type Schema,
  type SchemaNode,
  schemaNodeAt,
} from '../yang/index.js';
import type { Identifying } from './blanks.js';
import type {
  AnyProvider,
  ConfigHooks,
  ListState,
  OperationAbout,
  OperationHandler,
  OwnedNode,
  ProvidedStream,
  StateFunction,
} from './provider.js';

export interface Registry {
  operation(node: OperationNode): OperationHandler | undefined;
  /** Returns the function that tells what the operation is about. */
  about(node: OperationNode): OperationAbout | undefined;
  /** Returns, for an operation whose empty optional leaves count as absent, the leaves that do not. */
  blanks(node: OperationNode): Identifying | undefined;
  /** True for an operation that several requests of a session may have in the line of the store. */
  queues(node: OperationNode): boolean;
  state(node: DataNode): StateFunction | ListState | undefined;
  owned(node: DataNode): OwnedNode | undefined;
  /** True when there is a state provider at or below the node. */
  hasStateBelow(node: DataNode): boolean;
  /** Returns the check whether a caller may see an entry of the list; undefined when all callers may see all entries. */
  concerns(node: DataNode): ConfigHooks['concerns'];
  /** True when the node, or a list below it, has such a check. */
  hasConcernsBelow(node: DataNode): boolean;
  readonly ownedNames: ReadonlySet<string>;
  /** The event streams of providers, by name. */
  readonly streams: ReadonlyMap<string, ProvidedStream>;
  /** True when the schema has netconf-config-change (RFC 6470): changes of running are announced. */
  readonly announcesChanges: boolean;
  readonly hooks: readonly { readonly node: DataNode; readonly hooks: ConfigHooks }[];
  /** Rpcs and actions without implementation, of modules that have a provider. */
  readonly unimplemented: readonly OperationNode[];
}

export class ProviderError extends Error {}

/**
 * Indexes `providers` for `schema`; providers of modules that the schema does not implement are left out.
 *
 * @throws ProviderError with module and path when a provider implements a node that the module does not define
 */
export function buildRegistry(schema: Schema, providers: readonly AnyProvider[]): Registry {
  const operations = new Map<OperationNode, OperationHandler>();
  const about = new Map<OperationNode, OperationAbout>();
  const blanks = new Map<OperationNode, Identifying>();
  const queued = new Set<OperationNode>();
  const state = new Map<DataNode, StateFunction | ListState>();
  const owned = new Map<DataNode, OwnedNode>();
  const hooks: { node: DataNode; hooks: ConfigHooks }[] = [];
  const below = new Set<DataParent | DataNode>();
  const concerns = new Map<DataNode, ConfigHooks['concerns']>();
  const concernsBelow = new Set<DataParent | DataNode>();

  const served = new Set<Module>();
  const streams = new Map<string, ProvidedStream>();

  for (const provider of providers) {
    const module = schema.modules.get(provider.module);
    if (module?.conformance !== 'implement') continue;
    served.add(module);
    for (const [name, handler] of givenIn(provider.rpcs)) {
      const rpc = schema.rpcs.get(`${provider.module}:${name}`);
      if (!rpc) throw new ProviderError(`module ${provider.module} defines no rpc "${name}"`);
      if (operations.has(rpc)) throw new ProviderError(`rpc ${rpc.qname} is implemented twice`);
      operations.set(rpc, handler);
      const identifying = provider.blankIsAbsent?.[name];
      if (identifying) blanks.set(rpc, identifying);
      if (provider.queued?.includes(name)) queued.add(rpc);
    }
    for (const [path, handler] of givenIn(provider.actions)) {
      operations.set(actionAt(schema, provider.module, path), handler);
    }
    for (const [name, handler] of givenIn(provider.about)) {
      const rpc = schema.rpcs.get(`${provider.module}:${name}`);
      about.set(rpc ?? actionAt(schema, provider.module, name), handler);
    }
    for (const [path, reader] of givenIn(provider.state)) {
      const node = dataAt(schema, provider.module, path);
      if (state.has(node)) throw new ProviderError(`state of ${path} is implemented twice`);
      state.set(node, reader);
      markAbove(node, below);
    }
    for (const stream of provider.streams ?? []) {
      if (streams.has(stream.name)) throw new ProviderError(`the event stream "${stream.name}" is provided twice`);
      if (!schema.notifications.has(stream.notification)) {
        throw new ProviderError(`the schema has no notification "${stream.notification}" of stream "${stream.name}"`);
      }
      streams.set(stream.name, stream);
    }
    for (const [path, keeper] of givenIn(provider.owned)) owned.set(dataAt(schema, provider.module, path), keeper);
    for (const [path, each] of givenIn(provider.config)) {
      const node = dataAt(schema, provider.module, path);
      hooks.push({ node, hooks: each });
      if (!each.concerns) continue;
      concerns.set(node, each.concerns);
      markAbove(node, concernsBelow);
    }
  }

  return {
    operation: (node) => operations.get(node),
    about: (node) => about.get(node),
    blanks: (node) => blanks.get(node),
    queues: (node) => queued.has(node),
    state: (node) => state.get(node),
    owned: (node) => owned.get(node),
    hasStateBelow: (node) => below.has(node),
    concerns: (node) => concerns.get(node),
    hasConcernsBelow: (node) => concernsBelow.has(node),
    streams,
    ownedNames: new Set([...owned.keys()].map((node) => node.qname)),
    hooks,
    unimplemented: operationsOf(schema).filter((node) => served.has(node.module) && !operations.has(node)),
    announcesChanges: schema.notifications.has('ietf-netconf-notifications:netconf-config-change'),
  };
}

/** Returns the members that are not undefined. */
function givenIn<T>(members: Readonly<Record<string, T | undefined>> = {}): [string, T][] {
  return Object.entries(members).flatMap(([name, member]): [string, T][] => (member ? [[name, member]] : []));
}

function operationsOf(schema: Schema): OperationNode[] {
  const actionsBelow = (node: SchemaNode): OperationNode[] => [
    ...('actions' in node ? node.actions.values() : []),
    ...('data' in node ? [...node.data.values()].flatMap(actionsBelow) : []),
  ];
  return [...schema.rpcs.values(), ...actionsBelow(schema.root)];
}

function dataAt(schema: Schema, module: string, path: string): DataNode {
  const node = schemaNodeAt(schema, path);
  switch (node?.kind) {
    case 'container':
    case 'list':
    case 'leaf':
    case 'leaf-list':
    case 'anydata':
    case 'anyxml':
      return node;
    default:
      throw new ProviderError(`the provider of ${module} names "${path}", which is not a data node of the schema`);
  }
}

function actionAt(schema: Schema, module: string, path: string): OperationNode {
  const node = schemaNodeAt(schema, path);
  if (node?.kind === 'action') return node;
  throw new ProviderError(`the provider of ${module} names "${path}", which is not an action of the schema`);
}

function markAbove(node: DataNode, marked: Set<DataParent | DataNode>): void {
  let each: { parent: unknown } | undefined = node;
  while (each) {
    marked.add(each as DataNode);
    each = each.parent as DataNode | undefined;
  }
}
