/** A node whose users give authority in pieces, and the requests of tests about that. */
import { expect } from 'vitest';
import { defineAgent } from '../../../src/index.js';
import { ISSUER, type TestIssuer, testIssuer } from '../../support/dpop.js';
import { type HttpAnswer, Https } from '../../support/http.js';
import { startTestNode, type TestNode } from '../../support/node.js';
import { agentEntry } from '../../tasks/fixture.js';

export const FORM = 'application/x-www-form-urlencoded';
const OPERATIONS = '/restconf/operations';

// biome-ignore lint/suspicious/noExplicitAny: answers are as the node gives them
export type Plain = Record<string, any>;

const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'acme' });
const worker = defineAgent({ id: 'worker', profile: profile('worker'), skills: { work: async () => 'done' } });
/** Assigns a part of its task to the worker, and reads a device. */
const splitter = defineAgent({
  id: 'splitter',
  profile: profile('splitter'),
  skills: {
    split: async (_task, run) => {
      const refused = (error: { appTag?: string; message: string }) => `${error.appTag}: ${error.message}`;
      const part = await run
        .assign('part', { to: 'worker', type: 'work', objective: 'a part' })
        .then(({ state }) => state, refused);
      const device = await run.devices.get('edge-1', ['ietf-interfaces:interfaces']).then(() => 'read', refused);
      return JSON.stringify({ part, device });
    },
  },
});

export interface AuthorityRig {
  readonly rig: TestNode;
  readonly issuer: TestIssuer;
  readonly ann: Https;
  readonly bob: Https;
  /** A token of the other issuer for agent-x. */
  readonly agentX: string;
  /** Lets ann give a grant. @returns its identifier */
  readonly grantTo: (to: string, capabilities: readonly object[], more?: object) => Promise<string>;
  /** Returns a token from a grant. Default: for bob. */
  readonly tokenOf: (grant: string, client?: Https) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts a node with the users ann, bob and agent-x, an issuer whose tokens are for them, and agents of theirs. */
export async function startAuthority(): Promise<AuthorityRig> {
  const rig = await startTestNode({
    limits: { login: { first: 1, longest: 1 } },
    agents: [worker, splitter],
  });
  const issuer = await testIssuer();
  await rig.node.edit({
    'yangent-access:access': {
      user: ['ann', 'bob', 'agent-x'].map((name) => ({ name, password: `$0$the password of ${name}` })),
      'token-issuer': [{ issuer: ISSUER, audience: ['yangent'], jwks: issuer.jwks, members: 'local' }],
    },
    'yangent-agents:agents': {
      agent: [
        agentEntry('noc', ['ann']),
        agentEntry('crew', ['bob']),
        agentEntry('other', ['bob']),
        { id: 'splitter', owner: ['bob'] },
      ],
    },
  });
  const ann = new Https(rig, 'ann', 'the password of ann');
  const bob = new Https(rig, 'bob', 'the password of bob');
  const agentX = await issuer.token({ sub: 'agent-x' });
  const tokenOf = async (grant: string, client = bob) =>
    (await output(rpc(client, 'yangent-access:issue-token', { grant }))).token;
  return {
    ...{ rig, issuer, ann, bob, agentX, tokenOf },
    grantTo: async (to, capabilities, more = {}) => {
      const input = { to, capability: capabilities, expires: inAnHour(), ...more };
      return (await output(rpc(ann, 'yangent-access:delegate', input))).grant;
    },
    stop: async () => {
      for (const client of [ann, bob]) client.close();
      await rig.stop();
    },
  };
}

/** Returns the header of a request with a token. */
export const by = (token: string, scheme = 'Bearer') => ({ headers: { authorization: `${scheme} ${token}` } });

/** Calls an operation over RESTCONF. */
export async function rpc(client: Https, name: string, input: object, more: object = {}): Promise<HttpAnswer> {
  const [module = ''] = name.split(':');
  return client.send('POST', `${OPERATIONS}/${name}`, {
    body: JSON.stringify({ [`${module}:input`]: input }),
    ...more,
  });
}

/** Returns the output of an operation that must succeed. */
export async function output(answer: Promise<HttpAnswer> | HttpAnswer): Promise<Plain> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.any(String)]);
  return Object.values<Plain>(JSON.parse(body))[0] ?? {};
}

/** Returns status, tag and error-app-tag of a refusal. */
export async function refusal(answer: Promise<HttpAnswer> | HttpAnswer): Promise<readonly unknown[]> {
  const { status, body } = await answer;
  const [error] = JSON.parse(body)['ietf-restconf:errors'].error;
  return [status, error['error-tag'], error['error-app-tag']];
}

export const capability = (action: string, constraint?: object) => ({
  name: action,
  action: [action],
  ...(constraint ? { constraint } : {}),
});
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
export const assign = (to: string, more: object = {}) => ({ from: 'noc', to, type: 'work', async: true, ...more });
export const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
