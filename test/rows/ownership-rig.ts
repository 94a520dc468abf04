/** A node of two users who own agents, and an operator; each has every way in. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/clean-up.js';
import { type Credentials, type Face, localFace, type Members, netconfFace, restconfFace } from '../support/faces.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { Watcher } from '../support/watcher.js';

const HOSTED = fileURLToPath(new URL('../support/agents/ip-fault.mjs', import.meta.url));

export const PASSWORDS = { alice: 'the password of alice', bob: 'the password of bob' } as const;
export type User = keyof typeof PASSWORDS;

/** What alice must never see. */
export const SECRET = 'the-secret-of-bob';
export const CONTENT = `##target object ${SECRET} ##task description diagnose the link`;

const entry = (id: string, owner: User) => ({
  id,
  owner: [owner],
  profile: { name: `${id} of ${owner}`, description: 'an agent', version: '1.0.0', provider: 'ACME' },
});

/** alice owns a1 and a2, bob owns b1 and b2; ip-fault runs inside the node and nobody owns it. */
export async function startOwnersNode(): Promise<TestNode> {
  const config = join(temporaryFolder(), 'agents.json');
  const agent = [entry('a1', 'alice'), entry('a2', 'alice'), entry('b1', 'bob'), entry('b2', 'bob')];
  writeFileSync(config, JSON.stringify({ 'yangent-agents:agents': { agent } }));
  return startTestNode({ agents: [HOSTED], config: [config], passwords: PASSWORDS });
}

export const login = (user: User): Credentials => ({ user, password: PASSWORDS[user] });

/** Every way of one user to the endpoint of the node or of an agent. */
export async function waysOf(rig: TestNode, user: User, agent?: string): Promise<readonly Face[]> {
  const { password } = login(user);
  const netconf = await netconfFace(rig, { user: agent === undefined ? user : `${user}%${agent}`, password });
  const restconf = restconfFace(rig, login(user), agent);
  return agent === undefined ? [netconf, restconf, localFace(rig.node, user)] : [netconf, restconf];
}

export interface Secrets {
  /** b1 -> b2, claimed by nobody yet. */
  readonly open: string;
  /** b1 -> ip-fault, done. */
  readonly done: string;
  /** b1 -> b2, negotiated. */
  readonly negotiated: string;
}

/** What bob does among his own agents and with one that nobody owns; all of it says the secret. */
export async function bobsWork(rig: TestNode): Promise<Secrets> {
  const bob = localFace(rig.node, 'bob');
  const assign = async (to: string, taskId: string, more: Members = {}) =>
    String(
      (await bob.invoke('yangent-tasks:assign', { from: 'b1', to, 'task-id': taskId, content: CONTENT, ...more }))?.id,
    );
  await bob.merge({
    'irtf-agent:data-params': [{ id: 'd-bob', dataType: 'text', data: SECRET }],
    'irtf-agent:context': [
      {
        id: 'c-bob',
        sendFrom: 'b1',
        sendTo: 'b2',
        'request-info': { content: SECRET, dataParam: 'd-bob', time: '2026-01-01T00:00:00Z' },
      },
    ],
    'irtf-agent:tasks': {
      'task-sendFrom': 'b1',
      'task-sendTo': 'b2',
      'task-id': 'm-bob',
      content: CONTENT,
      'msg-data': 'd-bob',
      context: 'c-bob',
    },
  });
  const open = await assign('b2', 't-open', { 'data-param': ['d-bob'] });
  const done = await assign('ip-fault', 't-done', { async: false, objective: SECRET });
  const negotiated = await bob.invoke('yangent-tasks:negotiate', {
    from: 'b1',
    to: 'b2',
    'task-id': 't-negotiated',
    type: 'FEASIBILITY',
    content: [CONTENT],
    wait: 0,
  });
  await bob.invoke('irtf-agent:task-negotiate', {
    'task-sendFrom': 'b1',
    'task-sendTo': 'ip-fault',
    'task-id': 't-hosted',
    content: [CONTENT],
  });
  await bob.invoke('yangent-contexts:share', {
    from: 'b1',
    to: 'b2',
    id: 'i-bob',
    type: 'conversation',
    content: SECRET,
  });
  await bob.invoke('yangent-contexts:share', {
    from: 'b1',
    to: 'ip-fault',
    id: 'i-hosted',
    type: 'conversation',
    content: SECRET,
  });
  return { open, done, negotiated: String(negotiated?.thread) };
}

export { Watcher };
