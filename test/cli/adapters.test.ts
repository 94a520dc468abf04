import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadAdapter, loadDrivers, makeConfigured } from '../../src/cli/adapters.js';
import { temporaryFolder } from '../support/clean-up.js';

const CHAT = { url: 'http://127.0.0.1:1/v1/chat/completions', model: 'm' };

const directory = temporaryFolder();

function file(text: string): string {
  const path = join(directory, 'settings.json');
  writeFileSync(path, text);
  return path;
}

describe('a settings file', () => {
  it('makes an interpreter of the adapter that it names', async () => {
    const made = await makeConfigured('interpreter', file(JSON.stringify({ adapter: 'openai-chat', ...CHAT })));
    expect(made).toMatchObject({ interpret: expect.any(Function) });
  });

  it.each([
    ['{', 'no interpreter can be made of this: '],
    ['[]', '"adapter" must be openai-chat'],
    ['null', 'it must hold a JSON object'],
    ['{"adapter":"openai-embeddings"}', '"adapter" must be openai-chat'],
    ['{"adapter":"../../etc"}', 'cannot load'],
  ])('%s is refused with the name of the file: %s', async (text, reason) => {
    const path = file(text);
    const made = makeConfigured('interpreter', path);
    await expect(made).rejects.toThrow(path);
    await expect(made).rejects.toThrow(reason);
  });
});

describe('an adapter', () => {
  it('that is not installed is none', async () => {
    expect(await loadAdapter('driver', 'nowhere')).toBeUndefined();
  });

  it('of another kind is refused', async () => {
    await expect(loadAdapter('driver', 'openai-chat')).rejects.toThrow(
      'the adapter "openai-chat" has no createDriver: it is no driver',
    );
  });

  it('for NETCONF devices is loaded by its protocol', async () => {
    expect([...(await loadDrivers()).keys()]).toEqual(['netconf-ssh']);
  });
});
