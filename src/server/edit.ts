/**
 * Editing: an edit tree is split into nodes that running stores and nodes that providers keep. Both parts are validated, then
 * written in one transaction.
 */
import type { Claim } from '../access/index.js';
import {
  applyEditSteps,
  type Data,
  emptyTree,
  entriesFrom,
  formatPath,
  fromValue,
  type InstancePath,
  inSlices,
  isObject,
  type ListEntry,
  mergeTrees,
  nodeToValue,
  RpcError,
  TimeSlice,
  type Tree,
  validateAsync,
  withdrawUnmet,
} from '../data/index.js';
import type { Tx } from '../store/index.js';
import type { DataNode, Schema } from '../yang/index.js';
import { approvalOfMessages } from './approval/index.js';
import { requireEditAuthority } from './authority.js';
import { requireKeys, withoutBlanks } from './blanks.js';
import type { Caller } from './call.js';
import { makeCall, type ServerCore } from './core.js';
import { datastoreTree } from './datastore-tree.js';
import { changeRunning } from './datastores/change-running.js';
import { keptByProvider } from './datastores/source.js';
import { entryKeyValues, exists, noKeys, withKeys } from './keys.js';
import {
  type EditOutcome,
  type EditRequest,
  type EditStep,
  EditStepError,
  MissingTargetError,
  PRECONDITION_FAILED,
} from './operation.js';
import { ownedContext } from './owned-context.js';
import { applyUnseen, permitChanges, permitMessages, validateUnseen } from './permit.js';
import type { OwnedNode, OwnedOutcome, OwnedWrite } from './provider.js';
import { readTree } from './read.js';
import type { Registry } from './registry.js';
import { requireLive, requireServed } from './served-datastores.js';
import { requireTimes } from './times.js';

interface OwnedTask {
  readonly keeper: OwnedNode;
  readonly node: DataNode;
  /** The message, or one entry of its list. */
  readonly data: Data | ListEntry;
  /** Key of a list entry. */
  readonly key?: string;
  readonly write: OwnedWrite;
}

/**
 * Makes an edit, all of it or nothing.
 * @param onSteps gets the edits in their order, without passwords in clear, before anything is refused for their content
 */
export async function editTree(
  core: ServerCore,
  caller: Caller,
  request: EditRequest,
  onSteps: (edits: readonly Tree[]) => void = () => {},
): Promise<EditOutcome> {
  const { schema, registry } = core.endpoint(caller);
  const hidden = await stepsOf(core, caller, request);
  onSteps(hidden.map(({ edit }) => edit));
  const steps = hidden
    .map((step) => split(step, registry.ownedNames))
    .map((step) => ({ ...step, owned: spoken(step.owned, registry) }));
  const owned = ownedOf(schema, steps);
  const writes = steps.flatMap((step) =>
    [...step.owned.values()].flatMap((data) => ownedWrites(data, step, registry.owned(data.schema))),
  );
  writes.sort((a, b) => a.keeper.order - b.keeper.order);
  const isConfig = steps.some(
    ({ config, defaultOperation }) => config.children.size > 0 || defaultOperation === 'replace',
  );
  const { datastore = 'running' } = request;
  if (datastore === 'candidate') {
    requireServed(core, caller, 'candidate');
    for (const name of owned.keys()) throw keptByProvider(name);
  }
  permitMessages(core, await requireEditAuthority(core, caller, writes, isConfig), owned);
  if (writes.length > 0) {
    const staying = withoutGoing(owned);
    requireKeys(staying);
    await validateOwned(core, caller, staying, writes);
  }

  const { target } = request;
  // Running or the candidate is read when the edit has its turn: it may change until then.
  const createsOwned = ownedTarget(core, caller, target) ? !(await ownedTargetExists(core, caller, target)) : undefined;
  const creates = (before: Tree) => createsOwned ?? lacks(before, target);
  if (request.testOnly) {
    const before = datastoreTree(core, datastore);
    const after = await applyUnseen(core, caller, () => applySteps(before, steps, request, schema));
    permitChanges(core, caller, before, after);
    await validated(core, caller, after);
    return { created: creates(before) };
  }

  const claim = writes.length > 0 ? await approvalOfMessages(core, caller, writes) : undefined;
  try {
    return await made(core, caller, request, { steps, writes, isConfig, creates, claim });
  } finally {
    claim?.release();
  }
}

interface Making {
  readonly steps: readonly SplitStep[];
  readonly writes: readonly OwnedTask[];
  /** True when running or the candidate is edited, not messages alone. */
  readonly isConfig: boolean;
  readonly creates: (before: Tree) => boolean;
  readonly claim: Claim | undefined;
}

/** Makes an edit that was checked. */
async function made(
  core: ServerCore,
  caller: Caller,
  request: EditRequest,
  { steps, writes, isConfig, creates, claim }: Making,
): Promise<EditOutcome> {
  const { datastore = 'running' } = request;
  if (datastore === 'candidate') return { created: creates(await editCandidate(core, caller, request, steps)) };
  const outcomes: OwnedOutcome[] = [];
  const writeOwned = async (tx: Tx) => {
    await claim?.consume(tx);
    for (const { keeper, write } of writes) {
      const outcome = await keeper.write(write, makeCall(core, caller, write.keys), tx);
      if (outcome) outcomes.push(outcome);
    }
    const targets = writes.map(({ node }) => `/${node.qname}`);
    if (targets.length === 0 || !core.audit) return;
    const { root } = core.endpoint(caller).schema;
    const input = steps.map(({ owned }): Tree => ({ kind: 'root', schema: root, children: owned }));
    const entry = { operation: 'edit', targets, outcome: 'done', input, approvals: claim?.ids } as const;
    await core.events.append(tx, core.audit.eventIn(tx, caller, entry));
  };
  const before = isConfig
    ? await editRunning(core, caller, request, steps, writes.length > 0 ? writeOwned : undefined)
    : core.running.tree;
  if (!isConfig) await core.store.transact(writeOwned);
  const created = creates(before);
  return { created, message: request.awaitMessage ? await finished(core, caller, writes, outcomes) : undefined };
}

/** Edits running. @returns the content before the edit */
async function editRunning(
  core: ServerCore,
  caller: Caller,
  request: EditRequest,
  steps: readonly SplitStep[],
  inside: ((tx: Tx) => Promise<void>) | undefined,
): Promise<Tree> {
  const { schema } = core.endpoint(caller);
  const { before } = await changeRunning(core, caller, {
    inside,
    shares: inside === undefined,
    input: steps.map(({ config }) => config),
    next: (current, versionAt) => {
      requireTarget(request, current);
      requireMatch(request, versionAt(request.ifMatchAt ?? []).etag);
      return applySteps(current, steps, request, schema);
    },
  });
  return before;
}

/** Edits the candidate. @returns the content before the edit */
async function editCandidate(
  core: ServerCore,
  caller: Caller,
  request: EditRequest,
  steps: readonly SplitStep[],
): Promise<Tree> {
  const { schema } = core.endpoint(caller);
  const { candidate, locks } = core.datastores;
  let madeOn = candidate.tree;
  await candidate.change(caller.session, async (before) => {
    madeOn = before;
    requireLive(caller);
    locks.requireFree('candidate', caller.session);
    requireTarget(request, before);
    const after = await applyUnseen(core, caller, () => applySteps(before, steps, request, schema));
    permitChanges(core, caller, before, after);
    if (request.validated) await validated(core, caller, after);
    return after;
  });
  return madeOn;
}

function requireTarget({ mustExist }: EditRequest, tree: Tree): void {
  if (mustExist && lacks(tree, mustExist)) throw new MissingTargetError(formatPath(mustExist));
}

/** True when the node at the path is missing in `tree`; false without a path. */
function lacks(tree: Tree, path: InstancePath | undefined): boolean {
  return path !== undefined && !exists(tree, path);
}

/** Validates a content in the same way as a commit. */
function validated(core: ServerCore, caller: Caller, tree: Tree): Promise<void> {
  const { schema } = core.endpoint(caller);
  return validateUnseen(core, caller, () =>
    validateAsync(tree, { schema, type: 'config', unchanged: core.running.tree }),
  );
}

function requireMatch(request: EditRequest, etag: string): void {
  if (!request.ifMatch || request.ifMatch.includes(etag)) return;
  throw new RpcError({
    type: 'protocol',
    tag: 'operation-failed',
    origin: 'caller',
    appTag: PRECONDITION_FAILED,
    message: `the resource has changed since: its entity-tag is now "${etag}"`,
  });
}

/** One edit, with the top-level nodes that providers keep separated from those that running stores. */
interface SplitStep {
  readonly owned: ReadonlyMap<string, Data>;
  readonly config: Tree;
  readonly defaultOperation: EditStep['defaultOperation'];
}

/** Returns all edits of the request, without secrets in clear: no later step sees them. */
async function stepsOf(
  { access }: ServerCore,
  { principal }: Caller,
  { edit, defaultOperation, followedBy = [] }: EditRequest,
): Promise<readonly EditStep[]> {
  const hashed = async (step: EditStep) => {
    requireTimes(step.edit);
    return { ...step, edit: await access.hideSecrets(principal, step.edit) };
  };
  return Promise.all([{ edit, defaultOperation }, ...followedBy].map(hashed));
}

/** Returns messages without empty leaves (`withoutBlanks`). */
function spoken(owned: ReadonlyMap<string, Data>, registry: Registry): ReadonlyMap<string, Data> {
  const messages = [...owned].flatMap(([name, data]) => [
    ...withoutBlanks(new Map([[name, data]]), registry.owned(data.schema)?.identifying ?? []),
  ]);
  return new Map(messages);
}

function split({ edit, defaultOperation }: EditStep, ownedNames: ReadonlySet<string>): SplitStep {
  const owned = new Map<string, Data>();
  const config = new Map<string, Data>();
  for (const [name, data] of edit.children) (ownedNames.has(name) ? owned : config).set(name, data);
  return { owned, config: { ...edit, children: config }, defaultOperation };
}

/** Merges the nodes that providers keep from all steps. */
function ownedOf(schema: Schema, steps: readonly SplitStep[]): ReadonlyMap<string, Data> {
  const message = (children: ReadonlyMap<string, Data>): Tree => ({ kind: 'root', schema: schema.root, children });
  return steps.map(({ owned }) => message(owned)).reduce(mergeTrees).children;
}

/** Applies the steps in order, each to the result of the step before. */
async function applySteps(
  tree: Tree,
  steps: readonly SplitStep[],
  request: EditRequest,
  schema: Schema,
): Promise<Tree> {
  let before = tree;
  for (const [step, { config, defaultOperation }] of steps.entries()) {
    try {
      const base = before;
      const after = await inSlices(new TimeSlice(), (slice) =>
        applyEditSteps(base, config, defaultOperation, { schema }, slice),
      );
      before = withdrawUnmet(base, after, config, { schema });
    } catch (error) {
      throw request.followedBy && error instanceof RpcError ? new EditStepError(step, error) : error;
    }
  }
  return before;
}

function ownedWrites(
  data: Data,
  request: { readonly defaultOperation: EditStep['defaultOperation'] },
  keeper: OwnedNode | undefined,
): OwnedTask[] {
  if (!keeper) return [];
  const node = data.schema;
  const one = (each: Data | ListEntry, keys = noKeys): OwnedTask => {
    const operation = each.meta?.operation ?? data.meta?.operation ?? request.defaultOperation;
    const value = nodeToValue(each);
    if (operation === 'none') throw partOfMessage(node);
    return { keeper, node, data: each, write: { operation, value: isObject(value) ? value : {}, keys } };
  };
  if (data.kind !== 'list') return [one(data)];
  return [...data.entries].map((entry) => ({
    ...one(entry, withKeys(noKeys, data.schema, entryKeyValues(data.schema, entry.key))),
    key: entry.key,
  }));
}

function partOfMessage(node: DataNode): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'operation-not-supported',
    path: `/${node.qname}`,
    message: `${node.qname} is written as one whole message, not node by node`,
  });
}

/** Returns a message without the nodes that it deletes: for these it has nothing but keys. */
function withoutGoing(owned: ReadonlyMap<string, Data>): ReadonlyMap<string, Data> {
  const goes = ({ meta }: Data | ListEntry, above?: Data) => {
    const operation = meta?.operation ?? above?.meta?.operation;
    return operation === 'delete' || operation === 'remove';
  };
  const left = new Map<string, Data>();
  for (const [name, data] of owned) {
    if (data.kind === 'list') {
      const entries = [...data.entries].filter((entry) => !goes(entry, data));
      if (entries.length > 0) left.set(name, { ...data, entries: entriesFrom(data.schema, entries) });
    } else if (!goes(data)) left.set(name, data);
  }
  return left;
}

/** Validates a message together with the entries that it extends or refers to; they may exist already or come in the same edit. */
async function validateOwned(
  core: ServerCore,
  caller: Caller,
  owned: ReadonlyMap<string, Data>,
  writes: readonly OwnedTask[],
): Promise<void> {
  const { schema } = core.endpoint(caller);
  const message: Tree = { kind: 'root', schema: schema.root, children: owned };
  const merged = writes.flatMap(({ node, key, write: { operation } }) =>
    operation === 'merge' && key !== undefined ? [{ list: node.qname, key }] : [],
  );
  const others = await ownedContext(core, caller, message, merged);
  const whole = mergeTrees(others, message);
  const skip = new Set([...schema.root.data.keys()].filter((name) => !owned.has(name)));
  await validateAsync(whole, { schema, type: 'data', skip });
}

/** True when a provider keeps the resource. */
function ownedTarget(core: ServerCore, caller: Caller, path: InstancePath | undefined): path is InstancePath {
  const first = path?.[0];
  return first !== undefined && core.endpoint(caller).registry.owned(first.schema) !== undefined;
}

async function ownedTargetExists(core: ServerCore, caller: Caller, path: InstancePath): Promise<boolean> {
  const [first] = path;
  if (!first) return true;
  const below = [{ key: first.key, below: 'all' as const }];
  const tree = await readTree(core, caller, { content: 'all', selection: new Map([[first.schema.qname, below]]) });
  return exists(tree, path);
}

/** Returns the finished message, for a face that can answer with it. */
async function finished(
  core: ServerCore,
  caller: Caller,
  writes: readonly OwnedTask[],
  outcomes: readonly OwnedOutcome[],
): Promise<Tree | undefined> {
  const finish = outcomes.at(-1)?.finish;
  const node = writes.at(-1)?.node;
  if (!finish || !node) return undefined;
  const { schema } = core.endpoint(caller);
  const value = await finish();
  return mergeTrees(emptyTree(schema.root), fromValue(schema.root, { [node.qname]: value }, { schema }));
}
