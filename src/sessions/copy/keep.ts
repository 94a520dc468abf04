/** Keeps the row of a copy as its home tells it. */
import type { Tx } from '../../store/index.js';
import { changed } from '../floor/news.js';
import type { SessionPeer } from '../homes/homes.js';
import { domainOf } from '../homes/names.js';
import type { ToldSession } from '../link/told.js';
import { type Floor, NO_FLOOR } from '../record/floor.js';
import type { Copy, SessionRecord } from '../record/session.js';
import { type Terms, termsOf } from '../record/terms.js';
import type { SessionServices } from '../services.js';

/** Tells why a session of a peer is not taken. */
export class Refused extends Error {}

/** Identifiers of version 7 (RFC 9562 §5.7): those of two nodes are not the same by chance. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Returns the session as it is now, which is not stored yet unless it is new. A copy is bound to the home and the peer that gave it first.
 *
 * @throws Refused
 */
export async function keepCopy(
  o: SessionServices,
  tx: Tx,
  peer: SessionPeer,
  told: ToldSession,
  known: SessionRecord | undefined,
): Promise<SessionRecord> {
  const { id = '', home } = told;
  if (!ID.test(id)) throw new Refused('its identifier is none of version 7');
  if (home === undefined) throw new Refused('it has no home');
  if (known && !known.copy) throw new Refused('this node is the home of a session with its identifier');
  if (known?.copy && (known.copy.home !== home || known.copy.peer !== peer.name))
    throw new Refused(`the session comes from ${known.copy.home} over peer ${known.copy.peer}`);
  if (!peer.speaksFor(home)) throw new Refused(`peer ${peer.name} does not speak for ${home}`);
  if (known) {
    const now = renewed(o, known, told);
    if (now.state !== known.state) await changed(o, tx, now, now.state === 'closed' ? 'closed' : 'state');
    return now;
  }
  if ((await o.sessions.countCopies(tx, peer.name)) >= peer.maxSessions)
    throw new Refused(`there are ${peer.maxSessions} open sessions of peer ${peer.name} (max-sessions)`);
  const fresh = freshCopy(o, peer, told, home);
  await o.sessions.add(tx, fresh);
  await changed(o, tx, fresh, 'opened');
  return fresh;
}

function freshCopy(o: SessionServices, peer: SessionPeer, told: ToldSession, home: string): SessionRecord {
  const { id = '', kind, initiator, continues, depth = 0 } = told;
  const bare: SessionRecord = {
    ...{ id, kind, depth },
    initiator: initiator === undefined ? '' : nameOf(o, initiator),
    ...{ owner: peer.owner, created: Date.parse(told.created), since: 0, state: 'open' },
    terms: termsOf(kind, {}),
    ...{ first: 1, last: 0 },
    copy: { home, peer: peer.name, complete: told.complete },
    ...(continues ? { continues: { session: continues.session, through: Number(continues.through) } } : {}),
  };
  return renewed(o, bare, told);
}

function renewed(o: SessionServices, known: SessionRecord, told: ToldSession): SessionRecord {
  const { name: _, goal: __, coordinator: ___, floor: ____, copy, ...rest } = known;
  const { name, goal, coordinator, state, since, conclusion, complete } = told;
  const floor = told.floor && floorOf(o, told.floor);
  return {
    ...rest,
    ...{ state, since: Date.parse(since), terms: termsOfTold(told, known.terms) },
    ...(name === undefined ? {} : { name }),
    ...(goal === undefined ? {} : { goal }),
    ...(coordinator === undefined ? {} : { coordinator: nameOf(o, coordinator) }),
    ...(told['close-reason'] === undefined ? {} : { closeReason: told['close-reason'] }),
    ...(conclusion === undefined ? {} : { conclusion }),
    ...(floor ? { floor } : {}),
    ...(copy ? { copy: { ...copy, complete } satisfies Copy } : {}),
  };
}

/**
 * Members that are too far behind here lag: this node does not hold up the home. Nobody joins here who is not invited. A session that is
 * sealed stays so, whatever its home says.
 */
function termsOfTold(
  { kind, qos, retention, 'turn-taking': turns, 'max-depth': maxDepth, 'show-members': shows, encryption }: ToldSession,
  before: Terms,
): Terms {
  return termsOf(kind, {
    ...(turns ? { 'turn-taking': turns } : {}),
    ...(maxDepth === undefined ? {} : { 'max-depth': maxDepth }),
    qos: { ...qos, 'when-full': 'lag' },
    admission: 'invite',
    ...(shows === undefined ? {} : { 'show-members': shows }),
    ...(retention ? { retention } : {}),
    ...(before.encryption === 'sealed' || encryption === 'sealed' ? { encryption: 'sealed' } : {}),
  });
}

function floorOf(o: SessionServices, { holder = [], turn = 0 }: NonNullable<ToldSession['floor']>): Floor {
  return { ...NO_FLOOR, holders: holder.map((agent) => nameOf(o, agent)), turn };
}

/** Returns how an agent is called here that another node names. @throws Refused for a name without domain: it could be one of this node */
export function nameOf({ directory }: Pick<SessionServices, 'directory'>, name: string): string {
  if (domainOf(name) === undefined) throw new Refused(`it names agent "${name}" without the domain of its node`);
  return directory.foreign.plain(name);
}
