/** A node with sessions whose messages name data, and all ways in which a user may read these. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { expect } from 'vitest';
import type { Plain, User } from '../rows/agents-rig.js';
import { useSessionsRig } from './sessions-rig.js';

export const artifact = (param: string, more: Plain = {}) => ({
  artifact: [{ name: 'trace', 'data-param': param, ...more }],
});

export const NONE = {
  bytes: 'none',
  param: 'none',
  listed: 'none',
  draft: 'none',
  draftListed: 'none',
  netconf: 'none',
};
export const all = (id: string, text: string) => ({
  bytes: text,
  param: id,
  listed: id,
  draft: id,
  draftListed: id,
  netconf: id,
});

/** One node for all tests of a file, as `useSessionsRig` starts it. */
export function useBytesRig() {
  const sessions = useSessionsRig();
  const { rig } = sessions;
  /** Stores bytes of alice; other data have the text in their name. */
  const put = async (id: string, text: string, user: User = 'alice') => {
    const { status } = await rig.http(user, 'PUT', `/data/${id}`, text, 'text/plain');
    expect(status).toBeLessThan(300);
  };
  /** The ways in which a user can read data, each with what it answers: the bytes, or `none`. */
  async function ways(user: User, id: string, agent = ''): Promise<Plain> {
    const at = agent === '' ? '' : `/agents/${agent}`;
    const shown = async (path: string, name: string, pick: (entries: Plain[]) => Plain) => {
      const { status, body } = await rig.http(user, 'GET', `${at}/restconf/data/${path}`);
      return status === 200 ? (pick(JSON.parse(body)[name]) ?? 'none') : 'none';
    };
    const bytes = await rig.http(user, 'GET', `${at}/data/${id}`);
    const one = ([entry]: Plain[]) => entry.id;
    const among = (entries: Plain[]) => entries.find((entry) => entry.id === id)?.id;
    const filter = `<get><filter><data xmlns="urn:yangent:params:xml:ns:yang:yangent-contexts"><param><id>${id}</id></param></data></filter></get>`;
    const reply = await (agent === '' ? rig.netconf(user, filter) : rig.netconfAt(user, agent, filter));
    return {
      bytes: bytes.status === 200 ? bytes.body : 'none',
      param: await shown(`yangent-contexts:data/param=${id}`, 'yangent-contexts:param', one),
      listed: await shown('yangent-contexts:data/param', 'yangent-contexts:param', among),
      draft: await shown(`irtf-agent:data-params=${id}`, 'irtf-agent:data-params', one),
      draftListed: await shown('irtf-agent:data-params', 'irtf-agent:data-params', among),
      netconf: reply.includes(`<id>${id}</id>`) ? id : 'none',
    };
  }
  const text = async (user: User, id: string) => (await ways(user, id)).bytes;
  /** Reads bytes that still come: `over` resolves when no more do. */
  async function follow(user: User, id: string) {
    const authorization = `Basic ${Buffer.from(`${user}:the password of ${user}`).toString('base64')}`;
    const asked = request(`${rig.node.url}/data/${id}`, {
      ca: readFileSync(rig.node.certificate),
      headers: { authorization },
    });
    const [incoming] = (await once(asked.end(), 'response')) as [IncomingMessage];
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    // A stream that is cut short ends with an error.
    const over = new Promise<void>((resolve) => incoming.on('error', () => resolve()).on('close', resolve));
    return { text: () => text, over };
  }
  return { ...sessions, put, ways, text, follow };
}
