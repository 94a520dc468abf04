/** The common path of all changes of running (edit, commit, copy, restoration): check, store, announce and apply. */
import { type Claim, SYSTEM } from '../../access/index.js';
import { type Tree, validateAsync } from '../../data/index.js';
import { type Change, editedTargets, type RunningChange } from '../../datastore/index.js';
import type { EventInput } from '../../events/index.js';
import type { Tx } from '../../store/index.js';
import { approvalOfChange } from '../approval/index.js';
import type { Caller } from '../call.js';
import { makeCall, type ServerCore } from '../core.js';
import { applyHooks, changedNodes, type HookedChange, storeHooks, validateHooks } from '../hooks.js';
import { configChangeEvent } from '../notifications/config-change.js';
import { announceCommit, whoIs } from '../notifications/confirmed-commit.js';
import { applyUnseen, permitChanges, requirePermitted, validateUnseen } from '../permit.js';
import { requireNode } from '../served-datastores.js';
import { nodeView } from '../view.js';

/** The configuration of access control. */
const NACM = 'ietf-netconf-acm:nacm';

export interface RunningStep {
  /** Makes the new content. Called after the locks were checked. */
  readonly next: RunningChange['next'];
  /** True when `next` and `inside` use only their arguments; see `RunningChange.shares`. */
  readonly shares?: boolean;
  inside?(tx: Tx, change: Change): Promise<void>;
  /** The edits as asked for, without secrets in clear: the record has their digest. */
  readonly input?: readonly Tree[];
  readonly restorePoint?: RunningChange['restorePoint'];
}

/**
 * Changes running.
 *
 * @param by `'server'` for the node itself: locks do not hold for it, and its content was validated before
 * @throws RpcError in-use, and errors of the steps, the models and the providers
 */
export async function changeRunning(core: ServerCore, by: Caller | 'server', step: RunningStep): Promise<Change> {
  const caller = by === 'server' ? itself : by;
  const { schema, registry } = core.endpoint(caller);
  const { locks, startup, pending } = core.datastores;
  const call = makeCall(core, caller);
  // RFC 8040 §1.4: an edit through RESTCONF is also saved to startup.
  const saves = by !== 'server' && by.protocol === 'restconf' ? startup : undefined;
  let hooked: readonly HookedChange[] = [];
  let claim: Claim | undefined;
  const events = (tx: Tx, edit: Tree): readonly EventInput[] => {
    const edited = editedTargets(edit);
    const targets = edited.map(({ target }) => target);
    const audit =
      by === 'server'
        ? undefined
        : core.audit?.eventIn(tx, by, {
            ...{ operation: 'edit', targets, outcome: 'done' },
            ...(step.input ? { input: step.input } : {}),
            ...(claim ? { approvals: claim.ids } : {}),
          });
    const announced: readonly ('running' | 'startup')[] = saves ? ['running', 'startup'] : ['running'];
    return [
      ...(audit ? [audit] : []),
      ...(registry.announcesChanges ? announced.map((each) => configChangeEvent(each, edited, by)) : []),
    ];
  };
  // An edit by the session of a pending commit belongs to it.
  const isOnTrial = () =>
    step.restorePoint === undefined
      ? caller.protocol === 'netconf' && pending.current !== undefined
      : step.restorePoint === 'set';
  const change: RunningChange = {
    restorePoint: step.restorePoint ?? restorePointOf(core, by),
    next: (current, versionAt, provisional) => {
      if (by !== 'server') {
        requireNode(by);
        locks.requireFree('running', by.session);
        if (saves) locks.requireFree('startup', by.session);
        if (step.restorePoint === undefined) pending.requireMayEdit(by);
      }
      const next = () => step.next(current, versionAt, provisional);
      return by === 'server' || provisional ? next() : applyUnseen(core, by, next);
    },
    // Not shared when hooks must read running, when access rules change, or when startup must be copied.
    shares: ({ before, after }) =>
      step.shares === true &&
      !saves &&
      !claim &&
      hooked.length === 0 &&
      before.children.get(NACM) === after.children.get(NACM),
    check: async (change, provisional) => {
      const { before, after } = change;
      hooked = changedNodes(before, after, registry.hooks);
      if (by === 'server' || before === after) return;
      if (provisional) requirePermitted(core, by, before, after);
      else permitChanges(core, by, before, after);
      await validateUnseen(core, by, () => validateAsync(after, { schema, type: 'config', unchanged: before }));
      await validateHooks(hooked, call);
      claim?.release();
      claim = await approvalOfChange(core, by, { ...change, datastore: 'running' }, { isProvisional: provisional });
    },
    inside: async (tx, change) => {
      await claim?.consume(tx);
      if (claim && isOnTrial()) await core.approvals?.putOnTrial(tx, claim.ids);
      await step.inside?.(tx, change);
      if (
        step.restorePoint === undefined &&
        by !== 'server' &&
        by.protocol === 'restconf' &&
        confirms(core, by, change)
      )
        await confirm(core, by, tx);
      if (change.edit.children.size === 0) return;
      await storeHooks(core, hooked, call, tx);
      await saves?.writeIn(tx, change.after);
      const reported = events(tx, change.edit);
      if (reported.length > 0) await core.events.append(tx, ...reported);
    },
    done: () => applyHooks(core, hooked, call),
  };
  try {
    return await core.running.change(change);
  } finally {
    claim?.release();
  }
}

/** Returns the effect of an edit on a pending confirmed commit; see docs/decisions/datastores.md. */
function restorePointOf(core: ServerCore, by: Caller | 'server'): RunningChange['restorePoint'] {
  if (by === 'server') return undefined;
  switch (by.protocol) {
    // Edits of the session with the pending commit belong to its trial; those of other sessions are refused.
    case 'netconf':
      return undefined;
    case 'restconf':
      return (change) => (confirms(core, by, change) ? 'clear' : undefined);
    // Changes by operations and by the node itself stay, also when the commit is undone.
    case 'local':
      return 'follow';
    default:
      return by.protocol satisfies never;
  }
}

/**
 * True when an edit through RESTCONF is the confirming commit (RFC 8040 §1.4). An edit without changes needs no permission, so it
 * confirms only when the caller may make the pending change.
 */
function confirms({ running, access }: ServerCore, { principal }: Caller, { after, edit }: Change): boolean {
  if (edit.children.size > 0) return true;
  return running.restorePoint === undefined || access.mayChange(principal, running.restorePoint.tree, after);
}

/** Confirms the pending confirmed commit, if there is one, by the edit in this transaction. */
async function confirm(core: ServerCore, caller: Caller, tx: Tx): Promise<void> {
  const { pending } = core.datastores;
  if (!pending.current) return;
  await announceCommit(core, tx, 'complete', whoIs(caller));
  const entry = { operation: 'ietf-netconf:commit', targets: ['running'], outcome: 'done' } as const;
  if (core.audit) await core.events.append(tx, core.audit.eventIn(tx, caller, entry));
  tx.afterCommit(() => pending.end());
}

/** The node as the caller of its own actions. */
export const itself: Caller = {
  principal: SYSTEM,
  view: nodeView,
  session: 0,
  protocol: 'local',
  signal: new AbortController().signal,
};
