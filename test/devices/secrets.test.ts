import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { directorySecrets } from '../../src/devices/index.js';
import { temporaryDirectory } from '../store/clean-up.js';

function store(): { readonly directory: string; readonly get: (name: string) => Promise<string | undefined> } {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'edge-1'), 'open sesame\n', { mode: 0o600 });
  return { directory, get: directorySecrets(directory).get };
}

it('gives the content of the file of that name without its last line end', async () => {
  const { directory, get } = store();
  expect(await get('edge-1')).toBe('open sesame');
  writeFileSync(join(directory, 'key.pem'), 'line 1\r\nline 2\r\n\r\n', { mode: 0o600 });
  expect(await get('key.pem')).toBe('line 1\r\nline 2\r\n');
});

it('has no secret that is not there', async () => {
  expect(await store().get('edge-2')).toBeUndefined();
});

it.each([0o640, 0o604, 0o660])('refuses a secret that others may read (mode %o)', async (mode) => {
  const { directory, get } = store();
  chmodSync(join(directory, 'edge-1'), mode);
  await expect(get('edge-1')).rejects.toThrow('others may read the secret "edge-1"; run: chmod 600');
});

it.each(['../edge-1', '/etc/passwd', '', '.', '..', '.hidden', 'a/b', 'a\u0000b'])(
  'refuses %j, which could lead out of the directory',
  async (name) => {
    await expect(store().get(name)).rejects.toThrow('cannot be the name of a secret');
  },
);

it('does not follow links', async () => {
  const { directory, get } = store();
  symlinkSync(join(directory, 'edge-1'), join(directory, 'link'));
  expect(await get('link')).toBeUndefined();
});
