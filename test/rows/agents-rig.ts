/** A node with three users, and literal requests of each over RESTCONF and NETCONF. */
import { afterAll, beforeAll, expect } from 'vitest';
import { type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode, type TestNodeOptions } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

const PASSWORDS = { alice: 'the password of alice', bob: 'the password of bob', carol: 'the password of carol' };
export type User = 'admin' | keyof typeof PASSWORDS;

export const AGENTS_XML = 'urn:yangent:params:xml:ns:yang:yangent-agents';
export const TASKS_XML = 'urn:yangent:params:xml:ns:yang:yangent-tasks';

// biome-ignore lint/suspicious/noExplicitAny: tests look into plain answers
export type Plain = any;

export interface AgentsRig {
  readonly node: TestNode;
  /** A RESTCONF request as it is; the body is JSON, or text that is sent as it is under the media type given. */
  http(user: User, method: string, path: string, body?: Plain, type?: string): Promise<HttpAnswer>;
  /** POST to `/restconf/operations/{name}`; gives the status and the members of the output, or the first error. */
  operation(user: User, name: string, input: Plain): Promise<{ readonly status: number; readonly output: Plain }>;
  /** POST of an action of a task; as `operation`. */
  onTask(
    user: User,
    id: string,
    action: string,
    input?: Plain,
  ): Promise<{ readonly status: number; readonly output: Plain }>;
  /** An operation of NETCONF; gives the rpc-reply as text. */
  netconf(user: User, operation: string): Promise<string>;
  /** A NETCONF session of its own, which the test closes. */
  openNetconf(user: User): Promise<RawNetconf>;
  /** The same at the endpoint of an agent, in a session of its own; rejects where there is no such endpoint for the user. */
  netconfAt(user: User, agent: string, operation: string): Promise<string>;
}

/** One node for all tests of a file. */
export function useAgentsRig(options: TestNodeOptions = {}): AgentsRig {
  let node: TestNode | undefined;
  const https = new Map<User, Https>();
  const sessions = new Map<User, RawNetconf>();
  let id = 0;
  beforeAll(async () => {
    node = await startTestNode(options);
    const user = Object.entries(PASSWORDS).map(([name, password]) => ({ name, password: `$0$${password}` }));
    const answer = await http('admin', 'PUT', '/restconf/data/yangent-access:access', {
      'yangent-access:access': { user },
    });
    if (answer.status >= 300) throw new Error(`users were answered with ${answer.status}: ${answer.body}`);
  });
  afterAll(async () => {
    for (const each of https.values()) each.close();
    for (const each of sessions.values()) each.close();
    await node?.stop();
  });
  const started = (): TestNode => {
    if (!node) throw new Error('the node is not started yet');
    return node;
  };
  const passwordOf = (user: User) => (user === 'admin' ? started().password : PASSWORDS[user]);
  const http: AgentsRig['http'] = (user, method, path, body, type) => {
    const connection = https.get(user) ?? new Https(started(), user, passwordOf(user));
    https.set(user, connection);
    if (body === undefined) return connection.send(method, path);
    return connection.send(method, path, type === undefined ? { body: JSON.stringify(body) } : { body, type });
  };
  const post = async (user: User, path: string, module: string, input: Plain) => {
    const { status, body } = await http(user, 'POST', path, input && { [`${module}:input`]: input });
    const value = body === '' ? undefined : JSON.parse(body);
    return { status, output: status < 400 ? value?.[`${module}:output`] : value['ietf-restconf:errors'].error[0] };
  };
  return {
    get node() {
      return started();
    },
    http,
    operation: (user, name, input) =>
      post(user, `/restconf/operations/${name}`, name.slice(0, name.indexOf(':')), input),
    onTask: (user, id, action, input) =>
      post(user, `/restconf/data/yangent-tasks:tasks/task=${id}/${action}`, 'yangent-tasks', input),
    netconf: async (user, operation) => {
      const session =
        sessions.get(user) ?? (await RawNetconf.open(started(), '1.1', { user, password: passwordOf(user) }));
      sessions.set(user, session);
      return session.ask(operation, ++id);
    },
    openNetconf: (user) => RawNetconf.open(started(), '1.1', { user, password: passwordOf(user) }),
    netconfAt: async (user, agent, operation) => {
      const login = { user: `${user}%${agent}`, password: passwordOf(user) };
      const session = await RawNetconf.open(started(), '1.1', login);
      return session.ask(operation, ++id).finally(() => session.close());
    },
  };
}

/** An agent with one skill, as it is registered. */
export function description(name: string, more: Plain = {}): Plain {
  const { profile = {}, ...rest } = more;
  return {
    id: name,
    profile: {
      name,
      description: `The agent ${name}`,
      version: '1.0.0',
      provider: 'ACME',
      skills: { skill: [{ 'skill-name': 'diagnose-link', 'skill-description': 'Finds out why a link is down' }] },
      ...profile,
    },
    ...rest,
  };
}

/** Registers over RESTCONF, which must succeed. */
export async function register(rig: AgentsRig, user: User, name: string, more: Plain = {}): Promise<void> {
  const answer = await rig.operation(user, 'yangent-agents:register', description(name, more));
  expect(answer).toMatchObject({ status: 200, output: { id: name } });
}
