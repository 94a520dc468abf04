/** Signatures of ssh-keygen -Y sign, and others that it would not make. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { SshFault } from '../../../src/keys/ssh/reader.js';
import { readSshMessageSignature } from '../../../src/keys/ssh/sshsig.js';
import { octetsOf, SshKeygen } from '../../support/ssh-keygen.js';

const keygen = new SshKeygen();
const TYPES: readonly (readonly [name: string, type: string, bits: string])[] = [
  ['ed25519', 'ed25519', '256'],
  ['p-256', 'ecdsa', '256'],
  ['p-384', 'ecdsa', '384'],
  ['rsa', 'rsa', '2048'],
];
const MESSAGE = 'the message';
const files = new Map<string, string>();
beforeAll(() => {
  for (const [name, type, bits] of TYPES) files.set(name, keygen.key(name, type, '-b', bits));
});

function sign(name: string, ...args: readonly string[]): string {
  const command = ['-Y', 'sign', '-n', 'test', '-f', files.get(name) ?? '', ...args];
  return execFileSync('ssh-keygen', command, { input: MESSAGE, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
}

describe('a signature of ssh-keygen', () => {
  it.each(TYPES.flatMap(([name]) => ['sha256', 'sha512'].map((hash) => [name, hash] as const)))(
    'by a key %s with %s is over its message only',
    (name, hash) => {
      const signature = readSshMessageSignature(sign(name, '-O', `hashalg=${hash}`));
      expect(signature.namespace).toBe('test');
      expect(signature.keyOctets).toEqual(octetsOf(`${files.get(name)}.pub`));
      expect(signature.verifies(Buffer.from(MESSAGE))).toBe(true);
      expect(signature.verifies(Buffer.from(`${MESSAGE}.`))).toBe(false);
    },
  );

  it('does not verify with one octet changed, or is none', () => {
    const octets = Buffer.from(sign('ed25519').replace(/-----.*-----/g, ''), 'base64');
    const armoured = (changed: Buffer) =>
      `-----BEGIN SSH SIGNATURE-----\n${changed.toString('base64')}\n-----END SSH SIGNATURE-----\n`;
    expect(readSshMessageSignature(armoured(octets)).verifies(Buffer.from(MESSAGE))).toBe(true);
    fc.assert(
      fc.property(fc.nat(octets.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(octets);
        changed[at] = (changed[at] ?? 0) ^ by;
        try {
          expect(readSshMessageSignature(armoured(changed)).verifies(Buffer.from(MESSAGE))).toBe(false);
        } catch (error) {
          if (!(error instanceof SshFault)) throw error;
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['an empty text', '', 'there is no -----BEGIN SSH SIGNATURE-----'],
    ['another armour', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'there is no -----BEGIN SSH'],
    ['other octets', '-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----', 'does not begin with SSHSIG'],
    [
      'a cut one',
      '-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQ==\n-----END SSH SIGNATURE-----',
      'the key needs 4 octets',
    ],
    [
      'a later version',
      '-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAg==\n-----END SSH SIGNATURE-----',
      'its version is 2',
    ],
  ])('is not %s', (_what, text, message) => {
    expect(() => readSshMessageSignature(text)).toThrow(SshFault);
    expect(() => readSshMessageSignature(text)).toThrow(message);
  });
});
