/** Key pairs in the forms of OpenSSL and OpenSSH. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { algorithmOfPublic, makeKeyPair } from '../../src/keys/pair/algorithm.js';
import { KeyFault, readPrivateKey, readPublicKey, thumbprintOf } from '../../src/keys/pair/key-pair.js';
import { temporaryFolder } from '../support/clean-up.js';

const openssl = (input: Buffer | string, ...args: readonly string[]) => execFileSync('openssl', [...args], { input });
const ct = (name: string) => `ietf-crypto-types:${name}`;

describe('a private key', () => {
  it.each<[string, string, string, readonly string[], readonly string[]]>([
    ['rsa-3072', 'rsa-3072', 'rsa-private-key-format', ['genrsa', '3072'], ['rsa', '-traditional', '-outform', 'DER']],
    [
      ...(['p-256', 'p-256', 'ec-private-key-format'] as const),
      ['ecparam', '-name', 'prime256v1', '-genkey', '-noout'],
      ['ec', '-outform', 'DER'],
    ],
    [
      ...(['p-384', 'p-384', 'ec-private-key-format'] as const),
      ['ecparam', '-name', 'secp384r1', '-genkey', '-noout'],
      ['ec', '-outform', 'DER'],
    ],
    [
      ...(['ed25519', 'ed25519', 'one-asymmetric-key-format'] as const),
      ['genpkey', '-algorithm', 'ed25519'],
      ['pkey', '-outform', 'DER'],
    ],
  ])('%s of openssl is read, with the public key that openssl finds in it', (_, algorithm, format, make, encode) => {
    const pem = openssl('', ...make);
    const { spki } = readPrivateKey(ct(format), openssl(pem, ...encode));
    expect(spki.equals(openssl(pem, 'pkey', '-pubout', '-outform', 'DER'))).toBe(true);
    expect(algorithmOfPublic(spki)).toBe(algorithm);
  });

  it.each<[string, () => Buffer, string, RegExp]>([
    ['of another format than it says', () => openssl('', 'genrsa', '2048'), 'ec-private-key-format', /no ECPrivateKey/],
    ['that is none', () => Buffer.from('nonsense'), 'one-asymmetric-key-format', /no OneAsymmetricKey/],
    ['of no octets', () => Buffer.alloc(0), 'rsa-private-key-format', /no RSAPrivateKey/],
    ['of an unknown format', () => Buffer.alloc(3), 'other-format', /not taken/],
    [
      'too short to be safe',
      () => openssl(openssl('', 'genrsa', '1024'), 'rsa', '-traditional', '-outform', 'DER'),
      'rsa-private-key-format',
      /RSA of 2048 to 8192 bits/,
    ],
    [
      'of a curve that is not taken',
      () => openssl(openssl('', 'ecparam', '-name', 'secp256k1', '-genkey', '-noout'), 'ec', '-outform', 'DER'),
      'ec-private-key-format',
      /p-256, p-384/,
    ],
  ])('%s is refused in words', (_, octets, format, words) => {
    const read = () => readPrivateKey(ct(format), octets());
    expect(read).toThrow(KeyFault);
    expect(read).toThrow(words);
  });
});

describe('a public key', () => {
  it.each(['ed25519', 'ecdsa', 'rsa'])('of ssh-keygen, type %s, is that of its private key', (type) => {
    const file = join(temporaryFolder(), 'key');
    execFileSync('ssh-keygen', ['-q', '-N', '', '-t', type, '-m', 'PEM', '-f', file]);
    const blob = Buffer.from(readFileSync(`${file}.pub`, 'utf8').split(' ')[1] ?? '', 'base64');
    const spki = readPublicKey(ct('ssh-public-key-format'), blob);
    // The key of ed25519 is the end of both forms, and ssh-keygen exports the others.
    if (type === 'ed25519') return expect(spki.subarray(-32).equals(blob.subarray(-32))).toBe(true);
    const pem = execFileSync('ssh-keygen', ['-e', '-m', 'PKCS8', '-f', file]);
    expect(spki.equals(openssl(pem, 'pkey', '-pubin', '-pubout', '-outform', 'DER'))).toBe(true);
  });

  it.each([
    ['ssh-public-key-format', ''],
    ['ssh-public-key-format', '\0\0\0\x0bssh-ed25519'],
    ['ssh-public-key-format', '\xff\xff\xff\xffx'],
    ['subject-public-key-info-format', 'x'],
  ])('%s that is none is refused: %j', (format, text) => {
    expect(() => readPublicKey(ct(format), Buffer.from(text, 'latin1'))).toThrow(KeyFault);
  });
});

it.each(['ed25519', 'p-256', 'p-384', 'rsa-3072', 'x25519'] as const)(
  'a made key pair %s can be read again',
  async (algorithm) => {
    const made = await makeKeyPair(algorithm);
    const read = readPrivateKey(ct('one-asymmetric-key-format'), made.pkcs8);
    expect(algorithmOfPublic(read.spki)).toBe(algorithm);
    expect(thumbprintOf(read.spki)).toBe(thumbprintOf(made.spki));
    const digest = openssl(
      openssl(made.spki, 'pkey', '-pubin', '-inform', 'DER', '-pubout', '-outform', 'DER'),
      'dgst',
      '-sha256',
      '-binary',
    );
    expect(thumbprintOf(made.spki)).toBe(digest.toString('base64url'));
  },
);
