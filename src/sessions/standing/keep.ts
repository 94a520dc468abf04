/** Opens, changes or closes the session of an entry of `standing`, so that it is as configured. */
import { isDeepStrictEqual } from 'node:util';
import type { AgentRecord } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import type { Running } from '../../datastore/index.js';
import { type Call, configuredEntry } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { sender } from '../../tasks/index.js';
import { close } from '../floor/close.js';
import { changed } from '../floor/news.js';
import type { SessionRecord } from '../record/session.js';
import { STANDING, type StandingEntry, type StandingRow } from '../record/standing.js';
import { isSealed, termsOf } from '../record/terms.js';
import type { SessionServices } from '../services.js';
import { open } from '../team/open.js';
import type { StandingDoor } from './door.js';
import { type Kept, keepLeader, keepMembers } from './members.js';

export interface StandingNeeds {
  readonly services: SessionServices;
  readonly running: Pick<Running, 'tree'>;
  readonly door: StandingDoor;
}

export interface Outcome {
  /** Agents without which the session is not as configured: when one is registered or changed, it is tried again. */
  readonly awaited: readonly string[];
  readonly problem?: string;
}

/** Does what is left to do for an entry, in one transaction. What cannot be done is stored as the problem of the entry. */
export async function keep({ services, running, door }: StandingNeeds, tx: Tx, name: string): Promise<Outcome> {
  const { standing: rows } = services;
  const entry = configuredEntry(running.tree, STANDING, name);
  const session = await services.sessions.ofStanding(name, tx);
  if (!entry) {
    if (session) await close(services, tx, session, { reason: 'closed' });
    await rows.remove(tx, name);
    return { awaited: [] };
  }
  const row = (await rows.get(name, tx)) ?? { name, placed: [] };
  try {
    const { placed, missing } = await tx.part(() => follow(services, door, tx, { entry, row, session }));
    await rows.put(tx, { name, ...(row.owner === undefined ? {} : { owner: row.owner }), placed });
    return { awaited: missing };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const problem = error.message;
    await rows.put(tx, { ...row, problem });
    const done = new Set(row.placed.map(({ agent }) => agent));
    const members = (entry.member ?? []).map(({ agent }) => agent).filter((agent) => !done.has(agent));
    return { awaited: [entry.from, ...members], problem };
  }
}

interface Standing {
  readonly entry: StandingEntry;
  readonly row: StandingRow;
  /** The open session of the entry. */
  readonly session: SessionRecord | undefined;
}

/** @throws RpcError when the session cannot be as configured */
async function follow(
  o: SessionServices,
  door: StandingDoor,
  tx: Tx,
  { entry, row: { owner, placed }, session: before }: Standing,
): Promise<Kept> {
  const { name, kind } = entry;
  const actor = { agent: entry.from, ...(owner === undefined ? {} : { user: owner }) };
  const call = door.callOf(actor);
  const from = leader(o, call, entry);
  const terms = termsOf(kind, entry);
  // A sealed session never takes messages in clear: its members get another session.
  const isOther = before && (before.kind !== kind || (isSealed(before) && !isSealed({ terms })));
  if (before && isOther) await close(o, tx, before, { reason: 'closed' });
  if (!before || isOther) {
    const opener = await door.admitOpen(tx, actor, { from: from.id, kind, name });
    const opening = { from, kind, name, standing: name, terms: entry, invited: [] };
    const { session } = await open(o, tx, opener, opening);
    return keepMembers(o, tx, call, session, { entry, from, placed: [] });
  }
  let session = await keepLeader(o, tx, before, from.id);
  if (!isDeepStrictEqual(session.terms, terms)) {
    session = { ...session, terms };
    await o.sessions.setTerms(tx, session);
    await changed(o, tx, session, 'terms');
  }
  return keepMembers(o, tx, call, session, { entry, from, placed });
}

function leader({ directory }: SessionServices, call: Call, { from }: StandingEntry): AgentRecord {
  if (!directory.registered(from)) {
    call.fail({ tag: 'data-missing', message: `agent "${from}", which leads the session, is not registered` });
  }
  return sender(call, directory, from, 'from');
}
