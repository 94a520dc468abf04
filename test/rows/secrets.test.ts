/** Secrets of devices: set on the command line, used for logging in, and found nowhere in the clear. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectNetconf, RestconfClient } from '../../src/clients/index.js';
import { serializeXml } from '../../src/data/index.js';
import { YANGENT } from '../support/build.js';
import { temporaryFolder } from '../support/clean-up.js';
import { type ServeProcess, startServe } from '../support/serve.js';

const data = temporaryFolder();
const CLEAR = 'lay there in the clear';
let device: ServeProcess;
let node: ServeProcess;
let client: RestconfClient;

function secret(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [YANGENT, 'secret', ...args, '--data', data], {
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

beforeAll(async () => {
  device = await startServe({
    data: temporaryFolder(),
    args: ['--plugin', 'dist/examples/simulated-device/plugin.js'],
  });
  expect(secret(['set', 'edge-1'], `${device.password}\n`)).toEqual({
    status: 0,
    stdout: 'edge-1 is set, version 1; the next login with it uses it\n',
    stderr: '',
  });
  mkdirSync(join(data, 'secrets'), { recursive: true });
  writeFileSync(join(data, 'secrets', 'old'), CLEAR, { mode: 0o600 });
  const { port, hostKeyFingerprint } = device.ready.netconf ?? { port: 0, hostKeyFingerprint: '' };
  const edge = { address: '127.0.0.1', port, user: 'admin', 'host-key': hostKeyFingerprint };
  const devices = ['edge-1', 'old'].map((name) => ({ ...edge, name, credential: name }));
  const file = join(data, 'devices.json');
  writeFileSync(file, JSON.stringify({ 'yangent-devices:devices': { device: devices } }));
  node = await startServe({ data, args: ['--config', file, '--log-level', 'trace'] });
  client = new RestconfClient({ url: node.url, username: 'admin', password: node.password });
});
afterAll(async () => {
  client?.close();
  await node?.end('SIGKILL');
  await device?.end('SIGKILL');
});

it('a node logs in to a device with the secret that its configuration names', async () => {
  expect(await client.action('/yangent-devices:devices/device=edge-1/connect')).toMatchObject({ state: 'connected' });
  await expect(client.action('/yangent-devices:devices/device=old/connect')).rejects.toThrow(
    'refuses the login of admin',
  );
});

it('a secret that is set while the node runs counts for the next session', async () => {
  expect(secret(['set', 'old'], device.password).stdout).toContain('version 2');
  expect(await client.action('/yangent-devices:devices/device=old/connect')).toMatchObject({ state: 'connected' });
});

it('no value is in the log, which says what was sealed, nor in what RESTCONF and NETCONF read', async () => {
  const log = node.errors();
  expect(log).toContain('the secret \\"old\\" lay in the clear and is sealed now');
  const { value } = await client.get('', { query: { content: 'all' } });
  const netconf = await connectNetconf({
    ...node.netconf,
    username: 'admin',
    password: node.password,
    hostKey: node.ready.netconf?.hostKeyFingerprint ?? '',
  });
  const read = serializeXml(await netconf.get());
  await netconf.close();
  expect(read).toContain('<credential>edge-1</credential>');
  for (const text of [log, JSON.stringify(value), read]) {
    expect(text).not.toContain(device.password);
    expect(text).not.toContain(CLEAR);
  }
});

it('no file of the data directory holds a value', () => {
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(4);
  for (const { parentPath, name } of files) {
    const content = readFileSync(join(parentPath, name));
    expect([name, content.includes(device.password), content.includes(CLEAR)]).toEqual([name, false, false]);
  }
});
