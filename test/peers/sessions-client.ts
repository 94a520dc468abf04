/** What a test asks of a node about sessions. */
import { expect } from 'vitest';
import { until } from '../until.js';
import type { Client, Plain } from './domains-rig.js';

const SESSIONS = '/restconf/data/yangent-sessions:sessions/session';

/** Returns the session at a node, once this holds of it. */
export async function session(
  client: Client,
  id: string,
  holds: (shown: Plain) => boolean = () => true,
  limit?: number,
): Promise<Plain> {
  const shown = await until(
    async (): Promise<Plain | undefined> => {
      const { status, body } = await client.https.send('GET', `${SESSIONS}=${id}`);
      return status === 200 ? JSON.parse(body)['yangent-sessions:session'][0] : undefined;
    },
    (found) => found !== undefined && holds(found),
    limit,
  );
  return shown ?? {};
}

/** Invokes an action of a session. */
export async function act(client: Client, id: string, action: string, input: object): Promise<Plain> {
  const answer = await client.https.send('POST', `${SESSIONS}=${id}/${action}`, {
    body: JSON.stringify({ 'yangent-sessions:input': input }),
  });
  const { status, body } = answer;
  expect({ action, status, body }).toMatchObject({ action, status: body === '' ? 204 : 200 });
  return body === '' ? {} : (JSON.parse(body)['yangent-sessions:output'] ?? {});
}

/** Returns all messages that an agent may read. */
export async function history(client: Client, id: string, agent: string): Promise<readonly Plain[]> {
  const all: Plain[] = [];
  for (;;) {
    const after = all.at(-1)?.sequence ?? '0';
    const { message = [] } = await client.output('yangent-sessions:history', {
      ...{ agent, session: id, after, limit: 1000 },
    });
    all.push(...message);
    if (message.length < 1000) return all;
  }
}

/** Returns number, sender and text of those that say something. */
export function said(messages: readonly Plain[]): readonly (readonly [number, string, string])[] {
  return messages
    .filter(({ content }) => content !== undefined)
    .map(({ sequence, from, content }) => [Number(sequence), from, content]);
}
