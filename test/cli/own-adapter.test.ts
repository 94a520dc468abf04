/** Adapters of users: a module file that a JSON file names. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeConfigured } from '../../src/cli/adapters.js';
import { temporaryFolder } from '../support/clean-up.js';

const made = (module: string, settings: object = { adapter: './mine.mjs' }) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'mine.mjs'), module);
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  return makeConfigured('embedder', join(folder, 'settings.json'));
};

describe('a module file as an adapter', () => {
  it('gets the settings, and the folder in which they lie', async () => {
    const embedder = await made(
      'export const createEmbedder = (settings, directory) => ({ name: settings.word + directory.length });',
      {
        adapter: './mine.mjs',
        word: 'w',
      },
    );
    expect(embedder.name).toMatch(/^w\d+$/);
  });

  it.each([
    [
      'export default 1;',
      { adapter: './mine.mjs' },
      'it has no export createEmbedder, only default; write: export function createEmbedder',
    ],
    ['export const createEmbedder = 1;', { adapter: './mine.mjs' }, 'createEmbedder is no function'],
    ['export const x = ;', { adapter: './mine.mjs' }, 'cannot load'],
    ['', { adapter: './other.mjs' }, 'there is no such file'],
    [
      '',
      { adapter: 'other' },
      '"adapter" must be openai-embeddings, or a module file of your own such as ./my-embedder.js',
    ],
    ['', {}, '"adapter" must be openai-embeddings'],
  ])('%j with %j is refused in words', async (module, settings, words) => {
    await expect(made(module, settings)).rejects.toThrow(words);
  });
});
