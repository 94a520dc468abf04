import { shownAgent } from '../agents/index.js';
import type { Call } from '../server/index.js';
import type { Tx } from '../store/index.js';
import { mayHandOn } from './hand-on.js';
import type { ContextItems } from './record/items.js';
import { sees } from './visibility.js';

/** The receiver of a message that names context items. */
export interface Addressee {
  readonly agent: string;
  /** True when it is on another node: items are then sent to it. */
  readonly isRemote: boolean;
}

/**
 * Refuses items that the receiver of the message could not fetch.
 *
 * @throws RpcError data-missing for an item that the caller may not see, access-denied for one between other agents
 */
export async function requireItems(
  items: ContextItems,
  tx: Tx,
  call: Call,
  ids: readonly string[],
  { agent, isRemote }: Addressee,
): Promise<void> {
  for (const id of ids) {
    const item = (await items.get(id, tx))?.item;
    if (!item || !sees(call, item) || !mayHandOn(call, '/yangent-contexts:contexts/item', id))
      return call.fail({ tag: 'data-missing', message: `there is no context item "${id}"` });
    if (isRemote || item.from === agent || item.to === agent) continue;
    call.fail({
      tag: 'access-denied',
      message: `context item "${id}" is between other agents, so that agent "${shownAgent(agent)}" could not read it; share it with that agent first`,
    });
  }
}
