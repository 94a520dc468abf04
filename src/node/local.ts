/** The node's own access to its core: the same operations as for protocol faces, with plain values. */
import { type Access, type Principal, principalOfAgent, SYSTEM } from '../access/index.js';
import type { AgentDirectory } from '../agents/index.js';
import {
  editAt,
  find,
  formatPath,
  fromValue,
  type InstancePath,
  mergeTrees,
  parseInstancePath,
  RpcError,
  selectionOfPath,
  type Tree,
  validate,
} from '../data/index.js';
import type { EventLog } from '../events/index.js';
import { type Caller, nodeView, type Server } from '../server/index.js';
import type { Store } from '../store/index.js';
import type { NotificationNode, Schema } from '../yang/index.js';
import type { CallOptions, NodeApi } from './api.js';
import { invokeAction, invokeRpc, merge, notThere, readValue, treeOf } from './operations.js';

export interface LocalOptions {
  readonly server: Server;
  readonly store: Store;
  readonly events: EventLog;
  readonly access: Pick<Access, 'principal'>;
  readonly directory: Pick<AgentDirectory, 'actsFor'>;
}

/** An actor inside the node: a hosted agent, for one of its owners or for the owner of a loop. */
export interface Actor {
  readonly agent: string;
  /** Default: the owner for which the agent acts, if there is one. */
  readonly owner?: string;
}

export class LocalNode implements NodeApi {
  constructor(private readonly options: LocalOptions) {}

  async invoke(rpc: string, input: unknown, options: CallOptions = {}): Promise<unknown> {
    return this.invokeBy(this.userOf(options), rpc, input, options.signal);
  }

  /** Invokes an rpc as a hosted agent, with the rights from `principalOf`. @throws RpcError as for a client */
  invokeAs(actor: Actor, rpc: string, input: unknown, signal: AbortSignal): Promise<unknown> {
    return this.invokeBy(this.principalOf(actor), rpc, input, signal);
  }

  /** Returns the principal of a hosted agent: the owner for which it acts, with its remaining rights, or the agent itself. */
  principalOf({ agent, owner }: Actor): Principal {
    const acts = this.options.directory.actsFor(agent);
    const user = owner ?? acts?.user;
    if (user === undefined) return principalOfAgent(agent);
    const known = this.options.access.principal(user) ?? { name: user, groups: [] };
    return principalOfAgent(agent, known, acts?.withGroups);
  }

  private invokeBy(principal: Principal, rpc: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    return invokeRpc(this.options.server, caller(principal, signal), rpc, input);
  }

  async act(path: string, input?: unknown, options: CallOptions = {}): Promise<unknown> {
    return invokeAction(this.options.server, caller(this.userOf(options), options.signal), path, input);
  }

  async read(path: string, options: CallOptions = {}): Promise<unknown> {
    return readValue(this.options.server, caller(this.userOf(options), options.signal), path);
  }

  async edit(document: unknown, options: CallOptions = {}): Promise<void> {
    const by = caller(this.userOf(options), options.signal);
    await merge(this.options.server, by, treeOf(this.options.server, by, document));
  }

  /** Like `edit`, but replaces the node at the path. */
  async editReplacing(path: string, document: unknown): Promise<void> {
    const schema = this.schema();
    const tree = fromValue(schema.root, document, { schema });
    const target = parseInstancePath(schema, path);
    const edit = mergeTrees(editAt(schema, target, 'replace', find(tree, target)), tree);
    await merge(this.options.server, caller(SYSTEM), edit);
  }

  async notify(
    name: string,
    value: unknown,
    audience?: { agents?: readonly string[]; users?: readonly string[] },
  ): Promise<void> {
    const { store, events } = this.options;
    const schema = this.schema();
    const { node, path } = this.notificationAt(name);
    // An invalid value must not get into the event log, which all subscribers read.
    const tree = fromValue(node, value ?? {}, { schema });
    validate(tree, { schema, type: 'notification', ...(await this.around(path)) });
    const nested = path.length === 0 ? {} : { path: formatPath(path) };
    await store.transact((tx) => events.append(tx, { name: node.qname, value: value ?? {}, ...nested, audience }));
  }

  /** Reads the context for validating a nested notification: its instance, which must exist. */
  private async around(path: InstancePath): Promise<{ readonly context?: Tree; readonly at?: InstancePath }> {
    if (path.length === 0) return {};
    const context = await this.options.server.read(caller(SYSTEM), {
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

  private userOf({ user }: CallOptions): Principal {
    if (user === undefined) return SYSTEM;
    const principal = this.options.access.principal(user);
    if (principal) return principal;
    throw new RpcError({ type: 'application', tag: 'access-denied', message: `there is no user "${user}"` });
  }
}

const NEVER = new AbortController().signal;

export function caller(principal: Principal, signal: AbortSignal = NEVER): Caller {
  return { principal, view: nodeView, session: 0, protocol: 'local', signal };
}
