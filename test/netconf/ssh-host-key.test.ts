import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateHostKey, loadHostKey } from '../../src/netconf/ssh-host-key.js';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'yangent-host-key-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('the host key', () => {
  it('is made once, readable by its owner only, and has the fingerprint that ssh-keygen prints', async () => {
    const file = join(directory, 'made');
    const made = await loadHostKey(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await loadHostKey(file)).toEqual(made);
    expect(execFileSync('ssh-keygen', ['-l', '-f', file]).toString().split(' ')[1]).toBe(made.fingerprint);
    expect(execFileSync('ssh-keygen', ['-y', '-f', file]).toString().trim()).toBe(made.publicKey);
  });

  it.each(['ed25519', 'ecdsa', 'rsa'])('may be one of ssh-keygen, type %s', async (type) => {
    const file = join(directory, type);
    execFileSync('ssh-keygen', ['-q', '-N', '', '-t', type, '-f', file]);
    const key = await loadHostKey(file);
    expect((await readFile(`${file}.pub`, 'utf8')).startsWith(key.publicKey)).toBe(true);
  });

  it('is refused with the name of its file when it is none', async () => {
    const file = join(directory, 'bad');
    await writeFile(file, 'nonsense');
    await expect(loadHostKey(file)).rejects.toThrow(/bad holds no SSH host key/);
  });

  it('is well formed every time', () => {
    for (let n = 0; n < 200; n += 1) {
      const key = ssh2.utils.parseKey(generateHostKey());
      expect(key).not.toBeInstanceOf(Error);
    }
  });

  // In a process of its own: when making a key waits for ever for the collector, nothing in that process can notice it.
  it.each([
    ['host keys', 'netconf/ssh-host-key.ts', 'generateHostKey()'],
    ['certificates', 'restconf/certificate/self-signed.ts', "selfSigned(['localhost'])"],
  ])(
    'is made however often the collector comes in between: %s',
    (_, file, call) => {
      const many = Number(process.env.YANGENT_SOAK_KEYS ?? 1_000);
      const text = `
        import { setFlagsFromString } from 'node:v8';
        import { generateHostKey, selfSigned } from ${JSON.stringify(new URL(`../../src/${file}`, import.meta.url).href)};
        setFlagsFromString('--gc-interval=500');
        let kept = [];
        for (let n = 0; n < ${many}; n += 1) {
          kept.push(${call}, new Array(1_000).fill(n));
          if (kept.length > 200) kept = [];
        }
        console.log('made', ${many});`.replace('{ generateHostKey, selfSigned }', `{ ${call.split('(')[0]} }`);
      const made = execFileSync(
        process.execPath,
        ['--max-semi-space-size=1', '--import', 'tsx', '--input-type=module', '-e', text],
        { timeout: 60_000 + many * 20, encoding: 'utf8' },
      );
      expect(made.trim()).toBe(`made ${many}`);
    },
    120_000 + Number(process.env.YANGENT_SOAK_KEYS ?? 0) * 20,
  );
});
