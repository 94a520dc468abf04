/** The node's own way into its core: the same operations as the protocol faces, with plain values. */
import { type Access, ADMIN_GROUP, type AgentOwnership, OPERATOR_GROUP, type Principal } from '../access/index.js';
import {
  editAt,
  find,
  formatPath,
  fromValue,
  type InstancePath,
  mergeTrees,
  nodeToValue,
  parseInstancePath,
  RpcError,
  selectionOfPath,
  type Tree,
  toValue,
  validate,
} from '../data/index.js';
import type { EventLog } from '../events/index.js';
import { type Caller, nodeView, type Server } from '../server/index.js';
import type { Store } from '../store/index.js';
import type { NotificationNode, Schema } from '../yang/index.js';
import type { CallOptions, NodeApi } from './api.js';

export interface LocalOptions {
  readonly server: Server;
  readonly store: Store;
  readonly events: EventLog;
  readonly access: Access;
  readonly ownership: AgentOwnership;
}

/** Does what the node itself has to do: configure agents it hosts, run what they ask for. */
export const nodePrincipal: Principal = { name: 'admin', groups: [ADMIN_GROUP, OPERATOR_GROUP], recovery: true };

export class LocalNode implements NodeApi {
  constructor(private readonly options: LocalOptions) {}

  async invoke(rpc: string, input: unknown, options: CallOptions = {}): Promise<unknown> {
    return this.invokeBy(this.principalOf(options), rpc, input, options.signal);
  }

  /** Runs an RPC as an agent: as one of its owners, or as the administrator of an agent without owners. */
  invokeAs(agent: string, rpc: string, input: unknown, signal: AbortSignal): Promise<unknown> {
    const [owner] = this.options.ownership.ownersOf(agent) ?? [];
    const principal =
      owner === undefined ? nodePrincipal : (this.options.access.principal(owner) ?? { name: owner, groups: [] });
    return this.invokeBy(principal, rpc, input, signal);
  }

  private async invokeBy(principal: Principal, rpc: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    const { server } = this.options;
    const schema = this.schema();
    const operation = schema.rpcs.get(rpc);
    if (!operation) throw notThere('rpc', rpc);
    const tree = fromValue(operation.input, input ?? {}, { schema });
    const output = await server.invoke(caller(principal, signal), { operation, path: [], input: tree });
    return output && toValue(output);
  }

  async act(path: string, input?: unknown, options: CallOptions = {}): Promise<unknown> {
    const schema = this.schema();
    const slash = path.lastIndexOf('/');
    const target = parseInstancePath(schema, path.slice(0, slash));
    const node = target.at(-1)?.schema;
    const name = path.slice(slash + 1);
    const actions = node?.kind === 'container' || node?.kind === 'list' ? node.actions : undefined;
    const operation = actions?.get(name.includes(':') ? name : `${node?.module.name}:${name}`);
    if (!operation) throw notThere('action', path);
    const tree = fromValue(operation.input, input ?? {}, { schema });
    const output = await this.options.server.invoke(caller(this.principalOf(options), options.signal), {
      operation,
      path: target,
      input: tree,
    });
    return output && toValue(output);
  }

  async read(path: string, options: CallOptions = {}): Promise<unknown> {
    const target = parseInstancePath(this.schema(), path);
    const tree = await this.options.server.read(caller(this.principalOf(options), options.signal), {
      content: 'all',
      selection: selectionOfPath(target),
    });
    const found = find(tree, target);
    return found && nodeToValue(found);
  }

  async edit(document: unknown, options: CallOptions = {}): Promise<void> {
    const schema = this.schema();
    await this.merge(fromValue(schema.root, document, { schema }), options);
  }

  /** As `edit`; but what the document has at the path replaces what is there. */
  async editReplacing(path: string, document: unknown): Promise<void> {
    const schema = this.schema();
    const tree = fromValue(schema.root, document, { schema });
    const target = parseInstancePath(schema, path);
    await this.merge(mergeTrees(editAt(schema, target, 'replace', find(tree, target)), tree));
  }

  private async merge(edit: Tree, options: CallOptions = {}): Promise<void> {
    await this.options.server.edit(caller(this.principalOf(options), options.signal), {
      edit,
      defaultOperation: 'merge',
    });
  }

  async notify(
    name: string,
    value: unknown,
    audience?: { agents?: readonly string[]; users?: readonly string[] },
  ): Promise<void> {
    const { store, events } = this.options;
    const schema = this.schema();
    const { node, path } = this.notificationAt(name);
    // What is invalid must not get into the log, where every subscriber would find it.
    const tree = fromValue(node, value ?? {}, { schema });
    validate(tree, { schema, type: 'notification', ...(await this.around(path)) });
    const nested = path.length === 0 ? {} : { path: formatPath(path) };
    await store.transact((tx) => events.append(tx, { name: node.qname, value: value ?? {}, ...nested, audience }));
  }

  /** What a notification within data is checked against: the instance it is about, which has to be there. */
  private async around(path: InstancePath): Promise<{ readonly context?: Tree; readonly at?: InstancePath }> {
    if (path.length === 0) return {};
    const context = await this.options.server.read(caller(nodePrincipal), {
      content: 'all',
      selection: selectionOfPath(path),
    });
    if (!find(context, path)) throw notThere('instance', formatPath(path));
    return { context, at: path };
  }

  private notificationAt(name: string): { readonly node: NotificationNode; readonly path: InstancePath } {
    const schema = this.schema();
    const slash = name.startsWith('/') ? name.lastIndexOf('/') : 0;
    const path = slash > 0 ? parseInstancePath(schema, name.slice(0, slash)) : [];
    const local = slash > 0 ? name.slice(slash + 1) : name;
    const parent = path.at(-1)?.schema;
    const within = parent?.kind === 'container' || parent?.kind === 'list' ? parent.notifications : undefined;
    const node = parent
      ? within?.get(local.includes(':') ? local : `${parent.module.name}:${local}`)
      : schema.notifications.get(local);
    if (!node) throw notThere('notification', name);
    return { node, path };
  }

  private schema(): Schema {
    return this.options.server.schema(nodeView);
  }

  private principalOf({ user }: CallOptions): Principal {
    if (user === undefined) return nodePrincipal;
    const principal = this.options.access.principal(user);
    if (principal) return principal;
    throw new RpcError({ type: 'application', tag: 'access-denied', message: `there is no user "${user}"` });
  }
}

const NEVER = new AbortController().signal;

export function caller(principal: Principal, signal: AbortSignal = NEVER): Caller {
  return { principal, view: nodeView, session: 0, protocol: 'local', signal };
}

function notThere(what: string, name: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'unknown-element',
    message: `the models of this node define no ${what} "${name}"`,
    info: { 'bad-element': name },
  });
}
