/** What a test asks of a node about bytes. */
import { expect } from 'vitest';
import type { User } from '../support/live-data.js';
import { type Client, passwordOf } from './domains-rig.js';

export const user = (name: string): User => ({ name, password: passwordOf(name) });

/** Stores bytes. @returns the status */
export async function put(client: Client, id: string, body: string): Promise<number> {
  return (await client.https.send('PUT', `/data/${id}`, { body, type: 'text/plain' })).status;
}

/** Returns the bytes, or the status of the refusal. */
export async function get(client: Client, id: string): Promise<string | number> {
  const { status, body } = await client.https.send('GET', `/data/${id}`);
  return status === 200 ? body : status;
}

/** Says something with data. */
export async function say(client: Client, session: string, from: string, param: string, more: object = {}) {
  const { status, body } = await client.rpc('yangent-sessions:send', {
    ...{ session, from, content: `see ${param}`, artifact: [{ name: 'trace', 'data-param': param }], ...more },
  });
  return { status, body };
}

/** The names of data in what an agent may read, in order. */
export function named(messages: readonly { readonly artifact?: readonly Record<string, string>[] }[]) {
  return messages.flatMap(({ artifact = [] }) => artifact.map((each) => each['data-param']));
}

export const done = (answer: { readonly status: number; readonly body: string }) =>
  expect([answer.status, answer.body]).toEqual([200, expect.any(String)]);
