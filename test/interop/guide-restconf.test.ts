/** docs/guide-restconf.md: its commands, run by a shell with curl as they stand. */
import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '../../src/keys/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/guide-restconf.md', import.meta.url)), 'utf8');
/** By the heading of their section. */
const commands = new Map(
  PAGE.split(/^## /m).flatMap((section): [string, string][] => {
    const text = /^```sh\n([\s\S]*?)^```$/m.exec(section)?.[1];
    return text === undefined ? [] : [[section.slice(0, section.indexOf('\n')), text]];
  }),
);

/** Tells the status beside what the command prints, and ends event streams after a while, as a reader would. */
const CURL = `curl() { command curl -sS --max-time 3 -w '%{stderr}%{http_code}\\n' "$@"; }\n`;

let rig: TestNode;
let directory: string;
let environment: Record<string, string>;
beforeAll(async () => {
  rig = await startTestNode();
  directory = temporaryFolder();
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] });
  const client = await selfSigned(['client']);
  writeFileSync(join(directory, 'client.pem'), client.cert);
  writeFileSync(join(directory, 'client-key.pem'), client.key, { mode: 0o600 });
  await rig.node.edit({
    'yangent-access:access': {
      user: [{ name: 'ann', password: '$0$the password of ann' }],
      'client-certificate': [
        { name: 'ann', fingerprint: new X509Certificate(client.cert).fingerprint256, user: 'ann' },
      ],
      'token-issuer': [{ issuer: 'https://login.example', audience: ['yangent'], jwks }],
    },
  });
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer('https://login.example')
    .setAudience('yangent')
    .setSubject('olga')
    .setExpirationTime('5m')
    .sign(privateKey);
  environment = {
    url: rig.url,
    cert: rig.certificate,
    auth: `--cacert ${rig.certificate} --user admin:${rig.password}`,
    token,
  };
});
afterAll(() => rig?.stop());

interface Ran {
  readonly out: string;
  /** Of each answer. */
  readonly statuses: readonly string[];
}

function run(text: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', CURL + text], { cwd: directory, env: { ...process.env, ...environment } });
    let out = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part;
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      errors += part;
    });
    child.once('error', reject).once('close', () => resolve({ out, statuses: errors.match(/^\d{3}$/gm) ?? [] }));
  });
}

const SECTIONS: readonly (readonly [title: string, statuses: readonly string[], says: string])[] = [
  ['Data', ['201', '200', '200', '204'], '"name":"ip-fault"'],
  ['Several edits at once', ['200'], '"ok"'],
  ['Events', ['200'], ''],
  ['Subscriptions', ['200', '200'], '/restconf/subscriptions/'],
  ['Datastores one by one', ['200', '204', '200', '204'], 'ietf-origin:intended'],
  ['Who asks', ['200', '200'], 'yang-library-version'],
];

describe('the guide of RESTCONF', () => {
  it('has commands in these sections', () => {
    expect([...commands.keys()]).toEqual(SECTIONS.map(([title]) => title));
  });

  it.each(SECTIONS)('section "%s" does what it says', async (title, statuses, says) => {
    const ran = await run(commands.get(title) ?? '');
    expect(ran.statuses, ran.out).toEqual(statuses);
    expect(ran.out).toContain(says);
  });

  it('leaves a candidate that is as running is', async () => {
    const ran = await run(
      'curl $auth -o candidate $url/restconf/ds/ietf-datastores:candidate && curl $auth -o running $url/restconf/ds/ietf-datastores:running && cmp candidate running && echo same',
    );
    expect(ran.out).toContain('same');
  });
});
