/** The messages that wait for one agent, and the positions behind which they wait. */
import type { CallerApi, Rpcs } from '../../src/index.js';
import { unlessGone } from './fault.js';
import type { Received } from './outgoing.js';

/** Messages of a session that were skipped. */
export type Gap = NonNullable<Rpcs['yangent-sessions:receive']['output']['gap']>[number];
export type Item = { readonly message: Received } | { readonly gap: Gap };

/** Seconds for which one look waits; then the next begins. */
const WAIT = 300;
/** Seconds after which another connection of the agent gets what this one has not acknowledged. */
const LOAN = 5;
/** No session has this identifier. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

export class Inbox {
  constructor(
    private readonly as: Pick<CallerApi, 'invoke'>,
    private readonly agent: string,
  ) {}

  /** @throws RpcError access-denied when the caller may not speak as the agent */
  async requireOwn(): Promise<void> {
    await unlessGone(this.as.invoke('yangent-sessions:history', { agent: this.agent, session: NO_SESSION }));
  }

  /** Gives what waits, and what comes later. @throws RpcError when the caller may no longer speak as the agent */
  async *items(signal: AbortSignal): AsyncGenerator<Item, void, void> {
    const input = { agent: this.agent, wait: WAIT, 'redeliver-after': LOAN };
    while (!signal.aborted) {
      const { message = [], gap = [] } = await this.as.invoke('yangent-sessions:receive', input);
      for (const each of gap) yield { gap: each };
      for (const each of message) yield { message: each };
    }
  }

  /** @throws RpcError data-missing, and invalid-value for a message that was not given */
  async acknowledge(group: string, through: number): Promise<void> {
    const position = [{ session: group, through: `${BigInt(through)}` as const }];
    await this.as.invoke('yangent-sessions:acknowledge', { agent: this.agent, position });
  }
}
