/** Sends a message with an identifier, so that one whose answer was lost can be sent again. */
import { randomUUID } from 'node:crypto';
import type { RestconfClient } from '../../clients/index.js';
import { RpcError } from '../../data/index.js';
import type { Rpcs } from '../../generated/index.js';
import { type Members, membersOf, text } from '../remote/index.js';

export type SendInput = Rpcs['yangent-sessions:send']['input'];

/** Seconds that a node needs for its answer beside the wait that was asked for. */
const MARGIN = 60;

/** Returns what became of a message, for people. @param named the session as the user named it */
export function sentText(answer: Members, named: string | undefined): string {
  const sequence = text(answer, 'sequence');
  if (sequence !== undefined) return `#${sequence} in ${named}`;
  return `stored for ${named} as message ${text(answer, 'id')}, and on its way to the node that is its home`;
}

/** Returns the members of the answer. @throws RpcError; before one of type transport, the user is told how to repeat */
export async function send(node: RestconfClient, message: SendInput): Promise<Members> {
  const id = message.id ?? randomUUID();
  const timeout = ((message.wait ?? 0) + MARGIN) * 1000;
  try {
    return membersOf(await node.invoke('yangent-sessions:send', { ...message, id }, { timeout }));
  } catch (error) {
    // The node may have stored it, although its answer did not arrive.
    if (error instanceof RpcError && error.type === 'transport')
      console.error(`yangent: it may be stored all the same; send it again with --id ${id}, then it is there once`);
    throw error;
  }
}
