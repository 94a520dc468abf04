/** A node in a process of its own, as `yangent serve` starts it, that tells how much memory it holds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import build from '../../support/build.js';
import type { Endpoints } from '../../support/node.js';
import { startServe } from '../../support/serve.js';

const AGENT = fileURLToPath(new URL('../../support/agents/ip-fault.mjs', import.meta.url));

export interface NodeProcess extends Endpoints {
  /** Resident bytes once garbage is collected. */
  resident(): Promise<number>;
  /** What it has written to standard error: a node that fails says so there. */
  errors(): string;
  end(): Promise<void>;
}

export async function startNodeProcess(): Promise<NodeProcess> {
  build();
  const data = mkdtempSync(join(tmpdir(), 'yangent-fuzz-'));
  const serve = await startServe({
    data,
    tls: true,
    args: ['--agent', AGENT, '--log-level', 'error'],
    probe: true,
  });
  const { netconf, url, password, ready } = serve;
  return {
    netconf,
    url,
    password,
    certificate: ready.restconf?.certificate ?? '',
    errors: () => serve.errors(),
    resident: async () => (await serve.memory()).rss,
    end: async () => {
      await serve.end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}
