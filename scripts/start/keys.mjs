// Keys and secrets between the two nodes and the reader of the ready block. They need the build.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A key pair for SSH logins, made at the first start: the private key in `file`, the public one beside it. */
export async function loginKey(root, file) {
  const { hostKeyOf, makeKeyPair, readHostKey } = await import(
    pathToFileURL(join(root, 'dist/src/keys/index.js')).href
  );
  const pair = existsSync(file) ? readHostKey(readFileSync(file, 'utf8'), file) : await makeKeyPair('ed25519');
  const { pem, publicKey } = hostKeyOf(pair);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, pem, { mode: 0o600 });
  writeFileSync(`${file}.pub`, `${publicKey} npm-start\n`);
  return { file, publicFile: `${file}.pub` };
}

/** A file with a random password, made at the first start. */
export function passwordIn(file) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  return file;
}

/** Puts the password of a device into the secret store of the node, unless it is there already. */
export async function keepSecret(root, data, name, passwordFile) {
  const { openSecrets } = await import(pathToFileURL(join(root, 'dist/src/devices/index.js')).href);
  const secrets = await openSecrets({ data });
  const password = readFileSync(passwordFile, 'utf8');
  if ((await secrets.get(name)) !== password) await secrets.set(name, password);
}

/** A known_hosts file that vouches for a node's host key, which ssh compares with the one it is shown. */
export function knownHosts(file, { hostKeyFile, host, port }) {
  writeFileSync(file, `[${host}]:${port} ${readFileSync(hostKeyFile, 'utf8')}`);
  return file;
}

export function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  return file;
}
