import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { integer, objectIdentifier, time } from '../../src/keys/certificate/der.js';
import { loadOrCreateCertificate, selfSigned } from '../../src/keys/index.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'restconf-certificate-'));
});
afterAll(() => rm(directory, { recursive: true }));

const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8' });

describe('DER', () => {
  it('writes integers without surplus zeros and never negative', () => {
    expect(integer(Buffer.of(0, 0, 5)).toString('hex')).toBe('020105');
    expect(integer(Buffer.of(0x80)).toString('hex')).toBe('02020080');
    expect(integer(Buffer.of(0)).toString('hex')).toBe('020100');
  });

  it('writes object identifiers in base 128', () => {
    expect(objectIdentifier('1.2.840.10045.4.3.2').toString('hex')).toBe('06082a8648ce3d040302');
  });

  it('writes times of 2050 and later with four digits of the year', () => {
    expect(time(new Date('2049-12-31T23:59:59Z')).toString('latin1').slice(2)).toBe('491231235959Z');
    expect(time(new Date('2050-01-01T00:00:00Z')).toString('latin1').slice(2)).toBe('20500101000000Z');
  });
});

describe('the self-signed certificate', () => {
  it('is accepted by OpenSSL in strict mode, with all its names', async () => {
    const { certFile, keyFile } = await loadOrCreateCertificate(join(directory, 'new'), ['node.example', '192.0.2.7']);
    expect(openssl('verify', '-x509_strict', '-CAfile', certFile, certFile)).toContain('OK');
    const text = openssl('x509', '-in', certFile, '-noout', '-text');
    expect(text).toContain('ecdsa-with-SHA256');
    expect(text).toMatch(
      /DNS:localhost, IP Address:127\.0\.0\.1, IP Address:0:0:0:0:0:0:0:1, DNS:node\.example, IP Address:192\.0\.2\.7/,
    );
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect((await stat(certFile)).mode & 0o777).toBe(0o600);
  });

  it('is kept from start to start, and made anew when it does not fit its key', async () => {
    const where = join(directory, 'kept');
    const first = await loadOrCreateCertificate(where);
    expect((await loadOrCreateCertificate(where)).fingerprint).toBe(first.fingerprint);
    await writeFile(first.certFile, selfSigned(['localhost']).cert);
    const second = await loadOrCreateCertificate(where);
    expect(second.fingerprint).not.toBe(first.fingerprint);
    expect((await loadOrCreateCertificate(where)).fingerprint).toBe(second.fingerprint);
  });

  it('is made anew when it has expired', async () => {
    const where = join(directory, 'expired');
    const { certFile, keyFile } = await loadOrCreateCertificate(where);
    const old = selfSigned(['localhost'], new Date('2000-01-01T00:00:00Z'));
    await writeFile(certFile, old.cert);
    await writeFile(keyFile, old.key);
    expect((await loadOrCreateCertificate(where)).cert).not.toBe(old.cert);
  });

  it('carries any IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(new X509Certificate(selfSigned([address]).cert).checkIP(address)).toBe(address);
      }),
      { numRuns: 30 },
    );
  });
});
