/** copy-config and delete-config (RFC 6241 §7.3, §7.4). */
import {
  emptyTree,
  inSlices,
  RpcError,
  TimeSlice,
  type Tree,
  validateAsync,
  type WithDefaults,
} from '../../data/index.js';
import { differenceOf, editedTargets, type Startup } from '../../datastore/index.js';
import { approvalOfChange } from '../approval/index.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import { datastoreTree } from '../datastore-tree.js';
import { configChangeEvent } from '../notifications/config-change.js';
import { permitChanges } from '../permit.js';
import { readTree } from '../read.js';
import { requireServed } from '../served-datastores.js';
import { changeRunning } from './change-running.js';
import { contentOf, filesOf, type Source, type Target, writeConfigFile } from './source.js';

export interface CopyRequest {
  readonly source: Source;
  readonly target: Target;
  /** How default values are written into a file. A datastore always stores the values that were set. */
  readonly withDefaults?: WithDefaults;
}

/** Copies a configuration. @throws RpcError invalid-value (source and target are the same), in-use, and errors of validation */
export async function copyConfig(core: ServerCore, caller: Caller, request: CopyRequest): Promise<void> {
  const { source, target, withDefaults = 'explicit' } = request;
  requireDifferent(source, target);
  if (target.kind === 'url') {
    const readable = await readableContent(core, caller, source);
    return writeConfigFile(core, target.url, readable, withDefaults);
  }
  requireServed(core, caller, target.name);
  const given = await contentOf(core, caller, source);
  // A caller may save running to startup without permission to change its nodes (RFC 8341 §3.2.5).
  const saves = source.kind === 'datastore' && source.name === 'running' && target.name === 'startup';
  // Only readable nodes of another datastore are copied, as if the others did not exist. They are read when the target's turn
  // has come, because an edit that is answered until then would be lost otherwise.
  const content = async () => {
    if (source.kind !== 'datastore') return given;
    const whole = datastoreTree(core, source.name);
    if (saves) return whole;
    return inSlices(new TimeSlice(caller), (slice) => core.access.readable(caller.principal, whole, slice));
  };
  const permit = (before: Tree, after: Tree) => {
    if (!saves) permitChanges(core, caller, before, after);
  };
  switch (target.name) {
    case 'running':
      await changeRunning(core, caller, { next: content });
      return;
    case 'candidate':
      return core.datastores.candidate.change(caller.session, async (before) => {
        core.datastores.locks.requireFree('candidate', caller.session);
        const after = await content();
        permit(before, after);
        return after;
      });
    case 'startup':
      return writeStartup(core, caller, content, permit, !saves);
  }
}

/** Deletes a configuration. @throws RpcError operation-not-supported (for running and candidate), in-use */
export async function deleteConfig(core: ServerCore, caller: Caller, target: Target): Promise<void> {
  if (target.kind === 'url') return filesOf(core).remove(target.url);
  requireServed(core, caller, target.name);
  if (target.name !== 'startup') {
    throw new RpcError({
      type: 'protocol',
      tag: 'operation-not-supported',
      message: `${target.name} cannot be deleted; only startup and files can`,
      info: { 'bad-element': target.name },
    });
  }
  const { schema } = core.endpoint(caller);
  await writeStartup(
    core,
    caller,
    async () => emptyTree(schema.root),
    (before, after) => permitChanges(core, caller, before, after),
  );
}

/** Writes startup, which must be valid like running (RFC 7950 §8.3.3). An empty content is a deleted startup. */
async function writeStartup(
  core: ServerCore,
  caller: Caller,
  next: () => Promise<Tree>,
  permit: (before: Tree, after: Tree) => void,
  needsApproval = true,
): Promise<void> {
  const { schema, registry } = core.endpoint(caller);
  const { locks } = core.datastores;
  const startup = servedStartup(core);
  await core.running.turn(async () => {
    locks.requireFree('startup', caller.session);
    const content = await next();
    permit(startup.tree, content);
    if (content.children.size > 0)
      await validateAsync(content, { schema, type: 'config', unchanged: core.running.tree });
    const edit = await differenceOf(startup.tree, content);
    const { tree: before } = startup;
    const change = { datastore: 'startup', before, after: content, edit } as const;
    // The next start would put it in force: its rules are those of running until then.
    const claim = needsApproval
      ? await approvalOfChange(core, caller, change, { inForce: core.running.tree })
      : undefined;
    const write = startup.write(content, async (tx) => {
      await claim?.consume(tx);
      if (!registry.announcesChanges || edit.children.size === 0) return;
      await core.events.append(tx, configChangeEvent('startup', editedTargets(edit), caller));
    });
    await write.finally(() => claim?.release());
  });
}

function servedStartup({ datastores }: ServerCore): Startup {
  if (datastores.startup) return datastores.startup;
  throw new RpcError({
    type: 'protocol',
    tag: 'operation-not-supported',
    message: 'this node has no startup datastore',
  });
}

/** Returns the part of the source that the caller may read. Files may be read by others. */
async function readableContent(core: ServerCore, caller: Caller, source: Source): Promise<Tree> {
  if (source.kind !== 'datastore') return contentOf(core, caller, source);
  requireServed(core, caller, source.name);
  return readTree(core, caller, { datastore: source.name, content: 'config', selection: 'all' });
}

function requireDifferent(source: Source, target: Target): void {
  const same =
    source.kind === 'url'
      ? target.kind === 'url' && target.url === source.url
      : source.kind === 'datastore' && target.kind === 'datastore' && target.name === source.name;
  if (!same) return;
  throw new RpcError({
    type: 'protocol',
    tag: 'invalid-value',
    message: 'source and target are the same',
    info: { 'bad-element': 'target' },
  });
}
