/** The inbox of an agent on another node: its messages one after the other, each acknowledged when it is done with. */
import type { Rpcs } from '../generated/index.js';
import type { CallOptions } from './options.js';

type ReceiveInput = Rpcs['yangent-sessions:receive']['input'];
type Received = Rpcs['yangent-sessions:receive']['output'];
type AcknowledgeInput = Rpcs['yangent-sessions:acknowledge']['input'];

/** A session to be opened: the input of `yangent-sessions:open`. Default of `from`: the agent of the peer. */
export type SessionOrder = Rpcs['yangent-sessions:open']['input'];
/** A message to be sent: the input of `yangent-sessions:send`. Default of `from`: the agent of the peer. */
export type PeerMessage = Partial<Rpcs['yangent-sessions:send']['input']>;
/** A message of an inbox, as `yangent-sessions:receive` gives it. */
export type InboxMessage = NonNullable<Received['message']>[number];
/** Messages that the agent missed, because it was too far behind. */
export type InboxGap = NonNullable<Received['gap']>[number];

/** A message of the agent that the home of its session refused. */
export type InboxRejection = NonNullable<Received['rejected']>[number];

export interface InboxOptions {
  /** Default: the agent of the peer. */
  readonly agent?: string;
  /** Only this session. */
  readonly session?: string;
  /** Seconds after which a message that is not acknowledged comes again. Default: 60. */
  readonly redeliverAfter?: number;
  /** Called when messages were missed. */
  readonly onGap?: (gap: InboxGap) => void;
  /** Called when the home of a session, which is a third node, refused a message. */
  readonly onRejected?: (rejection: InboxRejection) => void;
  readonly signal?: AbortSignal;
}

export interface InboxWays {
  receive(input: ReceiveInput, options: CallOptions): Promise<Received>;
  acknowledge(input: AcknowledgeInput, options: CallOptions): Promise<void>;
}

/** Messages that are received at once. A long batch would come again before its end is reached. */
const BATCH = 20;
/** Seconds for which the node waits for a message. */
const WAIT = 60;
const REDELIVER_AFTER = 60;

/** Yields messages without end. The one before is acknowledged when the next is asked for. @throws RpcError; the reason of the signal */
export async function* messagesOf(
  { receive, acknowledge }: InboxWays,
  agent: string,
  { session, redeliverAfter = REDELIVER_AFTER, onGap, onRejected, signal }: Omit<InboxOptions, 'agent'>,
): AsyncGenerator<InboxMessage, void> {
  const input = { agent, max: BATCH, wait: WAIT, 'redeliver-after': redeliverAfter } as const;
  for (;;) {
    signal?.throwIfAborted();
    const asked = session === undefined ? input : { ...input, session };
    const { message = [], gap = [], rejected = [] } = await receive(asked, { signal });
    for (const each of rejected) {
      onRejected?.(each);
      const position = { session: each.session ?? '', through: '0', rejected: [each.id ?? ''] } as const;
      await acknowledge({ agent, position: [position] }, { signal });
    }
    for (const each of gap) {
      onGap?.(each);
      await acknowledge({ agent, position: [{ session: each.session, through: each.through }] }, { signal });
    }
    for (const each of message) {
      yield each;
      const { session, sequence: through = '0' } = each;
      await acknowledge({ agent, position: [{ session, through }] }, { signal });
    }
  }
}
