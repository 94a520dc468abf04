/** Moves the position of an agent: what it has dealt with does not come again. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import { requireKnown } from '../member/acting.js';
import type { SessionServices } from '../services.js';

/** @throws RpcError data-missing, invalid-value for a number that was not given out */
export async function acknowledge(
  o: SessionServices,
  tx: Tx,
  call: Call,
  agent: string,
  position: { readonly session: string; readonly through: number },
): Promise<void> {
  const { member } = await requireKnown(o, call, position.session, agent, tx);
  const { acknowledged, delivered, lent, gap, missed } = member;
  const { through } = position;
  if (through > delivered) {
    call.fail({
      tag: 'invalid-value',
      message: `message ${through} of session "${position.session}" was not given to agent "${agent}"; the last one that was is ${delivered}`,
    });
  }
  if (through <= acknowledged) return;
  const { gap: _, ...rest } = member;
  const isOver = gap !== undefined && through >= gap.through;
  await o.members.move(tx, {
    ...rest,
    acknowledged: through,
    lent: through === delivered ? 0 : lent,
    ...(gap && !isOver ? { gap } : {}),
    missed: isOver ? missed + gap.count : missed,
  });
  tx.afterCommit(() => o.attached.wake(agent));
}
