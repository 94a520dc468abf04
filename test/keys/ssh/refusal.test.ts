/** For which logins a certificate holds. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readSshCertificate } from '../../../src/keys/ssh/certificate.js';
import { type CertificateUse, refusalOf } from '../../../src/keys/ssh/refusal.js';
import { octetsOf, SshKeygen } from '../../support/ssh-keygen.js';

const keygen = new SshKeygen();
let ca: string;
let key: string;

beforeAll(() => {
  ca = keygen.key('ca');
  key = keygen.key('key');
});

const NOON = Date.parse('2026-03-02T12:00:00Z');
const USE: CertificateUse = { name: 'ann', source: '192.0.2.7', now: NOON, isAuthority: () => true };
const DAY = ['-n', 'ann', '-V', '20260302000000Z:20260303000000Z'];

function refusal(args: readonly string[], use: Partial<CertificateUse> = {}): string | undefined {
  return refusalOf(readSshCertificate(octetsOf(keygen.sign(ca, key, ...args))), { ...USE, ...use });
}

describe('a certificate', () => {
  it('holds for its user, at its time', () => {
    expect(refusal(DAY)).toBeUndefined();
    expect(refusal([...DAY.slice(2), '-n', 'bob,ann'])).toBeUndefined();
  });

  it.each<[string, readonly string[], Partial<CertificateUse>, RegExp]>([
    ['of another authority', DAY, { isAuthority: () => false }, /its authority is none/],
    ['of a host', [...DAY, '-h'], {}, /certificate of a host/],
    ['for other users', DAY, { name: 'bob' }, /none of its principals/],
    ['for a name that begins alike', DAY, { name: 'an' }, /none of its principals/],
    ['for a name in other letters', DAY, { name: 'Ann' }, /none of its principals/],
    ['for all users', DAY.slice(2), {}, /it names no principal/],
    ['with a command', [...DAY, '-O', 'force-command=/bin/true'], {}, /'force-command' is not supported/],
    ['with an option that nothing knows', [...DAY, '-O', 'critical:mfa@example.com'], {}, /'mfa@example.com'/],
    ['that must be touched', [...DAY, '-O', 'verify-required'], {}, /'verify-required' is not supported/],
    ['of yesterday', DAY, { now: NOON + 86_400_000 }, /not valid since 2026-03-03T00:00:00.000Z/],
    ['of tomorrow', DAY, { now: NOON - 86_400_000 }, /not valid before 2026-03-02T00:00:00.000Z/],
  ])('%s is refused', (_title, args, use, words) => {
    expect(refusal(args, use)).toMatch(words);
  });

  it('begins with its first second, and ends before its last', () => {
    const [begin, end] = [Date.parse('2026-03-02T00:00:00Z'), Date.parse('2026-03-03T00:00:00Z')];
    expect(refusal(DAY, { now: begin })).toBeUndefined();
    expect(refusal(DAY, { now: begin - 1 })).toMatch(/not valid before/);
    expect(refusal(DAY, { now: end - 1 })).toBeUndefined();
    expect(refusal(DAY, { now: end })).toMatch(/not valid since/);
  });

  it('may have extensions, which say nothing of a login here', () => {
    expect(refusal([...DAY, '-O', 'extension:anything@example.com=1'])).toBeUndefined();
    expect(refusal([...DAY, '-O', 'clear'])).toBeUndefined();
  });

  it.each<[string, string, boolean]>([
    ['192.0.2.0/24', '192.0.2.7', true],
    ['192.0.2.0/24', '::ffff:192.0.2.7', true],
    ['192.0.2.0/24', '192.0.3.7', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['10.0.0.0/8,192.0.2.0/24', '192.0.2.7', true],
    ['2001:db8::/32', '2001:db8::1', true],
    ['2001:db8::/32', '192.0.2.7', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['0.0.0.0/0', 'unknown', false],
    ['0.0.0.0/0', '', false],
  ])('for clients from %s holds for %s: %s', (list, source, holds) => {
    const said = refusal([...DAY, '-O', `source-address=${list}`], { source });
    if (holds) expect(said).toBeUndefined();
    else expect(said).toMatch(/source-address does not have the address/);
  });
});
