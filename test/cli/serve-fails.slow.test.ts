/** A node that cannot start says why, gives back what it took, and ends with 1. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { freePort } from '../support/free-port.js';
import { spawnServe } from './process.js';

const LIMIT = 180_000;

/** A port that another program listens on. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  return once(socket, 'connect').then(
    () => true,
    () => false,
  );
}

describe('a node that cannot start', { timeout: LIMIT }, () => {
  const directory = temporaryFolder();
  const data = (name: string) => ['--data', join(directory, name)];

  test('ends when the port of RESTCONF is taken, and its NETCONF port is closed', async () => {
    const [taken, free] = [await takenPort(), await freePort()];
    const served = spawnServe(
      ...[...data('taken'), '--netconf', `127.0.0.1:${free}`, '--restconf', `127.0.0.1:${taken}`],
    );
    expect(await served.ended).toBe(1);
    expect(served.output().err).toContain(`127.0.0.1:${taken} is taken by another program`);
    expect(await isOpen(free)).toBe(false);
  });

  test('ends when the port of NETCONF is taken', async () => {
    const taken = await takenPort();
    const served = spawnServe(...data('taken-netconf'), '--netconf', `127.0.0.1:${taken}`, '--restconf', '127.0.0.1:0');
    expect(await served.ended).toBe(1);
    expect(served.output().err).toContain(`127.0.0.1:${taken} is taken by another program`);
  });

  test('ends when a workflow is wrong, and names the line', async () => {
    const file = join(directory, 'repair.yaml');
    writeFileSync(
      file,
      "name: repair\nversion: '1'\nnodes:\n  find: { wait: { seconds: 1 }, condition: steps.mend.output.x }\n",
    );
    const served = spawnServe(...data('workflow'), '--workflow', file);
    expect(await served.ended).toBe(2);
    expect(served.output().err).toContain(`${file}:4:44: node "find": condition: there is no node "mend"`);
  });

  test('ends when the host of RESTCONF is not known', async () => {
    const served = spawnServe(...data('host'), '--netconf', '127.0.0.1:0', '--restconf', '256.1.1.1:0');
    expect(await served.ended).toBe(1);
    expect(served.output().err).toContain('256.1.1.1 is no host that is known here');
  });

  test('says what is wrong with a data directory that cannot be made', async () => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'file'), '');
    for (const data of ['file', 'file/below'].map((name) => join(directory, name))) {
      const served = spawnServe('--data', data, '--netconf', '127.0.0.1:0', '--restconf', '127.0.0.1:0');
      expect(await served.ended).toBe(1);
      expect(served.output().err).toMatch(
        /^yangent: the directory \S+ cannot be made: a file, .* is in its place, .*\. Give another data directory$/m,
      );
    }
  });

  // A file system that nobody can write to, not even root.
  test.runIf(process.platform === 'linux')('says that a data directory is read-only', async () => {
    for (const data of ['/sys/kernel', '/sys/kernel/yangent']) {
      const served = spawnServe('--data', data, '--netconf', '127.0.0.1:0', '--restconf', '127.0.0.1:0');
      expect(await served.ended).toBe(1);
      expect(served.output().err).toMatch(
        /^yangent: \S+ cannot be written: the file system or the directory is read-only/m,
      );
    }
  });

  test('ends when a plugin fails to start, also one that leaves a timer behind', async () => {
    mkdirSync(directory, { recursive: true });
    const plugin = join(directory, 'plugin.mjs');
    writeFileSync(
      plugin,
      `export default {
        module: 'ietf-interfaces',
        start: async () => {
          setInterval(() => {}, 1000);
          throw new Error('the plugin found no database');
        },
      };`,
    );
    const listens = ['--netconf', '127.0.0.1:0', '--restconf', '127.0.0.1:0'];
    const served = spawnServe(...data('plugin'), ...listens, '--plugin', plugin);
    expect(await served.ended).toBe(1);
    expect(served.output().err).toContain('the plugin found no database');
  });
});
