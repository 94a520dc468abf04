import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UrlFiles } from '../../src/datastore/index.js';
import { temporaryFolder } from '../support/clean-up.js';

function make() {
  const outside = temporaryFolder();
  const directory = join(outside, 'files');
  return { outside, directory, files: new UrlFiles(directory) };
}

describe('files named by URL', () => {
  it('are written whole, read again and deleted', async () => {
    const { directory, files } = make();
    await files.write('file:///a.xml', 'one');
    await files.write('file:///a.xml', 'two');
    expect(await files.read('file:///a.xml')).toBe('two');
    expect(await files.read('file://localhost/a.xml')).toBe('two');
    expect(readdirSync(directory)).toEqual(['a.xml']);
    await files.remove('file:///a.xml');
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each([
    'a.xml',
    'http://192.0.2.1/a.xml',
    'file://192.0.2.1/a.xml',
    'file:///',
    'file:///a/',
    'file:///.hidden',
    'file:///a%2F..%2Fb',
    'file:///%2e%2e%2fb',
    'file:///a%00b',
    'file:///a?b',
    'file:///%zz',
  ])('refuse the URL %s', async (url) => {
    const { files } = make();
    for (const work of [() => files.read(url), () => files.write(url, 'x'), () => files.remove(url)]) {
      await expect(work()).rejects.toMatchObject({ tag: 'invalid-value', info: { 'bad-element': 'url' } });
    }
  });

  it('do not lie outside of their directory, however many steps up a path goes', async () => {
    const { outside, directory, files } = make();
    writeFileSync(join(outside, 'secret.xml'), 'secret');
    await files.write('file:///../secret.xml', 'ours');
    expect(readFileSync(join(outside, 'secret.xml'), 'utf8')).toBe('secret');
    expect(readFileSync(join(directory, 'secret.xml'), 'utf8')).toBe('ours');
  });

  it('are not reached through symbolic links', async () => {
    const { outside, directory, files } = make();
    mkdirSync(directory);
    mkdirSync(join(outside, 'elsewhere'));
    writeFileSync(join(outside, 'secret.xml'), 'secret');
    symlinkSync(join(outside, 'secret.xml'), join(directory, 'link.xml'));
    symlinkSync(join(outside, 'elsewhere'), join(directory, 'links'));
    await expect(files.read('file:///link.xml')).rejects.toMatchObject({ tag: 'operation-failed' });
    await expect(files.write('file:///links/a.xml', 'x')).rejects.toMatchObject({ tag: 'invalid-value' });
    // Writing replaces the link, not what it leads to.
    await files.write('file:///link.xml', 'ours');
    expect(readFileSync(join(outside, 'secret.xml'), 'utf8')).toBe('secret');
    expect(readdirSync(join(outside, 'elsewhere'))).toEqual([]);
  });

  it('that are not there are told without saying where they would be', async () => {
    const { outside, files } = make();
    const error = await files.read('file:///none.xml').catch((each: unknown) => each);
    expect(error).toMatchObject({ tag: 'operation-failed', message: expect.stringContaining('there is no such file') });
    expect(String(error)).not.toContain(outside);
    await expect(files.remove('file:///none.xml')).rejects.toMatchObject({ tag: 'operation-failed' });
    await expect(files.write('file:///no/such/folder.xml', 'x')).rejects.toMatchObject({ tag: 'operation-failed' });
  });

  it('are files: a directory is neither read nor deleted', async () => {
    const { directory, files } = make();
    mkdirSync(join(directory, 'folder'), { recursive: true });
    await expect(files.read('file:///folder')).rejects.toMatchObject({ tag: 'operation-failed' });
    await expect(files.remove('file:///folder')).rejects.toMatchObject({ tag: 'operation-failed' });
    await expect(files.write('file:///folder', 'x')).rejects.toMatchObject({ tag: 'operation-failed' });
    expect(readdirSync(directory)).toEqual(['folder']);
  });
});
