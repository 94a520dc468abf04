/** Members that read at one node and acknowledge, and operators that read all. */
import type { RestconfClient } from '../../../src/clients/index.js';
import { call, type Message, messagesOf } from '../sessions/traffic.js';
import type { Answers, Seen } from './answers.js';
import { AGENTS, type Agent, fullAt, type Place } from './row.js';

export function seenAt(place: Place, { sequence, id, from, to = [], type, content = '' }: Message): Seen {
  return {
    ...{ sequence: Number(sequence), id, content, type: type.replace('yangent-sessions:', '') },
    from: from === undefined ? 'the node' : fullAt(place, from),
    to: to.map((agent) => fullAt(place, agent)).sort(),
  };
}

/** Returns the log of a session at a node. @param agent the member that reads; undefined: an operator does */
export async function logAt(
  client: RestconfClient,
  place: Place,
  session: string,
  agent?: string,
): Promise<readonly Seen[]> {
  return (await messagesOf(client, session, agent)).map((message) => seenAt(place, message));
}

/** Reads what waits for an agent, and acknowledges it. */
export async function listen(
  client: RestconfClient,
  agent: Agent,
  answers: Answers,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) await readOnce(client, agent, answers, 1);
}

/** Reads once. @returns the number of messages that were there */
export async function readOnce(client: RestconfClient, agent: Agent, answers: Answers, wait: number): Promise<number> {
  const { message = [], rejected = [] } = await call(client, 'yangent-sessions:receive', {
    ...{ agent, wait, max: 100, 'redeliver-after': 1 },
  });
  const through = new Map<string, Seen[]>();
  for (const each of message) {
    const seen = seenAt(AGENTS[agent], each);
    const those = through.get(String(each.session));
    if (those) those.push(seen);
    else through.set(String(each.session), [seen]);
  }
  for (const [session, seen] of through) {
    answers.given(session, agent, seen);
    const last = seen.at(-1)?.sequence ?? 0;
    await acknowledge(client, agent, session, last, []);
    answers.acknowledged(session, agent, last);
  }
  for (const { session, id, ...why } of rejected) {
    answers.faults.push(`${id} of ${agent} is rejected: ${JSON.stringify(why)}`);
    answers.refused(String(session), agent, String(id));
    await acknowledge(client, agent, String(session), 0, [String(id)]);
  }
  return message.length;
}

async function acknowledge(
  client: RestconfClient,
  agent: Agent,
  session: string,
  through: number,
  rejected: string[],
): Promise<void> {
  await call(client, 'yangent-sessions:acknowledge', {
    agent,
    position: [{ session, through: `${BigInt(through)}`, ...(rejected.length > 0 ? { rejected } : {}) }],
  });
}
