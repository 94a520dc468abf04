/** State of a session that says where it comes from, and what this node and its peers have of it. */
import { int64 } from '../../data/rfc7951/int64.js';
import type { YangentSessionsProvider } from '../../generated/providers.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';

type Value = YangentSessionsProvider['state']['/yangent-sessions:sessions/session']['entry'];
type Place = Pick<Value, 'home' | 'continues' | 'continued-by' | 'copy' | 'peer'>;

/** @param isOperator true: the peers are shown */
export async function placeValue(
  o: Pick<SessionServices, 'posts' | 'linkRows'>,
  { id, copy, continues, continuedBy }: SessionRecord,
  isOperator: boolean,
): Promise<Place> {
  const readers = isOperator ? await o.linkRows.of(id) : [];
  return {
    ...(copy ? { home: copy.home, copy: await copyValue(o, id, copy, isOperator) } : {}),
    ...(continues ? { continues: { session: continues.session, through: int64(continues.through) } } : {}),
    ...(continuedBy === undefined ? {} : { 'continued-by': continuedBy }),
    ...(readers.length > 0
      ? { peer: readers.map(({ peer, position }) => ({ name: peer, acknowledged: int64(position) })) }
      : {}),
  };
}

async function copyValue(
  { posts }: Pick<SessionServices, 'posts'>,
  id: string,
  { peer, complete, problem }: NonNullable<SessionRecord['copy']>,
  isOperator: boolean,
): Promise<NonNullable<Place['copy']>> {
  const waiting = await posts.countOf(id);
  return {
    complete,
    ...(isOperator ? { peer } : {}),
    ...(waiting > 0 ? { waiting } : {}),
    ...(problem === undefined ? {} : { problem }),
  };
}
