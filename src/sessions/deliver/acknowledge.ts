/** Moves the position of an agent: what it has dealt with does not come again. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { requireKnown } from '../member/acting.js';
import type { Gap, MemberRecord } from '../record/member.js';
import type { SessionServices } from '../services.js';

/** @throws RpcError data-missing, invalid-value for a number that was not given out */
export async function acknowledge(
  o: SessionServices,
  tx: Tx,
  call: Call,
  agent: string,
  position: { readonly session: string; readonly through: number; readonly rejected: readonly string[] },
): Promise<void> {
  const { member } = await requireKnown(o, call, position.session, agent, tx);
  const { through, rejected } = position;
  for (const post of rejected.length > 0 ? await o.posts.refusedNamed(tx, position.session, rejected) : []) {
    if (post.sender === agent) await o.posts.remove(tx, post);
  }
  const given = Math.max(member.delivered, o.written.through(position.session, agent));
  if (through > given) {
    call.fail({
      tag: 'invalid-value',
      message: `message ${through} of session "${position.session}" was not given to agent "${agent}"; the last one that was is ${given}`,
    });
  }
  await moveTo(o, tx, member, through);
}

/** Moves the position of a member, which never goes back. */
export async function moveTo(
  o: Pick<SessionServices, 'members' | 'attached' | 'written'>,
  tx: Tx,
  member: MemberRecord,
  through: number,
): Promise<void> {
  const { session, agent, acknowledged, delivered, lent, missed, expired } = member;
  if (through <= acknowledged) return;
  const gap = widest(member.gap, o.written.gap(session, agent));
  const { gap: _, ...rest } = member;
  const isOver = gap !== undefined && through >= gap.through;
  await o.members.move(tx, {
    ...rest,
    acknowledged: through,
    delivered: Math.max(delivered, through),
    lent: through >= delivered ? 0 : lent,
    ...(gap && !isOver ? { gap } : {}),
    missed: isOver ? missed + gap.count : missed,
    expired: expired + o.written.expired(session, agent, through),
  });
  tx.afterCommit(() => {
    o.written.acknowledged(session, agent, through);
    o.attached.wake(agent);
  });
}

/** A loan and a stream count what they skip from the same position: the one that goes further counts the other. */
function widest(lent: Gap | undefined, streamed: Gap | undefined): Gap | undefined {
  return lent && streamed ? (lent.through > streamed.through ? lent : streamed) : (lent ?? streamed);
}
