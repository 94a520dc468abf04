import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateHostKey, loadHostKey } from '../../src/keys/ssh-host-key.js';

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

  // In a process of its own: when making a key waits for ever for the collector, nothing in that process can notice it. The young
  // generation is filled up to some octets that differ each time, so that the collector comes at every point of the making.
  it.each([
    ['host keys', 'keys/ssh-host-key.ts', 'generateHostKey', ''],
    ['certificates', 'keys/certificate/self-signed.ts', 'selfSigned', "['localhost']"],
  ])(
    'is made wherever the collector comes in between: %s',
    (_, file, name, input) => {
      const text = `
        import { getHeapSpaceStatistics } from 'node:v8';
        import { ${name} } from ${JSON.stringify(new URL(`../../src/${file}`, import.meta.url).href)};
        const left = () =>
          getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_available_size;
        globalThis.garbage = undefined;
        for (let n = 0; n < ${MANY}; n += 1) {
          const wanted = (n * 97) % 32_768;
          for (let now = left(); now > wanted + 20_000; now -= 8_016) garbage = new Array(1_000).fill(n);
          while (left() > wanted + 2_000) garbage = new Array(20).fill(n);
          ${name}(${input});
        }
        console.log('made', ${MANY});`;
      const made = execFileSync(
        process.execPath,
        [...SMALL_HEAP, '--import', 'tsx', '--input-type=module', '-e', text],
        { timeout: 60_000 + MANY * 20, encoding: 'utf8' },
      );
      expect(made.trim()).toBe(`made ${MANY}`);
    },
    120_000 + MANY * 20,
  );
});

const MANY = Number(process.env.YANGENT_SOAK_KEYS ?? 2_000);
const SMALL_HEAP = ['--max-semi-space-size=1', '--max-old-space-size=64'];
