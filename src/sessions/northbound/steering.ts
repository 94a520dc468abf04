/** A session gets other terms, its floor is given, and it ends. */
import type { Call } from '../../server/index.js';
import { close } from '../floor/close.js';
import { rearrange } from '../floor/course.js';
import { changed } from '../floor/news.js';
import { requireLeading, requireOpen, requireSteering, speaker } from '../member/acting.js';
import { requireNotStanding } from '../member/configured.js';
import type { SessionRecord } from '../record/session.js';
import {
  changedTerms,
  isOfTurns,
  isSealed,
  requireClosedDirect,
  requireStaysSealed,
  requireTeamTerms,
  requireUnset,
  type TermName,
  withoutTerms,
} from '../record/terms.js';
import { clearness } from '../sealed/forms.js';
import { grantFloor } from '../send/grant.js';
import { say } from '../send/send.js';
import type { SessionServices } from '../services.js';
import type { Input, SessionCall } from './call.js';

export async function set(
  o: SessionServices,
  { agent: name, name: called, goal, unset = [], ...terms }: Input<'set'>,
  call: SessionCall,
) {
  const isTerm = (each: (typeof unset)[number]): each is TermName => each !== 'name' && each !== 'goal';
  const removed = unset.filter(isTerm);
  requireOneOf(call, 'name', called, unset);
  requireOneOf(call, 'goal', goal, unset);
  await o.store.transact(async (tx) => {
    const { session } = await requireSteering(o, call, call.keys.id, name, tx);
    requireOpen(call, session);
    requireNotStanding(call, session);
    requireClosedDirect(call, session.kind, terms);
    requireTeamTerms(call, session.kind, terms);
    requireUnset(call, session.kind, terms, removed);
    requireStaysSealed(call, 'set', session.terms, terms);
    const { name: nameBefore, goal: goalBefore, ...rest } = session;
    const [nameNow, goalNow] = [
      unset.includes('name') ? undefined : (called ?? nameBefore),
      unset.includes('goal') ? undefined : (goal ?? goalBefore),
    ];
    const now: SessionRecord = {
      ...rest,
      ...(nameNow === undefined ? {} : { name: nameNow }),
      ...(goalNow === undefined ? {} : { goal: goalNow }),
      terms: changedTerms(withoutTerms(session.kind, session.terms, removed), terms),
    };
    requireSealable(call, now);
    await o.sessions.setTerms(tx, now);
    await changed(o, tx, now, 'terms');
    if (terms['turn-taking'] || removed.some(isOfTurns)) await rearrange(o, tx, now);
  });
  return undefined;
}

/** Refuses to seal a team that waits to say something in clear. @throws RpcError invalid-value, app-tag not-sealed */
function requireSealable(call: Call, session: SessionRecord): void {
  const { id, opening } = session;
  const why = isSealed(session) && opening && clearness(opening.content, opening['media-type']);
  if (!why) return;
  call.fail({
    ...{ tag: 'invalid-value', appTag: 'not-sealed', path: '/yangent-sessions:set/encryption' },
    message: `the first message of team "${id}" waits until it begins, and is not sealed: ${why}. Set "encryption" later, or open another team`,
  });
}

function requireOneOf(call: Call, leaf: 'name' | 'goal', value: string | undefined, unset: readonly string[]): void {
  if (value === undefined || !unset.includes(leaf)) return;
  call.fail({ tag: 'invalid-value', message: `"${leaf}" is set and unset at once: say one of both` });
}

export async function give(
  o: SessionServices,
  { agent: name, state, 'next-speaker': next = [], trigger: triggers = [] }: Input<'grant-floor'>,
  call: SessionCall,
) {
  const by = speaker(o, call, name, 'agent');
  await o.store.transact(async (tx) => {
    const { session } = await requireLeading(o, call, call.keys.id, by.id, tx);
    requireOpen(call, session);
    const named = next.map((agent) => o.directory.foreign.plain(agent));
    const granting = { by: by.id, ...(state === undefined ? {} : { state }), next: named, triggers };
    await grantFloor(o, tx, call, session, granting);
  });
  return undefined;
}

export async function conclude(
  o: SessionServices,
  { agent: name, 'next-speaker': next }: Input<'conclude'>,
  call: SessionCall,
) {
  const from = speaker(o, call, name, 'agent');
  await o.store.transact(async (tx) => {
    await requireLeading(o, call, call.keys.id, from.id, tx);
    const details = next === undefined ? {} : { 'next-speaker': [o.directory.foreign.plain(next)] };
    await say(o, tx, call, call.keys.id, { from, type: 'conclude', to: [], tags: [], details });
  });
  return undefined;
}

export async function closeSession(o: SessionServices, { agent: name }: Input<'close'>, call: SessionCall) {
  await o.store.transact(async (tx) => {
    const { session } = await requireSteering(o, call, call.keys.id, name, tx);
    if (session.state === 'closed') return;
    requireNotStanding(call, session);
    await close(o, tx, session, { reason: 'closed' });
  });
  return undefined;
}
