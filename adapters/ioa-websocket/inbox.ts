/** The messages that wait for one agent, and the positions behind which they wait. */
import type { CallerApi, Notifications } from '../../src/index.js';
import { fault, unlessGone } from './fault.js';

export type Received = Notifications['yangent-sessions:message'];
/** Messages of a session that were skipped. */
export type Gap = Notifications['yangent-sessions:gap'];
/** A message of the agent that the home of its session refused. */
export type Rejected = Notifications['yangent-sessions:rejected'];
export type Item = { readonly message: Received } | { readonly gap: Gap } | { readonly rejected: Rejected };

/** No session has this identifier. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

export class Inbox {
  constructor(
    private readonly as: Pick<CallerApi, 'at' | 'invoke'>,
    private readonly agent: string,
  ) {}

  /** @throws RpcError access-denied when the caller may not speak as the agent */
  async requireOwn(): Promise<void> {
    await unlessGone(this.as.invoke('yangent-sessions:history', { agent: this.agent, session: NO_SESSION }));
  }

  /**
   * Gives what waits, and what comes later; each is written when the next is asked for.
   *
   * @throws RpcError when the caller may no longer speak as the agent, and when the node has no room for it
   */
  async *items(signal: AbortSignal): AsyncGenerator<Item, void, void> {
    for await (const { name, value } of this.as.at(this.agent).subscribe('inbox', { signal })) {
      if (name === 'yangent-sessions:gap' && isGap(value)) yield { gap: value };
      else if (name === 'yangent-sessions:rejected' && isRejected(value)) yield { rejected: value };
      else if (isMessage(value)) yield { message: value };
    }
    if (!signal.aborted) throw fault('access-denied', 'the node gives no more messages');
  }

  /** @throws RpcError data-missing, and invalid-value for a message that was not given */
  async acknowledge(group: string, through: number): Promise<void> {
    const position = [{ session: group, through: `${BigInt(through)}` as const }];
    await this.as.invoke('yangent-sessions:acknowledge', { agent: this.agent, position });
  }

  /** The client has been told of a refused message. */
  async acknowledgeRejected({ session, id }: Rejected): Promise<void> {
    const position = [{ session, through: '0' as const, rejected: [id] }];
    await unlessGone(this.as.invoke('yangent-sessions:acknowledge', { agent: this.agent, position }));
  }
}

/** The node has checked the values of notifications against their model. */
function isMessage(value: unknown): value is Received {
  return typeof value === 'object' && value !== null && 'session' in value && 'sequence' in value && 'id' in value;
}

function isRejected(value: unknown): value is Rejected {
  return typeof value === 'object' && value !== null && 'session' in value && 'error-tag' in value;
}

function isGap(value: unknown): value is Gap {
  return typeof value === 'object' && value !== null && 'session' in value && 'through' in value;
}
