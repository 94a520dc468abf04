/** The messages that wait for one agent. Whoever reads them is lent them until they are acknowledged. */
import type { CallerApi, Rpcs } from '../../src/index.js';
import { unlessGone } from './fault.js';
import type { Received } from './outgoing.js';

export interface Batch {
  readonly messages: readonly Received[];
  /** Sessions of which messages were skipped. */
  readonly gaps: NonNullable<Rpcs['yangent-sessions:receive']['output']['gap']>;
}

/** The last message of each session. */
export type Positions = ReadonlyMap<string, number>;

/** Seconds for which one look waits; then the next begins. */
const WAIT = 300;
/** Seconds after which another connection of the agent gets what this one has not acknowledged. */
const LOAN = 5;

export class Inbox {
  constructor(
    private readonly as: Pick<CallerApi, 'invoke'>,
    private readonly agent: string,
  ) {}

  /**
   * Gives what waits.
   *
   * @param o.waits false: comes back at once, also with nothing
   * @throws RpcError access-denied when the caller may not speak as the agent
   */
  async take({ waits }: { readonly waits: boolean }): Promise<Batch> {
    const input = { agent: this.agent, wait: waits ? WAIT : 0, 'redeliver-after': LOAN };
    const { message = [], gap = [] } = await this.as.invoke('yangent-sessions:receive', input);
    return { messages: message, gaps: gap };
  }

  /** @throws RpcError data-missing, and invalid-value for a message that was not given */
  async acknowledge(group: string, through: number): Promise<void> {
    const position = [{ session: group, through: `${BigInt(through)}` as const }];
    await this.as.invoke('yangent-sessions:acknowledge', { agent: this.agent, position });
  }

  /** Acknowledges what the client has. A session that is gone meanwhile has nothing to acknowledge. */
  async acknowledgeAll(positions: Positions): Promise<void> {
    for (const [group, through] of positions) await unlessGone(this.acknowledge(group, through));
  }
}

/** Returns the position of each session behind a batch. */
export function positionsBehind({ messages, gaps }: Batch): Positions {
  const all = [
    ...gaps.map(({ session, through }) => [session, Number(through)] as const),
    ...messages.map(({ session, sequence }) => [session, Number(sequence)] as const),
  ];
  const positions = new Map<string, number>();
  for (const [session, through] of all) positions.set(session, Math.max(through, positions.get(session) ?? 0));
  return positions;
}
