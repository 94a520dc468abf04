import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostKeyOf, makeKeyPair, readHostKey } from '../../src/keys/index.js';
import { temporaryFolder } from '../support/clean-up.js';

const directory = temporaryFolder();

describe('the host key', () => {
  it.each(['ed25519', 'p-256', 'p-384', 'rsa-3072'] as const)(
    'of the algorithm %s has the fingerprint and the public key that ssh-keygen prints',
    async (algorithm) => {
      const file = join(directory, algorithm);
      const pair = await makeKeyPair(algorithm);
      const { pem, publicKey, fingerprint } = hostKeyOf(pair);
      writeFileSync(file, pem, { mode: 0o600 });
      expect(execFileSync('ssh-keygen', ['-l', '-f', file]).toString().split(' ')[1]).toBe(fingerprint);
      expect(execFileSync('ssh-keygen', ['-y', '-f', file]).toString().trim()).toBe(publicKey);
      expect(readHostKey(pem, file)).toEqual(pair);
    },
  );

  it.each([['ed25519'], ['ecdsa'], ['rsa']])('may be one of ssh-keygen, type %s', (type) => {
    const file = join(directory, `keygen-${type}`);
    execFileSync('ssh-keygen', ['-q', '-N', '', '-t', type, '-f', file]);
    const { publicKey } = hostKeyOf(readHostKey(readFileSync(file, 'utf8'), file));
    expect(readFileSync(`${file}.pub`, 'utf8').startsWith(publicKey)).toBe(true);
  });

  it('is refused with the name of its file when it is none', () => {
    expect(() => readHostKey('nonsense', 'bad')).toThrow(/bad holds no SSH host key/);
  });
});
