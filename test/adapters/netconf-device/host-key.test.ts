import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { pinned, toKnownHosts } from '../../../adapters/netconf-device/host-key.js';

/** As ssh-keygen made and printed them. */
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICtco8A0eWKEloGWCz7yzrRU/mH+h7Qj6BOOWV9lm7ys';
const FINGERPRINT = 'SHA256:lREgJ9Nl9yL0jLmGKeK+DvLbtMbNDZmfja5zwZCjMdc';

it('takes a fingerprint as it is', () => {
  const fingerprint = `SHA256:${'Ab1+/'.repeat(8)}Ab1`;
  expect(pinned(fingerprint)).toEqual({ fingerprint });
  expect(pinned(` ${fingerprint}=\n`)).toEqual({ fingerprint });
});

it.each([
  ['a public key', KEY],
  ['with its comment', `${KEY} root@edge-1`],
  ['a line of known_hosts', `edge-1.example,192.0.2.1 ${KEY}`],
  ['a hashed line of known_hosts', `|1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8wmZL7suNrYQLITLCg= ${KEY}`],
  ['a line with port and line end', `[192.0.2.1]:830 ${KEY}\n`],
])('makes the fingerprint of %s', (_form, text) => {
  expect(pinned(text)).toEqual({ type: 'ssh-ed25519', fingerprint: FINGERPRINT });
});

it.each([
  ['nothing', ''],
  ['a short fingerprint', 'SHA256:abc'],
  ['an MD5 fingerprint', 'MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48'],
  ['a key of another type than it says', KEY.replace('ssh-ed25519', 'ssh-rsa')],
  ['a type without a key', 'ssh-ed25519 '],
  ['rubbish for a key', 'ssh-ed25519 AAAA'],
  ['a private key', generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
])('refuses %s, and says what it wants', (_form, text) => {
  expect(() => pinned(text)).toThrow('neither a line of a known_hosts file');
});

it('writes a key as a known_hosts file holds it', () => {
  expect(toKnownHosts(Buffer.from(KEY.split(' ')[1] ?? '', 'base64'))).toBe(KEY);
});
