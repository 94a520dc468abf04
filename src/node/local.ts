/** The node's own access to its core: the same operations as for protocol faces, with plain values. */
import { setMaxListeners } from 'node:events';
import { type Access, type Principal, principalOfAgent, type StoredAuthority, SYSTEM } from '../access/index.js';
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
import { type Admitted, type Caller, nodeView, type Server, type Within } from '../server/index.js';
import type { Store, Tx } from '../store/index.js';
import type { NotificationNode, Schema } from '../yang/index.js';
import type { CallOptions, NodeApi } from './api.js';
import { admitRpc, invokeAction, invokeRpc, merge, notThere, readValue, treeOf } from './operations.js';

export interface LocalOptions {
  readonly server: Server;
  readonly store: Store;
  readonly events: EventLog;
  readonly access: Pick<Access, 'principal' | 'under'>;
  readonly directory: Pick<AgentDirectory, 'actsFor'>;
}

/** An actor inside the node: a hosted agent, for one of its owners or for the owner of a loop. */
export interface Actor {
  readonly agent: string;
  /** Default: the owner for which the agent acts, if there is one. */
  readonly owner?: string;
  /** Its work stays within this authority. */
  readonly authority?: StoredAuthority;
  /** The task on which it works. */
  readonly task?: string;
}

export class LocalNode implements NodeApi {
  constructor(private readonly options: LocalOptions) {}

  async invoke(rpc: string, input: unknown, options: CallOptions = {}): Promise<unknown> {
    return invokeRpc(this.options.server, caller(this.userOf(options), options.signal), rpc, input);
  }

  /** Invokes an rpc as a hosted agent, with the rights from `principalOf`. @throws RpcError as for a client */
  invokeAs(actor: Actor, rpc: string, input: unknown, signal: AbortSignal): Promise<unknown> {
    return invokeRpc(this.options.server, this.callerOf(actor, signal), rpc, input);
  }

  /** Invokes an action as a hosted agent, as `invokeAs`. @param path instance path of the node, followed by the action */
  actAs(actor: Actor, path: string, input: unknown, signal: AbortSignal): Promise<unknown> {
    return invokeAction(this.options.server, this.callerOf(actor, signal), path, input);
  }

  /** Returns the hosted agent as a caller. @throws RpcError when the authority of its task was revoked */
  callerOf(actor: Actor, signal: AbortSignal): Caller {
    return caller(this.principalOf(actor), signal, actor.task === undefined ? undefined : { task: actor.task });
  }

  /** Returns the principal of a hosted agent: the owner for which it acts, with its remaining rights, or the agent itself. */
  principalOf({ authority, ...actor }: Omit<Actor, 'task'>): Principal {
    const principal = this.withoutAuthority(actor);
    if (!authority) return principal;
    const limited = this.options.access.under(principal, authority);
    if (limited) return limited;
    throw new RpcError({
      type: 'application',
      tag: 'access-denied',
      appTag: 'aap_capability_expired',
      message: `the authority of the task on which agent "${actor.agent}" works was revoked`,
    });
  }

  private withoutAuthority({ agent, owner }: Omit<Actor, 'authority' | 'task'>): Principal {
    const acts = this.options.directory.actsFor(agent);
    const user = owner ?? acts?.user;
    if (user === undefined) return principalOfAgent(agent);
    const known = this.options.access.principal(user) ?? { name: user, groups: [] };
    return principalOfAgent(agent, known, acts?.withGroups);
  }

  /**
   * Returns the principal of a coordinator that acts for the initiator of a run: with all rights of that user, and no others. The node
   * itself has none here but those that access control gives its name.
   */
  initiator({ user, agent }: { readonly user: string; readonly agent: string }): Principal {
    const known = user === SYSTEM.name ? undefined : this.options.access.principal(user);
    return { ...(known ?? { name: user, groups: [] }), agent };
  }

  /**
   * Admits an rpc of a caller that a room carries out in this transaction.
   *
   * @param input `approved` is what persons approve, where it is less than the input
   * @throws RpcError as for a client
   */
  admit(
    by: Caller,
    rpc: string,
    input: { readonly input: unknown; readonly approved?: unknown },
    tx: Tx,
  ): Promise<Admitted> {
    return admitRpc(this.options.server, by, rpc, input, tx);
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

  /** Removes the node at the path, if it is there. */
  async remove(path: string): Promise<void> {
    const schema = this.schema();
    const edit = editAt(schema, parseInstancePath(schema, path), 'remove', undefined);
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
// Many requests of the node itself listen at one time, each until it is answered.
setMaxListeners(0, NEVER);

export function caller(principal: Principal, signal: AbortSignal = NEVER, within?: Within): Caller {
  return { principal, view: nodeView, session: 0, protocol: 'local', signal, ...(within ? { within } : {}) };
}
