/** Certificates of ssh-keygen, and others that it would not make. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSshCertificate } from '../../../src/keys/ssh/certificate.js';
import { readSshKey } from '../../../src/keys/ssh/public-key.js';
import { SshFault } from '../../../src/keys/ssh/reader.js';
import { certificate, field, options } from '../../support/ssh-certificate.js';
import { octetsOf, SshKeygen } from '../../support/ssh-keygen.js';

const keygen = new SshKeygen();
/** Private keys by `TYPE of which`. */
const files = new Map<string, string>();
const TYPES: readonly (readonly [name: string, type: string, bits: string])[] = [
  ['ed25519', 'ed25519', '256'],
  ['p-256', 'ecdsa', '256'],
  ['p-384', 'ecdsa', '384'],
  ['p-521', 'ecdsa', '521'],
  ['rsa', 'rsa', '2048'],
];

beforeAll(() => {
  for (const [name, type, bits] of TYPES) {
    files.set(`key ${name}`, keygen.key(`key-${name}`, type, '-b', bits));
    files.set(`ca ${name}`, keygen.key(`ca-${name}`, type, '-b', bits));
  }
});

const file = (name: string) => files.get(name) ?? name;
const spki = (octets: Buffer) => readSshKey(octets).key.export({ type: 'spki', format: 'der' });

describe('a certificate of ssh-keygen', () => {
  const kinds = ['ed25519', 'p-256', 'p-384', 'rsa'];
  it.each(kinds.flatMap((ca) => kinds.map((key) => [ca, key])))('is read, signed by %s for a key %s', (ca, key) => {
    const made = keygen.sign(file(`ca ${ca}`), file(`key ${key}`), '-n', 'ann,bob', '-z', '77', '-V', '+5m');
    const read = readSshCertificate(octetsOf(made));
    expect(read).toMatchObject({ kind: 'user', serial: 77n, principals: ['ann', 'bob'] });
    expect(read.keyId).toBe(`made for ${file(`key ${key}`)}`);
    expect(Number(read.validBefore) * 1_000 - Date.now()).toBeGreaterThan(200_000);
    expect(read.key.key.export({ type: 'spki', format: 'der' })).toEqual(spki(octetsOf(`${file(`key ${key}`)}.pub`)));
    expect(read.authority.key.export({ type: 'spki', format: 'der' })).toEqual(
      spki(octetsOf(`${file(`ca ${ca}`)}.pub`)),
    );
  });

  it('may have options of each sort', () => {
    const more = ['-O', 'source-address=192.0.2.0/24', '-O', 'force-command=true', '-O', 'critical:other@x=1'];
    const made = keygen.sign(file('ca ed25519'), file('key ed25519'), '-n', 'ann', ...more);
    expect([...readSshCertificate(octetsOf(made)).criticalOptions.keys()]).toEqual([
      'force-command',
      'other@x',
      'source-address',
    ]);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['of a key p-521', ['ca ed25519', 'key p-521'], /not taken/],
    ['of an authority p-521', ['ca p-521', 'key ed25519'], /not taken/],
    ['signed with SHA-1', ['ca rsa', 'key ed25519', '-t', 'ssh-rsa'], /rsa-sha2-256 or rsa-sha2-512/],
  ])('%s is refused', (_title, [ca = '', key = '', ...args], words) => {
    const made = octetsOf(keygen.sign(file(ca), file(key), '-n', 'ann', ...args));
    expect(() => readSshCertificate(made)).toThrow(SshFault);
    expect(() => readSshCertificate(made)).toThrow(words);
  });

  it('of a short RSA key is refused', () => {
    const short = keygen.key('short', 'rsa', '-b', '1024');
    const made = octetsOf(keygen.sign(file('ca ed25519'), short, '-n', 'ann'));
    expect(() => readSshCertificate(made)).toThrow(/no ssh-rsa key that is taken/);
  });

  it('is not a plain key, nor the other way round', () => {
    expect(() => readSshCertificate(octetsOf(`${file('key rsa')}.pub`))).toThrow(/type 'ssh-rsa' are not taken/);
    const made = octetsOf(keygen.sign(file('ca ed25519'), file('key rsa'), '-n', 'ann'));
    expect(() => readSshKey(made)).toThrow(/not taken/);
  });
});

describe('a certificate of another maker', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const base = { by: privateKey, authority: Buffer.concat([field('ssh-ed25519'), field(point)]), key: point };

  it('is read, and ssh-keygen reads it, too', () => {
    const made = certificate({ ...base, critical: options(['source-address', '10.0.0.0/8']) });
    expect(readSshCertificate(made)).toMatchObject({ kind: 'user', principals: ['ann'], keyId: 'a certificate' });
    const path = `${keygen.folder}/own-cert.pub`;
    writeFileSync(path, `ssh-ed25519-cert-v01@openssh.com ${made.toString('base64')} own\n`);
    expect(execFileSync('ssh-keygen', ['-L', '-f', path]).toString()).toMatch(/source-address 10\.0\.0\.0\/8/);
  });

  it.each<[string, Partial<Parameters<typeof certificate>[0]>, RegExp]>([
    ['is neither of a user nor of a host', { kind: 3 }, /^octet \d+: a certificate is one of a user \(1\) or a host/],
    ['has octets behind it', { tail: Buffer.from('x') }, /must end here, but 1 octets follow/],
    ['has an option twice', { critical: options(['a', ''], ['a', '']) }, /stands there once/],
    ['has options out of order', { critical: options(['b', ''], ['a', '']) }, /in the order of their names/],
    ['has extensions out of order', { extensions: options(['b', ''], ['a', '']) }, /each extension stands there once/],
    ['has half an option', { critical: field('a') }, /the data of a critical option needs 4 octets, and 0 are left/],
    [
      'has too many options',
      { critical: options(...Array.from({ length: 65 }, (_, n) => [`n${String(n).padStart(2, '0')}`, ''] as const)) },
      /at most 64/,
    ],
    ['has too many principals', { principals: Array.from({ length: 257 }, () => 'x') }, /at most 256 principals/],
    ['has a principal that is no text', { keyId: Buffer.from([0xff]) }, /the key id must be UTF-8/],
    ['is too long', { keyId: 'x'.repeat(17_000) }, /at most 16384 octets/],
    ['has a key that is too short', { key: point.subarray(1) }, /an Ed25519 key has 32 octets, not 31/],
    ['has an authority that is none', { authority: base.key }, /octets, and \d+ are left|not taken/],
    ['is signed by another one', { by: generateKeyPairSync('ed25519').privateKey }, /signature is not that of/],
  ])('is refused when it %s', (_title, change, words) => {
    const made = certificate({ ...base, ...change });
    expect(() => readSshCertificate(made)).toThrow(SshFault);
    expect(() => readSshCertificate(made)).toThrow(words);
  });

  it('with an authority that is itself a certificate is refused', () => {
    expect(() => readSshCertificate(certificate({ ...base, authority: certificate(base) }))).toThrow(/not taken/);
  });
});

/** A change of octets, as of a file that was damaged or forged. */
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), octets: fc.uint8Array({ minLength: 1 }) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('number' as const), at: fc.nat(), value: fc.nat(0xffff_ffff) }),
);

type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

function mutated(octets: Buffer, change: Mutation): Buffer {
  const at = change.at % octets.length;
  const [before, after] = [octets.subarray(0, at), octets.subarray(at)];
  switch (change.kind) {
    case 'flip':
      return Buffer.concat([before, Buffer.from([(octets[at] ?? 0) ^ (1 << change.bit)]), octets.subarray(at + 1)]);
    case 'cut':
      return before;
    case 'insert':
      return Buffer.concat([before, change.octets, after]);
    case 'remove':
      return Buffer.concat([before, after.subarray(change.count)]);
    case 'number': {
      const number = Buffer.alloc(4);
      number.writeUInt32BE(change.value);
      return Buffer.concat([before, number, after.subarray(4)]);
    }
  }
}

describe('octets', () => {
  it.each(['ed25519', 'p-256', 'rsa'])('that were a certificate (%s) before a change are none', (type) => {
    const more = ['-n', 'ann,bob', '-O', 'source-address=192.0.2.0/24'];
    const made = octetsOf(keygen.sign(file(`ca ${type}`), file(`key ${type}`), ...more));
    expect(readSshCertificate(made).principals).toEqual(['ann', 'bob']);
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (changes) => {
        const other = changes.reduce(mutated, made);
        fc.pre(!other.equals(made));
        expect(() => readSshCertificate(other)).toThrow(SshFault);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of any content are no certificate and no key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (octets) => {
        expect(() => readSshCertificate(octets)).toThrow(SshFault);
        expect(() => readSshKey(octets)).toThrow(SshFault);
      }),
    );
  });
});
