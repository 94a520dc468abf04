// The two nodes of npm start: the simulated device, and the node whose agents look after it.
import { join } from 'node:path';
import { keepSecret, loginKey, passwordIn, writeJson } from './keys.mjs';
import { serve } from './serve.mjs';
import { choosePort, HOST } from './settings.mjs';

/** The device as the example agents know it. */
export const DEVICE = 'edge-1';
/** The user on the device in whose name the node configures it. */
const DEVICE_USER = 'yangent';

/** What both nodes and the printed commands share: the key with which admin logs in, the device's password. */
export async function makeKeys({ root, node, device }) {
  const login = await loginKey(root, join(node, 'client-key'));
  const devicePassword = passwordIn(join(device, `${DEVICE_USER}-password`));
  await keepSecret(root, node, DEVICE, devicePassword);
  return { login, devicePassword };
}

export async function startDevice({ root, cli, device }, { login, devicePassword }) {
  const port = await choosePort('device');
  return serve({
    name: 'simulated device',
    cli,
    data: device,
    args: [
      ['--netconf', `${HOST}:${port}`],
      ['--plugin', join(root, 'dist/examples/simulated-device/plugin.js')],
      ['--config', join(root, 'examples/simulated-device/interfaces.json')],
      ['--user', DEVICE_USER],
      ['--password-file', devicePassword],
      ['--authorized-key', `admin=${login.publicFile}`],
    ].flat(),
  });
}

export async function startNode({ root, cli, node }, { login }, device) {
  const netconf = await choosePort('netconf');
  const restconf = await choosePort('restconf');
  return serve({
    name: 'node',
    cli,
    data: node,
    args: [
      ['--netconf', `${HOST}:${netconf}`],
      ['--restconf', `${HOST}:${restconf}`],
      ['--agent', join(root, 'dist/examples/link-repair/agent.js')],
      ['--profile', join(root, 'scripts/start/noc.json')],
      ['--config', writeJson(join(node, 'devices.json'), devices(device))],
      ['--authorized-key', `admin=${login.publicFile}`],
    ].flat(),
  });
}

function devices({ netconf: { host, port, hostKeyFingerprint } }) {
  const device = {
    name: DEVICE,
    description: 'A simulated router with one uplink',
    address: host,
    port,
    protocol: 'netconf-ssh',
    user: DEVICE_USER,
    credential: DEVICE,
    'host-key': hostKeyFingerprint,
  };
  return { 'yangent-devices:devices': { device: [device] } };
}
