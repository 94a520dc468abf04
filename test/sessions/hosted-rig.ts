/** A node with hosted members, which may be stopped and started again on its database; the operator's requests over RESTCONF. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { type AgentDefinition, defineAgent } from '../../src/index.js';
import { description, type Plain } from '../rows/agents-rig.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode, type TestNodeOptions } from '../support/node.js';
import { until } from '../until.js';

export interface HostedRig {
  /** Starts the node, again on the same database. */
  start(agents: readonly AgentDefinition[], options?: TestNodeOptions): Promise<void>;
  stop(): Promise<void>;
  /** An rpc, as the user admin. @returns the output; the request must succeed */
  call(rpc: string, input?: Plain): Promise<Plain>;
  /** Returns the same as another user. */
  as(user: string, password: string): HostedRig['call'];
  act(session: string, action: string, input: Plain): Promise<void>;
  /** Opens a session as agent noc. @returns its identifier */
  open(kind: string, members: readonly string[], more?: Plain): Promise<string>;
  say(session: string, content: string, more?: Plain): Promise<Plain>;
  read(session: string): Promise<Plain>;
  /** Returns what was said in a session, without what the node tells of members and the floor: `FROM TYPE: CONTENT`. */
  said(session: string): Promise<readonly string[]>;
  /** Waits until exactly these were said. */
  untilSaid(session: string, ...lines: readonly string[]): Promise<void>;
  readonly http: Https;
}

/** A hosted agent that may be found. */
export function member(id: string, more: Partial<AgentDefinition> = {}): AgentDefinition {
  const { profile } = description(id, { profile: { skills: undefined } });
  return defineAgent({ id, profile, ...more });
}

export function useHostedRig(): HostedRig {
  let node: TestNode | undefined;
  let http: Https | undefined;
  let data: string | undefined;
  const others: Https[] = [];
  const stop = async () => {
    for (const each of others.splice(0)) each.close();
    http?.close();
    http = undefined;
    await node?.stop();
    node = undefined;
  };
  afterEach(async () => {
    await stop();
    if (data !== undefined) rmSync(data, { recursive: true, force: true });
    data = undefined;
  });
  const connection = () => {
    if (!http) throw new Error('the node is not started');
    return http;
  };
  const post = async (path: string, module: string, input: Plain, by = connection()): Promise<Plain> => {
    const { status, body } = await by.send('POST', path, { body: JSON.stringify({ [`${module}:input`]: input }) });
    expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 300) });
    return body === '' ? {} : JSON.parse(body)[`${module}:output`];
  };
  const callBy =
    (by?: Https) =>
    (rpc: string, input: Plain = {}) =>
      post(`/restconf/operations/${rpc}`, rpc.split(':')[0] ?? '', input, by);
  const call = callBy();
  const sessionPath = (session: string) => `/restconf/data/yangent-sessions:sessions/session=${session}`;
  const said = async (session: string) => {
    const { message = [] } = await call('yangent-sessions:history', { session, limit: 1000 });
    const own = message.filter(({ type }: Plain) => !['membership', 'floor'].includes(type.split(':')[1]));
    return own.map(({ from = 'node', type, content = '' }: Plain) => `${from} ${type.split(':')[1]}: ${content}`);
  };
  return {
    get http() {
      return connection();
    },
    start: async (agents, options = {}) => {
      const isFirst = data === undefined;
      data ??= mkdtempSync(join(tmpdir(), 'yangent-hosted-'));
      node = await startTestNode({ data, agents, ...options });
      http = new Https(node);
      if (isFirst) await call('yangent-agents:register', description('noc'));
    },
    stop,
    call,
    as: (user, password) => {
      if (!node) throw new Error('the node is not started');
      const by = new Https(node, user, password);
      others.push(by);
      return callBy(by);
    },
    act: async (session, action, input) => {
      await post(`${sessionPath(session)}/${action}`, 'yangent-sessions', input);
    },
    open: async (kind, members, more = {}) => {
      const member = members.map((agent) => ({ agent }));
      return (await call('yangent-sessions:open', { from: 'noc', kind, member, ...more })).id;
    },
    say: (session, content, more = {}) => call('yangent-sessions:send', { session, from: 'noc', content, ...more }),
    read: async (session) => {
      const { status, body } = await connection().send('GET', sessionPath(session));
      return status === 200 ? JSON.parse(body)['yangent-sessions:session'][0] : {};
    },
    said,
    untilSaid: async (session, ...lines) => {
      await until(
        () => said(session),
        (now) => now.length >= lines.length,
      ).catch(() => undefined);
      expect(await said(session)).toEqual(lines);
    },
  };
}
