/** The right of other nodes to data: a peer reads for its members what messages give to all of them. */
import type { Queries } from '../../store/index.js';
import type { SessionPeer } from '../homes/homes.js';
import { domainOf } from '../homes/names.js';
import { passesForAny } from '../member/abroad.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { isShared, someNaming } from './naming.js';

type Needs = Pick<
  SessionServices,
  'sessions' | 'messages' | 'directory' | 'contexts' | 'linkRows' | 'behind' | 'homes'
>;

/** The way in which a right is looked for. */
export interface Look {
  readonly queries?: Queries | undefined;
  /** True: only those count that are members now. */
  readonly isIn?: boolean;
}

/**
 * Yields the sessions by which a peer may read data: a message names them that was given to it for its members, or that was sent from
 * here into a session whose home it is.
 */
export async function* givingBehind(
  o: Needs,
  peer: SessionPeer,
  param: string,
  { queries, isIn = false }: Look,
): AsyncGenerator<SessionRecord> {
  for (const id of await o.messages.data.sessions(param, queries)) {
    const session = await o.sessions.get(id, queries);
    if (!session) continue;
    if (session.copy?.peer === peer.name) {
      if (!isOf(peer, param)) yield session;
      continue;
    }
    if (!(await o.linkRows.get(id, peer.name, queries))) continue;
    const members = await o.behind.of(id, peer.name);
    const present = members.filter(({ state }) => state === 'joined');
    const passes = passesForAny(session, isIn ? present : members, o);
    const gives = await someNaming(
      o,
      session,
      param,
      (message) => passes(message) && present.every(({ agent }) => isShared(o, message, agent, param)),
      queries,
    );
    if (gives) yield session;
  }
}

/** True for data that the peer has told. All others that a copy of its sessions names were named in a message from here. */
function isOf({ speaksFor }: SessionPeer, param: string): boolean {
  const domain = domainOf(param);
  return domain !== undefined && speaksFor(domain);
}
