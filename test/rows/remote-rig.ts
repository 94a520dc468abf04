/** A node whose agents `RESTCONF` and `NETCONF` live on another one, over connections that can be cut. */
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { connectPeer, type Peer, type PeerTask, recordsOf, type TaskRecord } from '../../src/peers/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { type Cut, startCut } from '../support/cut.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { until } from '../until.js';

export const WORKER = fileURLToPath(new URL('remote-worker.mjs', import.meta.url));
export const WAYS = ['RESTCONF', 'NETCONF'] as const;
export type Way = (typeof WAYS)[number];

export const passwordOf = (name: string) => `the password of ${name}`;
/** One that is in no group. */
export const user = (name: string) => ({
  'yangent-access:access': { user: [{ name, password: `$0$${passwordOf(name)}` }] },
});
export const profile = (name: string) => ({
  name,
  description: `the agent ${name}`,
  version: '1.0.0',
  provider: 'ACME',
});
export const survey = { type: 'survey', object: 'R1-R2', description: 'look at the links' };

/** A directory of a node that has the secrets by which it logs in on the other one. */
export function withSecrets(): string {
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { recursive: true, mode: 0o700 });
  for (const [name, value] of [
    ['far', passwordOf('near')],
    ['wrong', 'another password'],
  ] as const)
    writeFileSync(join(data, 'secrets', name), value, { mode: 0o600 });
  return data;
}

export const reached = (task: PeerTask, state: string) =>
  until(
    () => task.view(),
    (record) => record.state === state,
  );

/** What the other node has: the agent worker inside it, and agents of the user `porter` that fetch their tasks themselves. */
export const farConfiguration = () => ({
  'yangent-access:access': {
    user: ['near', 'porter'].flatMap((name) => user(name)['yangent-access:access'].user),
  },
  'yangent-agents:agents': {
    agent: [
      { id: 'broker', owner: ['near'], profile: profile('broker') },
      { id: 'closed', profile: profile('closed'), execution: { accepts: { type: ['surgery'] } } },
      { id: 'porter', owner: ['porter'], profile: profile('porter') },
    ],
  },
});

interface Execution {
  readonly credential?: string;
  readonly agent?: string;
}

export class RemoteRig {
  readonly #peers: Peer[] = [];

  private constructor(
    readonly far: TestNode,
    readonly near: TestNode,
    readonly cuts: Readonly<Record<Way, Cut>>,
  ) {}

  static async start(): Promise<RemoteRig> {
    const far = await startTestNode({ agents: [WORKER] });
    await far.node.edit(farConfiguration());
    const { hostname, port } = new URL(far.url);
    const cuts = {
      RESTCONF: await startCut({ host: hostname, port: Number(port) }),
      NETCONF: await startCut(far.netconf),
    };
    const near = await startTestNode({ data: withSecrets(), limits: { remote: { patience: 20_000 } } });
    const rig = new RemoteRig(far, near, cuts);
    await near.node.edit(rig.configuration());
    return rig;
  }

  mend(): void {
    for (const cut of Object.values(this.cuts)) cut.mend();
  }

  async stop(): Promise<void> {
    for (const peer of this.#peers) await peer.close();
    await this.near.stop();
    for (const cut of Object.values(this.cuts)) await cut.close();
    await this.far.stop();
  }

  /** Where an agent of the kind remote lives. */
  execution(way: Way, { credential = 'far', agent = 'worker' }: Execution = {}) {
    const { RESTCONF, NETCONF } = this.cuts;
    const bytes = { url: `https://127.0.0.1:${RESTCONF.port}`, identity: certificateOf(this.far) };
    const remote = { agent, as: 'broker', user: 'near', credential };
    return way === 'RESTCONF'
      ? { kind: 'remote', target: bytes.url, remote: { ...remote, identity: bytes.identity } }
      : {
          kind: 'remote',
          target: `netconf://127.0.0.1:${NETCONF.port}`,
          remote: {
            ...remote,
            identity: this.far.node.ready.netconf?.hostKeyFingerprint,
            'data-target': bytes.url,
            'data-identity': bytes.identity,
          },
        };
  }

  /** Of a node whose agents are those of the far node, each over both ways. */
  configuration() {
    const agent = (id: string, execution: object) => ({ id, profile: profile(id), execution });
    return {
      'yangent-agents:agents': {
        agent: [
          { id: 'noc', profile: profile('noc') },
          ...WAYS.flatMap((way) => [
            agent(way, this.execution(way)),
            agent(`${way}-porter`, this.execution(way, { agent: 'porter' })),
            agent(`${way}-closed`, this.execution(way, { agent: 'closed' })),
            agent(`${way}-locked`, this.execution(way, { credential: 'wrong' })),
          ]),
        ],
      },
    };
  }

  /** Closed with the rig. */
  async peerOf({ url, certificate }: TestNode, login: { user: string; password: string; as: string }): Promise<Peer> {
    const peer = await connectPeer({ url, ca: readFileSync(certificate), ...login });
    this.#peers.push(peer);
    return peer;
  }

  /** Gives tasks to the near node. */
  noc(): Promise<Peer> {
    return this.peerOf(this.near, { user: 'admin', password: this.near.password, as: 'noc' });
  }

  /** What the far node has for a task of the near one. */
  async counterparts({ id }: Pick<PeerTask, 'id'>): Promise<readonly TaskRecord[]> {
    const tasks = recordsOf(await this.far.node.read('/yangent-tasks:tasks'));
    return tasks.filter((task) => task['task-id'].startsWith(`${id}.`));
  }

  async counterpart(task: Pick<PeerTask, 'id'>, state: string): Promise<TaskRecord> {
    const [only, ...more] = await until(
      () => this.counterparts(task),
      ([first]) => first?.state === state,
    );
    expect(more).toEqual([]);
    return only!;
  }
}

function certificateOf({ certificate }: TestNode): string {
  const { fingerprint256 } = new X509Certificate(readFileSync(certificate));
  return `sha-256:${fingerprint256.replaceAll(':', '').toLowerCase()}`;
}
