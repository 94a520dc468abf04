/** Members that talk in one session, and read what others say, until the node is gone. */
import type { RestconfClient } from '../../../src/clients/index.js';
import type { YangentSessionsRpcs } from '../../../src/generated/index.js';
import { contentOf, type Journal, type Seen } from './journal.js';

export type Rpcs = YangentSessionsRpcs;
/** A message as history gives it. */
export type Message = NonNullable<Rpcs['yangent-sessions:history']['output']['message']>[number];

/** Returns the output of an operation. @throws RestconfError when it is refused, RpcError of type transport when the node is gone */
export async function call<N extends keyof Rpcs>(
  client: RestconfClient,
  name: N,
  input: Rpcs[N]['input'],
): Promise<Partial<Rpcs[N]['output']>> {
  return ((await client.invoke(name, input)) ?? {}) as Partial<Rpcs[N]['output']>;
}

export function seen({ sequence, id, from, content }: Message): Seen {
  return { sequence: Number(sequence), id, from, content };
}

/** A voice of a member. It sends one message after the other; one that is not answered is sent again to the next node. */
export class Voice {
  #number = 0;
  #open: string | undefined;
  #last: string | undefined;

  constructor(
    private readonly agent: string,
    private readonly name: string,
    private readonly journal: Journal,
  ) {}

  /** Sends until the node is gone; first what was under way at the crash, and what was answered last. */
  async talk(client: RestconfClient, session: string): Promise<never> {
    for (const id of [this.#open, this.#last]) if (id !== undefined) await this.#send(client, session, id, true);
    for (;;) {
      this.#number += 1;
      await this.#send(client, session, `${this.name}-${this.#number}`, false);
    }
  }

  async #send(client: RestconfClient, session: string, id: string, repeated: boolean): Promise<void> {
    this.#open = id;
    const from = this.agent;
    const { sequence } = await call(client, 'yangent-sessions:send', {
      ...{ session, from, id, content: contentOf(id, from) },
    });
    this.journal.sent(id, Number(sequence), repeated);
    this.#last = id;
    this.#open = undefined;
  }
}

/** Registers an agent that talks. */
export async function register(client: RestconfClient, name: string): Promise<void> {
  const profile = { name, description: 'talks with others', version: '1.0.0', provider: 'ACME' };
  await client.invoke('yangent-agents:register', { profile });
}

/** Reads and acknowledges what waits for a member, in all its sessions or in one. @returns the number of messages; 0 when none came within `wait` seconds */
export async function read(
  client: RestconfClient,
  agent: string,
  wait: number,
  journal: Journal,
  session?: string,
): Promise<number> {
  const max = 1 + Math.floor(Math.random() * 30);
  const input = { agent, session, max, wait, 'redeliver-after': 1 };
  const { message = [] } = await call(client, 'yangent-sessions:receive', input);
  journal.given(
    agent,
    message.map((each) => ({ ...seen(each), redelivered: each.redelivered === true })),
  );
  const last = message.at(-1);
  if (!last) return 0;
  await call(client, 'yangent-sessions:acknowledge', {
    agent,
    position: [{ session: last.session, through: last.sequence }],
  });
  journal.acknowledged(agent, Number(last.sequence));
  return message.length;
}

/** Returns the whole log, page by page from its end. @param agent the member that reads; undefined: an operator does */
export async function messagesOf(client: RestconfClient, session: string, agent?: string): Promise<readonly Message[]> {
  const pages: (readonly Message[])[] = [];
  for (;;) {
    const before = pages[0]?.[0]?.sequence;
    const { message = [] } = await call(client, 'yangent-sessions:history', { agent, session, before, limit: 1000 });
    if (message.length > 0) pages.unshift(message);
    if (message.length === 0 || message[0]?.sequence === '1') return pages.flat();
  }
}

/** Returns the log as an operator reads it, and as each of these members does. */
export async function logsOf(
  client: RestconfClient,
  session: string,
  agents: readonly string[],
): Promise<ReadonlyMap<string, readonly Seen[]>> {
  const logs = new Map<string, readonly Seen[]>();
  for (const agent of [undefined, ...agents])
    logs.set(agent ?? 'an operator', (await messagesOf(client, session, agent)).map(seen));
  return logs;
}
