import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSecrets, type SecretKeeper } from '../../src/devices/index.js';
import { temporaryDirectory } from '../support/clean-up.js';

const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n';

async function opened(data = temporaryDirectory(), keyFile?: string) {
  const told: string[] = [];
  const secrets = await openSecrets({ data, keyFile, tell: (message) => told.push(message) });
  return { data, told, secrets, file: (name: string) => join(data, 'secrets', name) };
}

/** A data directory in which secrets lie as they did before: in the clear. */
async function before(mode = 0o600, text = 'open sesame\n') {
  const data = temporaryDirectory();
  await mkdir(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'edge-1'), text, { mode });
  chmodSync(join(data, 'secrets', 'edge-1'), mode);
  return data;
}

it('gives what was set, after a restart too, and keeps it sealed in files of its owner', async () => {
  const { data, secrets, file } = await opened();
  expect(await secrets.set('edge-1', 'open sesame')).toBe(1);
  expect(await secrets.set('edge-1', 'open poppy')).toBe(2);
  const again = await opened(data);
  expect(await again.secrets.get('edge-1')).toBe('open poppy');
  expect(await again.secrets.get('edge-2')).toBeUndefined();
  expect(readFileSync(file('edge-1'), 'utf8')).toMatch(/^yangent-secret 1 2 [0-9a-f]{8} \S{16} \S{22} \S+\n$/);
  expect([file('edge-1'), join(data, 'secret-key')].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(again.told).toEqual([]);
});

it('gives back any text, and never writes the same twice', async () => {
  const { secrets, file } = await opened();
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), async (value) => {
      await secrets.set('any', value);
      const first = readFileSync(file('any'), 'utf8');
      expect(await secrets.get('any')).toBe(value);
      await secrets.set('any', value);
      expect(readFileSync(file('any'), 'utf8')).not.toBe(first);
    }),
    { numRuns: 25 },
  );
});

it('lists names, versions and times, and deletes', async () => {
  const { secrets } = await opened();
  await secrets.set('edge-2', 'b');
  await secrets.set('edge-1', 'a');
  const at = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(await secrets.list()).toEqual([
    { name: 'edge-1', version: 1, at },
    { name: 'edge-2', version: 1, at },
  ]);
  expect([await secrets.delete('edge-1'), await secrets.delete('edge-1')]).toEqual([true, false]);
  expect(await secrets.get('edge-1')).toBeUndefined();
});

it('seals what lies in the clear, without its last line end, and says so without the value', async () => {
  const data = await before();
  const { secrets, told, file } = await opened(data);
  expect(told).toEqual(['the secret "edge-1" lay in the clear and is sealed now']);
  expect(readFileSync(file('edge-1'), 'utf8')).not.toContain('sesame');
  expect(await secrets.get('edge-1')).toBe('open sesame');
  writeFileSync(file('late'), 'put there\r\n', { mode: 0o600 });
  expect(await secrets.get('late')).toBe('put there');
  expect(readFileSync(file('late'), 'utf8')).not.toContain('put there');
  expect(told).toHaveLength(2);
});

it('says of a secret that others could read that it must be changed', async () => {
  const { told, file } = await opened(await before(0o644));
  expect(told).toEqual([
    'the secret "edge-1" lay in the clear and is sealed now; others could read it until now: change it on the device as well',
  ]);
  expect(statSync(file('edge-1')).mode & 0o777).toBe(0o600);
});

it('says what cannot be sealed, and goes on', async () => {
  const { told } = await opened(await before(0o600, '\n'));
  expect(told).toEqual(['the secret "edge-1" would be empty']);
});

const flip = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

it.each<readonly [string, (text: string) => string, RegExp]>([
  ['content', (text) => flip(text, text.length - 6), /was changed since it was sealed, or is that of another secret/],
  ['tag', (text) => flip(text, 50), /was changed since it was sealed/],
  ['version', (text) => text.replace('secret 1 1 ', 'secret 1 7 '), /was changed since it was sealed/],
  ['form', (text) => text.slice(0, 40), /is damaged; set the secret again/],
  ['form of another version', (text) => text.replace('secret 1 ', 'secret 2 '), /is damaged/],
])('refuses a file whose %s was changed', async (_what, change, message) => {
  const { secrets, file } = await opened();
  await secrets.set('edge-1', 'open sesame');
  writeFileSync(file('edge-1'), change(readFileSync(file('edge-1'), 'utf8')));
  await expect(secrets.get('edge-1')).rejects.toThrow(message);
});

it('refuses the file of another secret', async () => {
  const { secrets, file } = await opened();
  await secrets.set('edge-1', 'open sesame');
  copyFileSync(file('edge-1'), file('edge-2'));
  await expect(secrets.get('edge-2')).rejects.toThrow('or is that of another secret');
});

it('refuses another key than that under which a secret was sealed, and names both, not their octets', async () => {
  const { data, secrets } = await opened();
  await secrets.set('edge-1', 'open sesame');
  writeFileSync(join(data, 'given'), KEY, { mode: 0o600 });
  const other = await opened(data, join(data, 'given'));
  await expect(other.secrets.get('edge-1')).rejects.toThrow(
    /is sealed with the key [0-9a-f]{8}, and the key of this node is [0-9a-f]{8}; start it with the right --secret-key-file/,
  );
});

it('takes a key that is given, and makes none then', async () => {
  const data = temporaryDirectory();
  await expect(opened(data, join(data, 'given'))).rejects.toThrow(`there is no key of the secrets at ${data}/given`);
  // As a service manager hands credentials over: to a group.
  writeFileSync(join(data, 'given'), KEY, { mode: 0o440 });
  const { secrets } = await opened(data, join(data, 'given'));
  await secrets.set('edge-1', 'open sesame');
  expect(await secrets.get('edge-1')).toBe('open sesame');
  expect(readdirSync(data).sort()).toEqual(['given', 'secrets']);
});

it.each([
  ['that others may read', KEY, 0o644, /others may read the key of the secrets; run: chmod 600/],
  ['that is none', 'sesame\n', 0o600, /holds no key: 32 random octets in base64 are needed/],
])('refuses a key file %s', async (_what, content, mode, message) => {
  const data = temporaryDirectory();
  writeFileSync(join(data, 'secret-key'), content);
  chmodSync(join(data, 'secret-key'), mode);
  await expect(opened(data)).rejects.toThrow(message);
});

it('makes no new key while secrets need the one that is gone', async () => {
  const { data, secrets } = await opened();
  await secrets.set('edge-1', 'open sesame');
  rmSync(join(data, 'secret-key'));
  await expect(opened(data)).rejects.toThrow(/the key of the secrets is gone: put it back at/);
});

it('two that open a new store at once use the same key', async () => {
  const data = temporaryDirectory();
  const [one, two] = await Promise.all([opened(data), opened(data)]);
  await one.secrets.set('edge-1', 'open sesame');
  expect(await two.secrets.get('edge-1')).toBe('open sesame');
  expect(readdirSync(data).sort()).toEqual(['secret-key', 'secrets']);
});

const REFUSED = /cannot be the name of a secret/;
const ACTS: readonly (readonly [string, (secrets: SecretKeeper, name: string) => Promise<unknown>])[] = [
  ['get', (secrets, name) => secrets.get(name)],
  ['set', (secrets, name) => secrets.set(name, 'x')],
  ['delete', (secrets, name) => secrets.delete(name)],
];

it.each(ACTS)('%s refuses names that could lead out of the directory', async (_what, act) => {
  const { secrets } = await opened();
  for (const name of ['../edge-1', '/etc/passwd', '', '.', '..', '.hidden', 'a/b', 'a\u0000b', 'x'.repeat(256)])
    await expect(act(secrets, name)).rejects.toThrow(REFUSED);
});

it('does not follow links', async () => {
  const { secrets, file } = await opened();
  await secrets.set('edge-1', 'open sesame');
  symlinkSync(file('edge-1'), file('link'));
  expect(await secrets.get('link')).toBeUndefined();
  expect((await secrets.list()).map(({ name }) => name)).toEqual(['edge-1']);
});

it('refuses a value that is too long', async () => {
  const { secrets } = await opened();
  await expect(secrets.set('edge-1', 'x'.repeat(65_537))).rejects.toThrow('65537 characters, 65536 are allowed');
});
