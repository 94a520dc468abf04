// Where npm start keeps its data and where its two nodes listen. Each can be set in the environment.
import { createServer } from 'node:net';
import { join, relative } from 'node:path';

export const HOST = '127.0.0.1';

/** The listeners, their usual ports, and the variables that set others; port 0 takes a free one. */
const PORTS = {
  netconf: { usual: 8830, variable: 'YANGENT_NETCONF_PORT' },
  restconf: { usual: 8443, variable: 'YANGENT_RESTCONF_PORT' },
  device: { usual: 8831, variable: 'YANGENT_DEVICE_PORT' },
};

export function settings(root) {
  const directory = process.env.YANGENT_START_DIR || join(root, '.yangent');
  return {
    root,
    /** A path as a reader in `root` writes it. */
    shown: (path) => (relative(root, path).startsWith('..') ? path : relative(root, path)),
    node: join(directory, 'node'),
    device: join(directory, 'device'),
    cli: join(root, 'dist/src/cli/main.js'),
  };
}

/** The port to listen on: the one asked for, else the usual one, else a free one with a word about it. */
export async function choosePort(listener) {
  const { usual, variable } = PORTS[listener];
  const given = process.env[variable];
  if (given !== undefined && given !== '') {
    if (/^\d{1,5}$/.test(given) && Number(given) <= 65535) return Number(given);
    throw new Error(`${variable} must be a port number, not "${given}"`);
  }
  if (await isFree(usual)) return usual;
  console.log(`Port ${usual} is taken; ${listener} gets a free one (set ${variable} to choose).`);
  return 0;
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, HOST, () => probe.close(() => resolve(true)));
  });
}
