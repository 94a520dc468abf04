/**
 * NETCONF sessions with a subscription each (RFC 5277). Some may stop reading at once; step `read` lets them go on, and
 * tells what they were given: the first events in order, then notificationComplete or the end of the session.
 */
import { NetconfChannel, type NetconfLogin } from './netconf-channel.js';
import { type Sequence, SequenceCheck } from './sequence.js';
import { answer, followSteps, options } from './steering.js';
import { Tally } from './tally.js';

export interface NetconfSubscribersOptions {
  readonly login: NetconfLogin;
  readonly subscribers: number;
  /** Further ones that do not read. */
  readonly silent: number;
  /** For each subscriber. */
  readonly events: number;
  readonly sequence: Sequence;
}

export interface SilentHeard {
  readonly events: number;
  readonly notice: 'notificationComplete' | 'closed';
}

const { login, subscribers, silent, events, sequence } = options<NetconfSubscribersOptions>();
const SUBSCRIBE =
  '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><filter type="subtree">' +
  '<netconf-config-change xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-notifications"/>' +
  '<tick xmlns="urn:yangent:bench:ticks"/></filter></create-subscription>';

async function subscribe(): Promise<NetconfChannel> {
  const { session } = await NetconfChannel.open(login);
  const reply = await session.ask(SUBSCRIBE);
  if (!/<([\w-]+:)?ok\/>/.test(reply)) throw new Error(`not subscribed: ${reply}`);
  return session;
}

const tally = new Tally(subscribers * events);
for (let index = 0; index < subscribers; index++) {
  const check = new SequenceCheck(sequence);
  const session = await subscribe();
  session.onMessage = (text) => {
    check.take(text);
    tally.add();
  };
}
const paused: NetconfChannel[] = [];
for (let index = 0; index < silent; index++) {
  const session = await subscribe();
  session.channel.pause();
  paused.push(session);
}
answer({ subscribed: subscribers + silent });

function readAgain(session: NetconfChannel): void {
  const check = new SequenceCheck(sequence);
  let heard = 0;
  const over = (notice: SilentHeard['notice']) => answer({ events: heard, notice } satisfies SilentHeard);
  const closed = () => over('closed');
  session.channel.once('close', closed);
  session.onMessage = (text) => {
    if (text.includes('notificationComplete')) {
      session.channel.off('close', closed);
      over('notificationComplete');
      return;
    }
    check.take(text);
    heard += 1;
  };
  session.channel.resume();
}

followSteps({ read: () => paused.forEach(readAgain) });
