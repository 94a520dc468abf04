import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selfSigned } from '../../src/keys/index.js';
import { certificateIn } from '../support/certificate.js';
import { temporaryFolder } from '../support/clean-up.js';

const directory = temporaryFolder();
const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8' });

describe('the self-signed certificate', () => {
  it('is accepted by OpenSSL in strict mode, with all its names', async () => {
    const { certFile } = await certificateIn(join(directory, 'new'), ['node.example', '192.0.2.7']);
    expect(openssl('verify', '-x509_strict', '-CAfile', certFile, certFile)).toContain('OK');
    const text = openssl('x509', '-in', certFile, '-noout', '-text');
    expect(text).toContain('ecdsa-with-SHA256');
    expect(text).toMatch(
      /DNS:localhost, IP Address:127\.0\.0\.1, IP Address:0:0:0:0:0:0:0:1, DNS:node\.example, IP Address:192\.0\.2\.7/,
    );
  });

  it('tells times of 2050 and later, as UTC time and as generalized time', async () => {
    for (const year of [2039, 2040]) {
      const { cert } = await selfSigned(['localhost'], new Date(`${year}-06-15T00:00:00Z`));
      expect(new Date(new X509Certificate(cert).validTo).toISOString()).toBe(`${year + 10}-06-01T00:00:00.000Z`);
    }
  });

  it('has a serial number of its own, which is positive', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 20 }, async () => new X509Certificate((await selfSigned(['a'])).cert).serialNumber),
    );
    expect(new Set(numbers).size).toBe(20);
    for (const number of numbers) expect(number).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  it('carries any IPv6 address', async () => {
    await fc.assert(
      fc.asyncProperty(fc.ipV6(), async (address) => {
        const { cert } = await selfSigned([address]);
        expect(new X509Certificate(cert).checkIP(address)).toBe(address);
      }),
      { numRuns: 30 },
    );
  });
});
