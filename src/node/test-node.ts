/** A node for testing an agent: on free loopback ports, with a temporary directory. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceDriver } from '../devices/index.js';
import { connectPeer, type Peer } from '../peers/index.js';
import type { NodeOptions } from './options.js';
import { type Node, startNode } from './start.js';

/** The agent that assigns tasks. */
const TESTER = 'tester';

export interface TestNode extends Node {
  /** Assigns tasks to the agents of the node over RESTCONF, as the agent `tester`. */
  readonly peer: Peer;
}

export interface TestNodeOptions extends Partial<NodeOptions> {
  /** Device drivers by protocol, for agents that use devices. */
  readonly drivers?: ReadonlyMap<string, DeviceDriver>;
}

/**
 * Starts a node like `startNode`, and connects to it. `close` ends both and deletes the directory.
 * @throws the errors of `startNode`
 */
export async function startTestNode({ drivers, ...options }: TestNodeOptions = {}): Promise<TestNode> {
  const own = await mkdtemp(join(tmpdir(), 'yangent-test-'));
  const remove = () => rm(own, { recursive: true, force: true });
  let node: Node | undefined;
  try {
    const restconf = { host: '127.0.0.1', port: 0 };
    const quiet = { tls: false, clientFile: false, logLevel: 'error', strictEvents: true };
    const start = { data: own, restconf, ...quiet, ...options };
    node = await startNode(start, drivers ? { drivers } : {});
    const started = node;
    await started.edit({ 'yangent-agents:agents': { agent: [{ id: TESTER, profile: PROFILE }] } });
    const { restconf: at, passwordFile } = started.ready;
    const password = (await readFile(passwordFile, 'utf8')).trim();
    const ca = at?.certificate === undefined ? undefined : await readFile(at.certificate);
    const peer = await connectPeer({ url: at?.url ?? '', user: 'admin', password, ca, as: TESTER });
    const end = started.close;
    const close = async () => {
      await peer.close();
      await end();
      await remove();
    };
    return Object.assign(started, { peer, close });
  } catch (error) {
    await node?.close();
    await remove();
    throw error;
  }
}

const PROFILE = { name: TESTER, description: 'asks the agents under test', version: '1.0.0', provider: 'yangent' };
