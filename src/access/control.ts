/** Access control: decides what a user may read, change, execute and receive (RFC 8341). */
import type { Logger } from 'pino';
import {
  type Children,
  type Data,
  formatPath,
  type InstancePath,
  RpcError,
  type Steps,
  type TimeSlice,
  type Tree,
} from '../data/index.js';
import type { DataNode, NotificationNode, OperationNode, Schema } from '../yang/index.js';
import { actionOf } from './grant/action.js';
import type { About, AboutOrLater, Asked } from './grant/asked.js';
import type { Link } from './grant/link.js';
import { refusalOf } from './grant/refusal.js';
import { hashClearPasswords } from './hash-clear-passwords.js';
import { type NacmConfig, readNacm } from './nacm/config.js';
import { decidedBy } from './nacm/decided.js';
import { defaultPolicy } from './nacm/default-policy.js';
import { bothPolicies } from './nacm/joined.js';
import { linkPolicy } from './nacm/link-policy.js';
import { decidingRule, nacmPolicy, type Refused } from './nacm/nacm-policy.js';
import { type DataAccess, decide, mayReadPath, PERMIT_ALL, type Policy, readablePart } from './nacm/policy.js';
import { readableTree } from './nacm/readable.js';
import { type DeniedWrite, deniedWhole, deniedWrite } from './nacm/writes.js';
import { defaultPermissions } from './permissions.js';
import { nameOfAgent, type Principal } from './principal.js';

/** Counters of refused access since the start (RFC 8341 §3.5.2). */
export interface DenialCounters {
  readonly operations: number;
  readonly dataWrites: number;
  readonly notifications: number;
}

export interface AccessControl {
  /** False when the user can read nothing of a top-level node; then it need not be looked up. */
  reaches(principal: Principal, node: DataNode): boolean;
  /** Returns the part of a document that the user may read; the same tree when that is all of it. */
  readable(principal: Principal, tree: Tree, slice: TimeSlice): Steps<Tree>;
  /** True when the node at the path and all above it may be read, whether it exists or not. */
  mayRead(principal: Principal, path: InstancePath): boolean;
  /** True when the user may read everything: no message needs filtering. */
  readsAll(principal: Principal, schema: Schema): boolean;
  /**
   * Throws access-denied of type `protocol` (RFC 8341 §3.4.4) and counts it.
   *
   * @param path the instance of an action
   * @param about what the operation is about, for the links of the principal; `later`: it will be asked again. Default: nothing
   */
  requireExecute(principal: Principal, operation: OperationNode, path?: InstancePath, about?: AboutOrLater): void;
  mayExecute(principal: Principal, operation: OperationNode, path?: InstancePath, about?: AboutOrLater): boolean;
  /**
   * Asks all links of the principal for an action, and counts it. Resolves when the count of a change is durable.
   *
   * @param about what it is about. Absent: each node is asked for by itself
   * @throws RpcError with an `aap_…` app-tag
   */
  use(principal: Principal, action: string, about?: About): Promise<void>;
  /** Like `use`, but counts nothing. */
  requireLinks(principal: Principal, action: string, about?: About): void;
  /** Throws access-denied with the path of the first change that is not permitted (RFC 8341 §3.4.5), and counts it. */
  requireChanges(principal: Principal, before: Tree, after: Tree): void;
  /** Like `requireChanges`, but returns false and does not count a denial. */
  mayChange(principal: Principal, before: Tree, after: Tree): boolean;
  /** Like `requireChanges` for nodes that are all created or deleted: messages that providers store. */
  requireWhole(principal: Principal, children: Children, access: DataAccess): void;
  /** Returns access-denied for a node at the path and counts it. Replaces errors that would show whether the node exists. */
  refuseWrite(principal: Principal, path: InstancePath, access: DataAccess): RpcError;
  /**
   * Returns the edit with passwords in clear replaced by hashes, and private keys in clear hidden; the same tree when there are
   * none. @throws RpcError for a private key that the user may not write, or that cannot be used
   */
  hideSecrets(principal: Principal, edit: Tree): Promise<Tree>;
  /** True when this access to the node is permitted. */
  mayWrite(principal: Principal, path: InstancePath, access: DataAccess): boolean;
  /** True when a notification may be sent to the user; counts a denial (RFC 8341 §3.4.6). */
  mayReceive(principal: Principal, notification: NotificationNode, path?: InstancePath): boolean;
  /** Like `mayReceive`, but does not count a denial. For checks that do not drop a notification. */
  couldReceive(principal: Principal, notification: NotificationNode): boolean;
  readonly denied: DenialCounters;
}

export interface AccessControlOptions {
  /** The configuration in force. */
  readonly running: () => Tree;
  readonly schema: Schema;
  readonly log?: Logger;
  /** Returns an edit without private keys in clear. Default: it has none. */
  readonly hideKeys?: (edit: Tree, requireWrite: (at: InstancePath) => void) => Promise<Tree>;
  /** The scrypt cost of passwords as a power of two; lower than the default only for tests. */
  readonly cost?: number;
}

const NACM = 'ietf-netconf-acm:nacm';

export function createAccessControl(options: AccessControlOptions): AccessControl {
  return new NacmAccessControl(options);
}

class NacmAccessControl implements AccessControl {
  readonly #options: AccessControlOptions;
  readonly #permissions = defaultPermissions();
  readonly #denied = { operations: 0, dataWrites: 0, notifications: 0 };
  /** The container from which `#config` was made; each change makes a new object. */
  #configured: Data | undefined;
  #config: NacmConfig;
  #policies = new WeakMap<Principal, Policy>();
  readonly #linkedPolicies = new WeakMap<
    Principal,
    { readonly rules: Policy; readonly state: string; readonly policy: Policy }
  >();

  constructor(options: AccessControlOptions) {
    this.#options = options;
    this.#config = readNacm(undefined, options.schema);
  }

  get denied(): DenialCounters {
    return { ...this.#denied };
  }

  reaches(principal: Principal, node: DataNode): boolean {
    return this.#policy(principal).reach(node, 'read') !== 'none';
  }

  *readable(principal: Principal, tree: Tree, slice: TimeSlice): Steps<Tree> {
    const policy = this.#policy(principal);
    return policy === PERMIT_ALL ? tree : yield* readableTree(policy, tree, slice);
  }

  mayRead(principal: Principal, path: InstancePath): boolean {
    return mayReadPath(this.#policy(principal), path);
  }

  readsAll(principal: Principal, schema: Schema): boolean {
    const policy = this.#policy(principal);
    if (policy === PERMIT_ALL) return true;
    for (const node of schema.root.data.values()) if (policy.reach(node, 'read') !== 'all') return false;
    return true;
  }

  mayExecute(
    principal: Principal,
    operation: OperationNode,
    path: InstancePath = [],
    about: AboutOrLater = {},
  ): boolean {
    return this.#policy(principal).mayExecute(operation, path, about);
  }

  requireExecute(
    principal: Principal,
    operation: OperationNode,
    path: InstancePath = [],
    about: AboutOrLater = {},
  ): void {
    if (this.mayExecute(principal, operation, path, about)) return;
    this.#denied.operations += 1;
    const action = actionOf(operation);
    if (principal.links && action !== undefined && this.#rules(principal).mayExecute(operation, path, about))
      throw linkRefusal(principal, { action, about: about === 'later' ? {} : about, at: Date.now() });
    const error = new RpcError({
      type: 'protocol',
      tag: 'access-denied',
      message: `user "${principal.name}" may not run ${operation.qname}`,
    });
    throw decidedBy(this.#ruleOf(principal, { access: 'exec', operation, path }), error);
  }

  async use(principal: Principal, action: string, about?: About): Promise<void> {
    this.requireLinks(principal, action, about);
    const asked: Asked = { action, about: about ?? {}, at: Date.now() };
    const isChange = action !== 'data.read';
    await Promise.all((principal.links ?? []).map((link) => link.count(asked, isChange)));
  }

  requireLinks(principal: Principal, action: string, about?: About): void {
    const { links = [] } = principal;
    const asked: Asked = { action, about: about ?? {}, at: Date.now() };
    const allows = (link: Link) =>
      about === undefined
        ? link.mayAllow(action, asked.at) && !link.isUsedUp(action, asked.at)
        : link.denial(asked) === undefined;
    if (links.every(allows)) return;
    this.#denied.operations += 1;
    throw linkRefusal(principal, asked);
  }

  requireChanges(principal: Principal, before: Tree, after: Tree): void {
    const policy = this.#policy(principal);
    if (policy === PERMIT_ALL) return;
    const denied = deniedWrite(policy, before, after);
    if (denied) throw this.#refusal(principal, policy, denied);
  }

  mayChange(principal: Principal, before: Tree, after: Tree): boolean {
    const policy = this.#policy(principal);
    return policy === PERMIT_ALL || deniedWrite(policy, before, after) === undefined;
  }

  requireWhole(principal: Principal, children: Children, access: DataAccess): void {
    const policy = this.#policy(principal);
    const denied = deniedWhole(policy, children, access);
    if (denied) throw this.#refusal(principal, policy, denied);
  }

  refuseWrite(principal: Principal, path: InstancePath, access: DataAccess): RpcError {
    return this.#refusal(principal, this.#policy(principal), { path, access });
  }

  mayWrite(principal: Principal, path: InstancePath, access: DataAccess): boolean {
    const node = path.at(-1)?.schema;
    const decision = node === undefined ? true : this.#policy(principal).decision(node, access);
    return typeof decision === 'boolean' ? decision : decide(decision, path);
  }

  async hideSecrets(principal: Principal, edit: Tree): Promise<Tree> {
    const hashed = await hashClearPasswords(edit, this.#options.cost);
    if (!this.#options.hideKeys) return hashed;
    // It is not known yet whether the entry exists: a user who may do either goes on to the check of the edit itself.
    return this.#options.hideKeys(hashed, (at) => {
      if (!this.mayWrite(principal, at, 'create') && !this.mayWrite(principal, at, 'update'))
        throw this.refuseWrite(principal, at, 'create');
    });
  }

  mayReceive(principal: Principal, notification: NotificationNode, path: InstancePath = []): boolean {
    if (this.#policy(principal).mayReceive(notification, path)) return true;
    this.#denied.notifications += 1;
    return false;
  }

  couldReceive(principal: Principal, notification: NotificationNode): boolean {
    return this.#policy(principal).mayReceive(notification, []);
  }

  #refusal(principal: Principal, policy: Policy, { path, access }: DeniedWrite): RpcError {
    this.#denied.dataWrites += 1;
    // A node to be changed or deleted exists already: the path in the error must not show nodes that the user cannot read.
    const readable = access === 'create' ? path : readablePart(policy, path);
    const named = formatPath(readable.length > 0 ? readable : path.slice(0, 1).map(({ schema }) => ({ schema })));
    const error = new RpcError({
      type: 'application',
      tag: 'access-denied',
      path: named,
      message: `user "${principal.name}" may not ${access} ${named}${named === formatPath(path) ? '' : ' or something in it'}`,
    });
    return decidedBy(this.#ruleOf(principal, { access, path }), error);
  }

  #ruleOf(principal: Principal, refused: Refused): string | undefined {
    return principal.recovery || !this.#config.enabled ? undefined : decidingRule(this.#config, principal, refused);
  }

  #policy(principal: Principal): Policy {
    const { links } = principal;
    return links && links.length > 0 ? this.#linked(principal, links) : this.#rules(principal);
  }

  /** The policy by the rules of access control, without links. */
  #rules(principal: Principal): Policy {
    if (principal.recovery) return PERMIT_ALL;
    this.#refresh();
    const known = this.#policies.get(principal);
    if (known) return known;
    const policy = this.#make(principal);
    this.#policies.set(principal, policy);
    return policy;
  }

  /** The policy by the rules and all links: recovery sets aside the rules, never the links. */
  #linked(principal: Principal, links: readonly Link[]): Policy {
    const rules = this.#rules(principal);
    const at = Date.now();
    const state = links.map((link) => link.stateAt(at)).join(' ');
    const known = this.#linkedPolicies.get(principal);
    if (known?.rules === rules && known.state === state) return known.policy;
    const policy = links
      .map((link) => linkPolicy(link, this.#options.schema, at))
      .reduce<Policy>((sum, each) => (sum === PERMIT_ALL ? each : bothPolicies(sum, each)), rules);
    this.#linkedPolicies.set(principal, { rules, state, policy });
    return policy;
  }

  #make(principal: Principal): Policy {
    if (!this.#config.enabled) return PERMIT_ALL;
    return this.#config.empty ? defaultPolicy(this.#permissions, principal) : nacmPolicy(this.#config, principal);
  }

  #refresh(): void {
    const nacm = this.#options.running().children.get(NACM);
    if (nacm === this.#configured) return;
    this.#configured = nacm;
    this.#config = readNacm(nacm, this.#options.schema, (rule, fault) => {
      this.#options.log?.warn({ rule, fault }, 'access: a NACM rule matches nothing');
    });
    this.#policies = new WeakMap();
  }
}

/** The refusal of a link, which names who acts for the user. */
function linkRefusal({ name, agent, actors = [], links = [] }: Principal, asked: Asked): RpcError {
  const [actor] = agent === undefined ? actors : [nameOfAgent(agent)];
  return refusalOf(links, asked, actor === undefined ? `user "${name}"` : `"${actor}", for user "${name}",`);
}
