/** A node with persons who vote, agents and rules about approvals, for tests over RESTCONF and NETCONF. */
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { hashPassword } from '../../src/access/password.js';
import { defineAgent } from '../../src/index.js';
import { errorIn, type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { octetsOf, SshKeygen } from '../support/ssh-keygen.js';

export type Members = Readonly<Record<string, unknown>>;

export const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'acme' });
const worker = defineAgent({ id: 'worker', profile: profile('worker'), skills: { work: async () => 'done' } });
const splitter = defineAgent({
  id: 'splitter',
  profile: profile('splitter'),
  skills: {
    split: async (_task, run) => {
      await run.assign('part', { to: 'worker', type: 'work', objective: 'a part' });
      return 'split';
    },
  },
});

export const RULES = '/restconf/data/yangent-access:access/approval-rule';
export const APPROVALS = '/restconf/data/yangent-access:approvals/approval';
const NAMES = ['ann', 'bob', 'vera', 'vic', 'opal', 'olga', 'adam'] as const;

export const passwordOf = (name: string) => `the password of ${name}`;
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ...{ vera: ['voters'], vic: ['voters'], opal: ['operator'], olga: ['operator', 'voters'], adam: ['admin'] },
};

/** Returns the one approval that a refusal names. */
export function needed(answer: HttpAnswer): string {
  expect(answer.status).toBe(403);
  const error = errorIn(answer);
  expect(error).toMatchObject({ 'error-tag': 'access-denied', 'error-app-tag': 'aap_approval_required' });
  const id = (error['error-info'] as Members)['yangent-access:approval'];
  expect([id].flat()).toHaveLength(1);
  return String([id].flat()[0]);
}

class ApprovalsRig {
  readonly keygen = new SshKeygen();
  test!: TestNode;
  admin!: Https;
  by!: Readonly<Record<(typeof NAMES)[number], Https>>;
  signing!: Awaited<ReturnType<typeof generateKeyPair>>;
  /** The rules of a test. */
  readonly #made: string[] = [];
  #objectives = 0;

  async start(): Promise<void> {
    this.signing = await generateKeyPair('EdDSA', { extractable: true });
    this.keygen.key('vera');
    this.keygen.key('late');
    this.test = await startTestNode({ agents: [worker, splitter], startup: true });
    // Each edit of a rule has passwords checked anew: these hashes are cheap.
    const users = await Promise.all(
      NAMES.map(async (name) => ({
        ...{ name, password: await hashPassword(passwordOf(name), 4), group: GROUPS[name] ?? [] },
      })),
    );
    const keys = [{ name: 'laptop', algorithm: 'ssh-ed25519', 'key-data': this.keyData('vera') }];
    const jwk = JSON.stringify(await exportJWK(this.signing.publicKey));
    await this.test.node.edit({
      'yangent-access:access': {
        user: users.map((user) => {
          if (user.name === 'vera') return { ...user, 'authorized-key': keys };
          return user.name === 'vic' ? { ...user, 'signing-key': [{ name: 'token', jwk }] } : user;
        }),
      },
      'yangent-agents:agents': {
        agent: [
          { id: 'desk', owner: ['ann'], profile: profile('desk') },
          { id: 'shop', owner: ['bob'], profile: profile('shop') },
          { id: 'splitter', owner: ['bob', 'olga'], 'acts-for': 'bob' },
        ],
      },
    });
    this.admin = new Https(this.test);
    const all = NAMES.map((name) => [name, new Https(this.test, name, passwordOf(name))] as const);
    this.by = Object.fromEntries(all) as typeof this.by;
  }

  async stop(): Promise<void> {
    this.admin?.close();
    for (const each of Object.values(this.by ?? {})) each.close();
    await this.test?.stop();
  }

  keyData(name: string): string {
    return octetsOf(join(this.keygen.folder, `${name}.pub`)).toString('base64');
  }

  async rule(name: string, more: Members = {}): Promise<void> {
    const entry = { name, action: ['yangent-tasks.assign'], 'approver-group': ['voters'], ...more };
    this.#made.push(name);
    await this.test.node.edit({ 'yangent-access:access': { 'approval-rule': [entry] } });
  }

  async removeRules(): Promise<void> {
    for (const name of this.#made.splice(0)) await this.remove(`approval-rule=${name}`);
  }

  /** Removes what is below the configuration of access, as a recovery session. */
  async remove(path: string): Promise<void> {
    const { status } = await this.admin.send('DELETE', `/restconf/data/yangent-access:access/${path}`);
    expect([204, 404]).toContain(status);
  }

  /** Returns the input of a request that no other test makes. */
  fresh(more: Members = {}) {
    this.#objectives += 1;
    const objective = `work ${this.#objectives}`;
    return { from: 'desk', to: 'worker', objective, type: 'work', async: true, ...more };
  }

  assign(input: Members, who = this.by.ann): Promise<HttpAnswer> {
    return who.send('POST', '/restconf/operations/yangent-tasks:assign', {
      body: JSON.stringify({ 'yangent-tasks:input': input }),
    });
  }

  async shown(id: string, who = this.by.vera): Promise<Members> {
    const { status, body } = await who.send('GET', `${APPROVALS}=${id}`);
    expect(status).toBe(200);
    return JSON.parse(body)['yangent-access:approval'][0];
  }

  async vote(id: string, who: Https, input: Members = {}, verdict = 'approve') {
    const answer = await who.send('POST', `${APPROVALS}=${id}/${verdict}`, {
      body: JSON.stringify({ 'yangent-access:input': input }),
    });
    if (answer.status !== 200) return { status: answer.status, ...errorIn(answer) };
    return JSON.parse(answer.body)['yangent-access:output'].state;
  }

  /** Returns the number of tasks that a request has made. */
  async tasksOf(objective: unknown): Promise<number> {
    const tasks = (await this.test.node.read('/yangent-tasks:tasks')) as
      | { readonly task?: readonly Members[] }
      | undefined;
    return JSON.stringify(tasks ?? {}).split(JSON.stringify(objective)).length - 1;
  }

  async records(id: string): Promise<readonly Members[]> {
    const { body } = await this.admin.send('GET', '/restconf/data/yangent-audit:audit/log');
    const entries: readonly Members[] = JSON.parse(body)['yangent-audit:log'].entry;
    return entries.filter(({ approval }) => approval === id);
  }
}

/** Returns a node that is started before the tests of a file, and stopped after them; the rules of a test go with it. */
export function approvalsRig(): ApprovalsRig {
  const rig = new ApprovalsRig();
  beforeAll(() => rig.start());
  afterEach(() => rig.removeRules());
  afterAll(() => rig.stop());
  return rig;
}
