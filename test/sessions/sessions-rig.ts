/** A node with three agents of three users, and literal requests of sessions. */
import { beforeAll, expect } from 'vitest';
import { type AgentsRig, type Plain, register, type User, useAgentsRig } from '../rows/agents-rig.js';
import type { TestNodeOptions } from '../support/node.js';

export const SESSIONS_XML = 'urn:yangent:params:xml:ns:yang:yangent-sessions';
const OWNERS: Readonly<Record<string, User>> = { noc: 'alice', ip: 'bob', optics: 'carol' };
const owner = (agent: string): User => OWNERS[agent] ?? 'admin';

export interface Answer {
  readonly status: number;
  readonly output: Plain;
}

export interface SessionsRig {
  readonly rig: AgentsRig;
  /** An rpc of yangent-sessions. */
  call(user: User, name: string, input: Plain): Promise<Answer>;
  /** An action of a session. */
  act(user: User, session: string, action: string, input: Plain): Promise<Answer>;
  /** Opens a session as agent noc, which must succeed. @returns its identifier */
  open(kind: string, more?: Plain): Promise<string>;
  group(...members: readonly string[]): Promise<string>;
  say(from: string, session: string, content: string, more?: Plain): Promise<Answer>;
  receive(agent: string, more?: Plain): Promise<Plain>;
  acknowledge(agent: string, session: string, through: number): Promise<Answer>;
  /** Reads and acknowledges all that waits. @returns the contents */
  drain(agent: string): Promise<string[]>;
  /** Returns the session as the user reads it; undefined when there is none for him. */
  read(user: User, session: string): Promise<Plain>;
}

/** Returns the contents of messages. */
export const texts = ({ message = [] }: Plain): string[] => message.flatMap(({ content }: Plain) => content ?? []);

/** One node for all tests of a file; its agents are `noc` of alice, `ip` of bob and `optics` of carol. */
export function useSessionsRig(options: TestNodeOptions = {}): SessionsRig {
  const rig = useAgentsRig(options);
  beforeAll(async () => {
    for (const [agent, user] of Object.entries(OWNERS)) await register(rig, user, agent);
  });
  const call = (user: User, name: string, input: Plain) => rig.operation(user, `yangent-sessions:${name}`, input);
  const act = async (user: User, session: string, action: string, input: Plain) => {
    const path = `/restconf/data/yangent-sessions:sessions/session=${session}/${action}`;
    const { status, body } = await rig.http(user, 'POST', path, { 'yangent-sessions:input': input });
    const value = body === '' ? {} : JSON.parse(body);
    return { status, output: status < 400 ? value['yangent-sessions:output'] : value['ietf-restconf:errors'].error[0] };
  };
  const open = async (kind: string, more: Plain = {}): Promise<string> => {
    const { status, output } = await call('alice', 'open', { from: 'noc', kind, ...more });
    expect({ status, output }).toMatchObject({ status: 200, output: { state: 'open' } });
    return output.id;
  };
  const group = (...members: readonly string[]) => open('group', { member: members.map((agent) => ({ agent })) });
  const say = (from: string, session: string, content: string, more: Plain = {}) =>
    call(owner(from), 'send', { from, session, content, ...more });
  const receive = async (agent: string, more: Plain = {}): Promise<Plain> => {
    const { status, output } = await call(owner(agent), 'receive', { agent, ...more });
    expect([200, 204]).toContain(status);
    return output ?? {};
  };
  const acknowledge = (agent: string, session: string, through: number) =>
    call(owner(agent), 'acknowledge', { agent, position: [{ session, through: String(through) }] });
  /** Reads and acknowledges all that waits. */
  const drain = async (agent: string): Promise<string[]> => {
    const all: string[] = [];
    for (;;) {
      const given = await receive(agent);
      if (!given.message) return all;
      all.push(...texts(given));
      for (const { session, sequence } of given.message) {
        expect(await acknowledge(agent, session, Number(sequence))).toMatchObject({ status: 204 });
      }
    }
  };
  const read: SessionsRig['read'] = async (user, session) => {
    const { status, body } = await rig.http(user, 'GET', `/restconf/data/yangent-sessions:sessions/session=${session}`);
    return status === 200 ? JSON.parse(body)['yangent-sessions:session'][0] : undefined;
  };
  return { rig, call, act, open, group, say, receive, acknowledge, drain, read };
}
