/** copy-config and delete-config (RFC 6241 §7.3, §7.4). */
import { emptyTree, inSlices, RpcError, type Tree, Turns, validateAsync, type WithDefaults } from '../../data/index.js';
import { differenceOf, editedTargets, type Startup } from '../../datastore/index.js';
import type { Caller } from '../call.js';
import type { ServerContext } from '../context.js';
import { configChangeEvent } from '../notifications/config-change.js';
import { permitChanges } from '../permit.js';
import { readTree } from '../read.js';
import { changeRunning } from './change-running.js';
import { requireServed } from './served.js';
import { contentOf, filesOf, type Source, type Target, writeConfigFile } from './source.js';
import { datastoreTree } from './trees.js';

export interface CopyRequest {
  readonly source: Source;
  readonly target: Target;
  /** How default values are written into a file; a datastore keeps what was set, whatever is asked. */
  readonly withDefaults?: WithDefaults;
}

/** @throws RpcError invalid-value (source and target are the same), in-use, and what is not valid in the target */
export async function copyConfig(context: ServerContext, caller: Caller, request: CopyRequest): Promise<void> {
  const { source, target, withDefaults = 'explicit' } = request;
  requireDifferent(source, target);
  if (target.kind === 'url') {
    const readable = await readableContent(context, caller, source);
    return writeConfigFile(context, target.url, readable, withDefaults);
  }
  requireServed(context, caller, target.name);
  const given = await contentOf(context, caller, source);
  // What is running may be saved by who may not change a node of it (RFC 8341 §3.2.5).
  const saves = source.kind === 'datastore' && source.name === 'running' && target.name === 'startup';
  // Of another datastore only what the caller may read is copied, as if the rest were not there; and it is taken when the
  // target's turn has come: an edit that is answered until then would be lost otherwise.
  const content = async () => {
    if (source.kind !== 'datastore') return given;
    const whole = datastoreTree(context, source.name);
    if (saves) return whole;
    return inSlices(new Turns(caller), (turns) => context.access.readable(caller.principal, whole, turns));
  };
  const permit = (before: Tree, after: Tree) => {
    if (!saves) permitChanges(context, caller, before, after);
  };
  switch (target.name) {
    case 'running':
      await changeRunning(context, caller, { next: content });
      return;
    case 'candidate':
      return context.datastores.candidate.change(caller.session, async (before) => {
        context.datastores.locks.requireFree('candidate', caller.session);
        const after = await content();
        permit(before, after);
        return after;
      });
    case 'startup':
      return writeStartup(context, caller, content, permit);
  }
}

/** @throws RpcError operation-not-supported (running and candidate cannot be deleted), in-use */
export async function deleteConfig(context: ServerContext, caller: Caller, target: Target): Promise<void> {
  if (target.kind === 'url') return filesOf(context).remove(target.url);
  requireServed(context, caller, target.name);
  if (target.name !== 'startup') {
    throw new RpcError({
      type: 'protocol',
      tag: 'operation-not-supported',
      message: `${target.name} cannot be deleted; only startup and files can`,
      info: { 'bad-element': target.name },
    });
  }
  const { schema } = context.face(caller);
  await writeStartup(
    context,
    caller,
    async () => emptyTree(schema.root),
    (before, after) => permitChanges(context, caller, before, after),
  );
}

/** Startup must be valid as running must (RFC 7950 §8.3.3): but nothing at all is a deleted one. */
async function writeStartup(
  context: ServerContext,
  caller: Caller,
  next: () => Promise<Tree>,
  permit: (before: Tree, after: Tree) => void,
): Promise<void> {
  const { schema, registry } = context.face(caller);
  const { locks } = context.datastores;
  const startup = servedStartup(context);
  await context.running.turn(async () => {
    locks.requireFree('startup', caller.session);
    const content = await next();
    permit(startup.tree, content);
    if (content.children.size > 0)
      await validateAsync(content, { schema, type: 'config', unchanged: context.running.tree });
    const edit = await differenceOf(startup.tree, content);
    await startup.write(content, async (tx) => {
      if (!registry.announcesChanges || edit.children.size === 0) return;
      await context.events.append(tx, configChangeEvent('startup', editedTargets(edit), caller));
    });
  });
}

function servedStartup({ datastores }: ServerContext): Startup {
  if (datastores.startup) return datastores.startup;
  throw new RpcError({
    type: 'protocol',
    tag: 'operation-not-supported',
    message: 'this node has no startup datastore',
  });
}

/** What of the source the caller may read: a file is read by others. */
async function readableContent(context: ServerContext, caller: Caller, source: Source): Promise<Tree> {
  if (source.kind !== 'datastore') return contentOf(context, caller, source);
  requireServed(context, caller, source.name);
  return readTree(context, caller, { datastore: source.name, content: 'config', selection: 'all' });
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
