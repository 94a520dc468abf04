/** Certificates of TLS clients and the paths to trusted authorities (RFC 5280 §6): which hold, and why others do not. */
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { TlsAuthorities } from '../../../src/access/login/tls-authorities.js';
import { ClientChain } from '../../../src/keys/index.js';
import { x509 } from '../../../src/keys/x509.js';
import { authority, type Making, Pki } from '../../support/pki.js';

const pki = new Pki();
const RSA_1024 = ['rsa:1024'];
const RSA_2048 = ['rsa:2048'];
const NO_KEY_IDENTIFIERS = ['subjectKeyIdentifier=none', 'authorityKeyIdentifier=none'];

/** A certificate of a client below an intermediate authority below `root`. */
function below(name: string, intermediate: Making, leaf: Making = {}): void {
  pki.issue(`${name}-ca`, 'root', { extensions: authority(), ...intermediate });
  pki.issue(name, `${name}-ca`, leaf);
}

beforeAll(() => {
  pki.root('root');
  pki.root('other-root');
  pki.issue('issuing', 'root', { extensions: authority(0) });
  pki.issue('leaf', 'issuing', { extensions: ['extendedKeyUsage=clientAuth', 'keyUsage=critical,digitalSignature'] });
  pki.issue('cross', 'other-root', { extensions: authority(0), like: 'issuing' });
});

async function judged(anchors: readonly string[], leaf: string, ...sent: readonly string[]) {
  const authorities = await TlsAuthorities.of(anchors.map((name) => pki.certificate(name)));
  const all = sent.map((name) => pki.certificate(name));
  const verdict = authorities.judge(new ClientChain(pki.certificate(leaf), all));
  return verdict?.kind === 'refused' ? verdict.reason : verdict?.kind;
}

describe('a path', () => {
  it.each<[string, readonly string[], readonly string[], string | undefined]>([
    ['through the intermediate that was sent holds', ['root'], ['issuing'], 'good'],
    ['holds when the root was sent as well, in another order', ['root'], ['root', 'issuing'], 'good'],
    ['to an intermediate that is trusted itself holds', ['issuing'], [], 'good'],
    ['to an intermediate that is trusted itself and was sent holds', ['issuing'], ['issuing', 'root'], 'good'],
    ['is not there without the intermediate', ['root'], [], undefined],
    ['is not there to another root', ['other-root'], ['issuing'], undefined],
    ['is the one of two that leads to the trusted root', ['other-root'], ['issuing', 'root', 'cross'], 'good'],
  ])('%s', async (_what, anchors, sent, verdict) => {
    expect(await judged(anchors, 'leaf', ...sent)).toBe(verdict);
  });

  it.each<[string, Making, Making, string]>([
    [
      'the intermediate is no authority',
      { extensions: ['basicConstraints=CA:FALSE'] },
      {},
      "'CN=x-ca' is not that of an authority",
    ],
    ['the intermediate says nothing of authorities', { extensions: [] }, {}, "'CN=x-ca' is not that of an authority"],
    ['the intermediate has ended', { more: ['-days', '-1'] }, {}, "'CN=x-ca' is not valid at this time"],
    ['the certificate has ended', {}, { more: ['-days', '-1'] }, "'CN=x' is not valid at this time"],
    [
      'it is for servers',
      {},
      { extensions: ['extendedKeyUsage=serverAuth'] },
      "'CN=x' is not for TLS clients (extended key usage)",
    ],
    ['it is for any use', {}, { extensions: ['extendedKeyUsage=anyExtendedKeyUsage'] }, 'good'],
    ['it is for servers and clients', {}, { extensions: ['extendedKeyUsage=serverAuth,clientAuth'] }, 'good'],
    [
      'the intermediate is for servers',
      { extensions: [...authority(), 'extendedKeyUsage=serverAuth'] },
      {},
      "'CN=x-ca' is not for TLS clients (extended key usage)",
    ],
    ['it is that of an authority', {}, { extensions: authority() }, "'CN=x' is that of an authority"],
    [
      'its key is not for signatures',
      {},
      { extensions: ['keyUsage=keyAgreement'] },
      "'CN=x' is not for signatures (key usage)",
    ],
    [
      'it has an unknown critical extension',
      {},
      { extensions: ['1.2.3.4=critical,ASN1:UTF8String:x'] },
      "'CN=x' has a critical extension that is not known",
    ],
    ['it has another unknown extension', {}, { extensions: ['1.2.3.4=ASN1:UTF8String:x'] }, 'good'],
    [
      'the intermediate has an unknown critical extension',
      { extensions: [...authority(), '1.2.3.4=critical,ASN1:UTF8String:x'] },
      {},
      "'CN=x-ca' has a critical extension that is not known",
    ],
    [
      'the intermediate limits names',
      { extensions: [...authority(), 'nameConstraints=permitted;DNS:example.net'] },
      {},
      "'CN=x-ca' has name constraints, which are not supported",
    ],
    [
      'the intermediate is signed with SHA-1',
      { more: ['-sha1'] },
      {},
      "'CN=x-ca' is signed with a hash other than SHA-256, SHA-384, SHA-512",
    ],
    [
      'it is signed with MD5',
      { key: RSA_2048 },
      { more: ['-md5'] },
      "'CN=x' is signed with a hash other than SHA-256, SHA-384, SHA-512",
    ],
    ['it is signed with RSA and SHA-512', { key: RSA_2048 }, { more: ['-sha512'] }, 'good'],
    [
      'it is signed with RSASSA-PSS',
      { key: RSA_2048 },
      { more: ['-sha256', '-sigopt', 'rsa_padding_mode:pss'] },
      'good',
    ],
    ['it is of Ed25519 keys', { key: ['ed25519'] }, { key: ['ed25519'] }, 'good'],
    [
      'the key of the intermediate is short',
      { key: RSA_1024 },
      {},
      "'CN=x-ca' has another key than RSA of 2048 to 8192 bits, P-256, P-384, P-521, Ed25519 and Ed448",
    ],
    [
      'its curve is not known',
      {},
      { key: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'] },
      "'CN=x' has another key than RSA of 2048 to 8192 bits, P-256, P-384, P-521, Ed25519 and Ed448",
    ],
  ])('where %s', async (_what, intermediate, leaf, verdict) => {
    below('x', intermediate, leaf);
    expect(await judged(['root'], 'x', 'x-ca')).toBe(verdict === 'good' ? verdict : `the certificate of ${verdict}`);
  });

  it('is not there through an authority that may not sign certificates', async () => {
    below('x', { extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,cRLSign'] });
    expect(await judged(['root'], 'x', 'x-ca')).toBeUndefined();
  });

  it('is not there through an authority of the same name with another key', async () => {
    below('x', {});
    const issued = pki.certificate('x');
    pki.issue('x-ca', 'root', { extensions: ['basicConstraints=critical,CA:TRUE', 'subjectKeyIdentifier=none'] });
    const chain = new ClientChain(issued, [pki.certificate('x-ca')]);
    expect((await TlsAuthorities.of([pki.certificate('root')])).judge(chain)).toBeUndefined();
  });

  it('holds until the time of one of its certificates is over', async () => {
    const authorities = await TlsAuthorities.of([pki.certificate('root')]);
    const chain = new ClientChain(pki.certificate('leaf'), [pki.certificate('issuing')]);
    expect(authorities.judge(chain)).toEqual({ kind: 'good' });
    pki.issue('issuing-old', 'root', { extensions: authority(0), like: 'issuing', more: ['-days', '-1'] });
    expect(await judged(['root'], 'leaf', 'issuing-old')).toBe(
      "the certificate of 'CN=issuing' is not valid at this time",
    );
    expect(await judged(['root'], 'leaf', 'issuing-old', 'issuing')).toBe('good');
  });
});

it('a path with a certificate that has an extension twice does not hold', async () => {
  const { Extension, X509CertificateGenerator } = await x509();
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const der = createPrivateKey(pki.key('root')).export({ type: 'pkcs8', format: 'der' });
  const certificate = await X509CertificateGenerator.create({
    ...{ subject: 'CN=twice', issuer: 'CN=root', notBefore: new Date(Date.now() - 60_000) },
    ...{ notAfter: new Date(Date.now() + 60_000), signingAlgorithm: { ...algorithm, hash: 'SHA-256' } },
    publicKey: (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])).publicKey,
    signingKey: await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']),
    extensions: [1, 2].map((octet) => new Extension('1.2.3.4', false, Buffer.from([4, 1, octet]))),
  });
  const authorities = await TlsAuthorities.of([pki.certificate('root')]);
  expect(authorities.judge(new ClientChain(new X509Certificate(Buffer.from(certificate.rawData))))).toEqual({
    ...{ kind: 'refused', reason: "the certificate of 'CN=twice' has an extension twice" },
  });
});

describe('a long path', () => {
  const chain = (from: number): readonly string[] => Array.from({ length: from + 1 }, (_, index) => `c${from - index}`);
  beforeAll(() => {
    pki.issue('c0', 'root', { extensions: authority() });
    for (let at = 1; at < 19; at += 1) pki.issue(`c${at}`, `c${at - 1}`, { extensions: authority() });
    for (const at of [6, 7, 18]) pki.issue(`leaf-${at}`, `c${at}`);
  });

  it('holds with 8 certificates, and with more it does not', async () => {
    expect(await judged(['root'], 'leaf-6', ...chain(6))).toBe('good');
    expect(await judged(['root'], 'leaf-6', ...chain(6), 'root')).toBe('the client sent more than 8 certificates');
    expect(await judged(['root'], 'leaf-7', ...chain(7))).toBeUndefined();
    expect(await judged(['root'], 'leaf-18', ...chain(18))).toBeUndefined();
  });

  it('is held to the pathLenConstraint of each authority, also of the trusted one', async () => {
    pki.issue('none', 'root', { extensions: authority(0) });
    pki.issue('under', 'none', { extensions: authority() });
    pki.issue('x', 'under');
    const reason = "the certificate of 'CN=none' permits fewer authorities below it (pathLenConstraint)";
    expect(await judged(['root'], 'x', 'under', 'none')).toBe(reason);
    expect(await judged(['none'], 'x', 'under')).toBe(reason);
    expect(await judged(['under'], 'x')).toBe('good');
  });

  it('does not count an authority that was issued for itself', async () => {
    pki.issue('rolled', 'root', { extensions: authority(1) });
    pki.issue('rolled-new', 'rolled', { extensions: authority(), subject: 'rolled' });
    pki.issue('x-ca', 'rolled-new', { extensions: authority() });
    pki.issue('x', 'x-ca');
    expect(await judged(['rolled'], 'x', 'x-ca', 'rolled-new')).toBe('good');
    expect(pki.certificate('rolled-new').subject).toBe('CN=rolled');
  });
});

describe('a circle', () => {
  it('of authorities that have signed each other is no path', async () => {
    pki.root('ring-a');
    pki.issue('ring-b', 'ring-a', { extensions: authority() });
    pki.issue('ring-a-by-b', 'ring-b', { extensions: authority(), like: 'ring-a' });
    pki.issue('x', 'ring-a');
    const ring = ['ring-a-by-b', 'ring-b', 'ring-a'];
    expect(await judged(['root'], 'x', ...ring)).toBeUndefined();
    pki.issue('ring-b-by-root', 'root', { extensions: authority(), like: 'ring-b' });
    expect(await judged(['root'], 'x', ...ring, 'ring-b-by-root')).toBe('good');
  });
});

it('the signatures of authorities that were sent are checked 20 times at most', async () => {
  const alike = { subject: 'alike', extensions: ['basicConstraints=critical,CA:TRUE', ...NO_KEY_IDENTIFIERS] };
  pki.root('alike-0', { subject: 'alike' });
  const all = Array.from({ length: 7 }, (_, at) => `alike-${at + 1}`);
  for (const [at, name] of all.entries()) pki.issue(name, `alike-${at}`, alike);
  pki.issue('x', 'alike-7', { extensions: NO_KEY_IDENTIFIERS });
  const verify = vi.spyOn(X509Certificate.prototype, 'verify');
  expect(await judged(['root'], 'x', ...all)).toBeUndefined();
  expect(verify).toHaveBeenCalledTimes(20);
  verify.mockRestore();
});
