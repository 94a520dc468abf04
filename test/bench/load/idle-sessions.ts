/** Opens NETCONF sessions over SSH, each in a connection of its own, and keeps them. Step `ask`: one request on each. */
import { NetconfChannel, type NetconfLogin } from './netconf-channel.js';
import { answer, clock, followSteps, options } from './steering.js';

export interface IdleSessionsOptions {
  readonly login: NetconfLogin;
  readonly sessions: number;
  /** Handshakes at one time. */
  readonly atOnce: number;
}

export interface Opened {
  /** Milliseconds until all are open. */
  readonly milliseconds: number;
}

export interface Asked {
  readonly answered: number;
}

const { login, sessions, atOnce } = options<IdleSessionsOptions>();
const open: NetconfChannel[] = [];
const ids = new Set<string>();
let left = sessions;

async function openSome(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const { session, hello } = await NetconfChannel.open(login);
    const id = /<session-id>(\d+)<\/session-id>/.exec(hello)?.[1];
    if (id === undefined || ids.has(id)) throw new Error(`a hello without a session-id of its own: ${hello}`);
    ids.add(id);
    open.push(session);
  }
}

async function askAll(): Promise<void> {
  let answered = 0;
  for (const session of open) {
    const reply = await session.ask('<discard-changes/>');
    if (!/<rpc-reply/.test(reply)) throw new Error(`not a reply: ${reply}`);
    answered += 1;
  }
  answer({ answered } satisfies Asked);
}

const begun = clock();
await Promise.all(Array.from({ length: atOnce }, openSome));
answer({ milliseconds: clock() - begun } satisfies Opened);
followSteps({ ask: () => void askAll() });
