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
import { hashClearPasswords } from './hash-clear-passwords.js';
import { type NacmConfig, readNacm } from './nacm/config.js';
import { defaultPolicy } from './nacm/default-policy.js';
import { nacmPolicy } from './nacm/nacm-policy.js';
import { type DataAccess, decide, mayReadPath, PERMIT_ALL, type Policy, readablePart } from './nacm/policy.js';
import { readableTree } from './nacm/readable.js';
import { type DeniedWrite, deniedWhole, deniedWrite } from './nacm/writes.js';
import { defaultPermissions } from './permissions.js';
import type { Principal } from './principal.js';

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
  /** Throws access-denied of type `protocol` (RFC 8341 §3.4.4) and counts it. @param path the instance of an action */
  requireExecute(principal: Principal, operation: OperationNode, path?: InstancePath): void;
  mayExecute(principal: Principal, operation: OperationNode, path?: InstancePath): boolean;
  /** Throws access-denied with the path of the first change that is not permitted (RFC 8341 §3.4.5), and counts it. */
  requireChanges(principal: Principal, before: Tree, after: Tree): void;
  /** Like `requireChanges`, but returns false and does not count a denial. */
  mayChange(principal: Principal, before: Tree, after: Tree): boolean;
  /** Like `requireChanges` for nodes that are all created or deleted: messages that providers store. */
  requireWhole(principal: Principal, children: Children, access: DataAccess): void;
  /** Returns access-denied for a node at the path and counts it. Replaces errors that would show whether the node exists. */
  refuseWrite(principal: Principal, path: InstancePath, access: DataAccess): RpcError;
  /** Returns the edit with passwords in clear replaced by hashes; the same tree when there are none. */
  hashClearPasswords(edit: Tree): Promise<Tree>;
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

  mayExecute(principal: Principal, operation: OperationNode, path: InstancePath = []): boolean {
    return this.#policy(principal).mayExecute(operation, path);
  }

  requireExecute(principal: Principal, operation: OperationNode, path: InstancePath = []): void {
    if (this.mayExecute(principal, operation, path)) return;
    this.#denied.operations += 1;
    throw new RpcError({
      type: 'protocol',
      tag: 'access-denied',
      message: `user "${principal.name}" may not run ${operation.qname}`,
    });
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

  hashClearPasswords(edit: Tree): Promise<Tree> {
    return hashClearPasswords(edit, this.#options.cost);
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
    return new RpcError({
      type: 'application',
      tag: 'access-denied',
      path: named,
      message: `user "${principal.name}" may not ${access} ${named}${named === formatPath(path) ? '' : ' or something in it'}`,
    });
  }

  #policy(principal: Principal): Policy {
    if (principal.recovery) return PERMIT_ALL;
    this.#refresh();
    const known = this.#policies.get(principal);
    if (known) return known;
    const policy = this.#make(principal);
    this.#policies.set(principal, policy);
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
