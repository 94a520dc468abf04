/** A node of this process on free ports, with a directory of its own, stopped after the test file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceDriver } from '../../src/devices/index.js';
import { type Node, type NodeOptions, type Planner, startNode } from '../../src/node/index.js';
import { cleanUpFile, temporaryFolder } from './clean-up.js';

/** How a node is reached, in this process or another. */
export interface Endpoints {
  /** Of the user `admin`. */
  readonly password: string;
  readonly netconf: { readonly host: string; readonly port: number };
  /** `https://127.0.0.1:PORT`. */
  readonly url: string;
  /** File of the certificate to trust. */
  readonly certificate: string;
}

export interface TestNode extends Endpoints {
  readonly node: Node;
  readonly directory: string;
  stop(): Promise<void>;
}

export interface TestNodeOptions extends Partial<NodeOptions> {
  /** Users besides `admin`, by name. */
  readonly passwords?: Readonly<Record<string, string>>;
  readonly drivers?: ReadonlyMap<string, DeviceDriver>;
  readonly planner?: Planner;
}

/** Keeps the files that tell clients of a node away from those of the person who runs the tests. */
function ownState(): void {
  process.env.YANGENT_STATE = temporaryFolder();
  cleanUpFile(() => {
    delete process.env.YANGENT_STATE;
  });
}

export async function startTestNode({
  passwords = {},
  drivers,
  planner,
  ...options
}: TestNodeOptions = {}): Promise<TestNode> {
  const directory = options.data ?? mkdtempSync(join(tmpdir(), 'yangent-node-'));
  const users = Object.entries(passwords).map(([name, password]) => {
    const passwordFile = join(directory, `${name}.password`);
    writeFileSync(passwordFile, password, { mode: 0o600 });
    return { name, passwordFile };
  });
  if (process.env.YANGENT_STATE === undefined) ownState();
  const node = await startNode(
    {
      data: directory,
      netconf: { host: '127.0.0.1', port: 0 },
      restconf: { host: '127.0.0.1', port: 0 },
      users,
      logLevel: 'error',
      strictEvents: true,
      ...options,
    },
    { ...(drivers ? { drivers } : {}), ...(planner ? { planner } : {}) },
  );
  const { netconf, restconf, passwordFile } = node.ready;
  return {
    node,
    directory,
    password: readFileSync(passwordFile, 'utf8').trim(),
    netconf: netconf ?? { host: '', port: 0 },
    url: restconf?.url ?? '',
    certificate: restconf?.certificate ?? '',
    stop: async () => {
      await node.close();
      if (options.data === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}
