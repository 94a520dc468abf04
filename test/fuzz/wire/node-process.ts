/** A node in a process of its own, as `yangent serve` starts it, that tells how much memory it holds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import build from '../../support/build.js';
import type { Endpoints } from '../../support/node.js';
import { startServe } from '../../support/serve.js';

const AGENT = fileURLToPath(new URL('../../support/agents/ip-fault.mjs', import.meta.url));
const PRELOAD = new URL('memory.mjs', import.meta.url).href;

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
    execArgv: ['--expose-gc', '--import', PRELOAD],
  });
  const { netconf, url, password, ready } = serve;
  const told = (): string[] => [...serve.errors().matchAll(/^resident (\d+)$/gm)].map(([, bytes = '']) => bytes);
  return {
    netconf,
    url,
    password,
    certificate: ready.restconf?.certificate ?? '',
    errors: () => serve.errors().replace(/^resident \d+\n/gm, ''),
    resident: async () => {
      const before = told().length;
      process.kill(serve.pid, 'SIGUSR2');
      for (let tries = 0; tries < 300; tries += 1) {
        await wait(100);
        const [bytes] = told().slice(before);
        if (bytes !== undefined) return Number(bytes);
      }
      throw new Error('the node does not say how much memory it holds: it hangs');
    },
    end: async () => {
      await serve.end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}
