import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadAdapter, loadDrivers, makeConfigured, makeFace } from '../../src/cli/adapters.js';
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

describe('--adapter', () => {
  it('makes a face of the adapter that it names, with the settings of a file or without', async () => {
    const path = file('{"listen":"127.0.0.1:7788"}');
    expect(await makeFace(`ioa-websocket=${path}`)).toMatchObject({
      protocol: 'ioa-websocket',
      mounts: [{ path: 'ioa/ws', access: 'login' }],
      listen: { address: { host: '127.0.0.1', port: 7788 }, mounts: [{ path: 'ioa/ws' }] },
    });
    expect(await makeFace('ioa-websocket')).not.toHaveProperty('listen');
  });

  it.each([
    ['openai-chat', '"adapter" must be dag or ioa-websocket'],
    ['ioa-websocket=/nowhere.json', '/nowhere.json: no face can be made of this'],
  ])('%s is refused: %s', async (text, reason) => {
    await expect(makeFace(text)).rejects.toThrow(reason);
  });

  it('is refused with settings that the adapter has not', async () => {
    const made = makeFace(`ioa-websocket=${file('{"port":1}')}`);
    await expect(made).rejects.toThrow('"port" is no setting of ioa-websocket; it has: listen');
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
