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
});
