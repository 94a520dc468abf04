import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { engineDocument, withLibyang } from '../../src/cli/engine/index.js';
import { UsageError } from '../../src/node/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { yangent } from './support.js';

describe('without the package libyang-wasm', () => {
  const nothing = () => Promise.resolve();

  test('is told how to get it', async () => {
    const absent = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    const work = withLibyang(nothing, () => Promise.reject(absent));
    await expect(work).rejects.toThrow(UsageError);
    await expect(work).rejects.toThrow('npm run build:libyang');
  });

  test('or, where it is not built, how to build it', async () => {
    const engine = { context: nothing, close: nothing };
    const notBuilt = Object.assign(new Error('libyang.wasm is not there'), { fault: 'not-built', problems: [] });
    const work = withLibyang(
      () => Promise.reject(notBuilt),
      () => Promise.resolve({ createLibyang: () => engine }),
    );
    await expect(work).rejects.toThrow('npm run build:libyang');
  });

  test('another package of that name is refused', async () => {
    await expect(withLibyang(nothing, () => Promise.resolve({ validate: nothing }))).rejects.toThrow(
      'no createLibyang',
    );
  });
});

describe('what libyang cannot be asked', () => {
  test.each([
    [['--at', '/irtf-agent:agents'], '--at is for the engine own'],
    [['--context', 'other.json'], '--context with data or configuration is for the engine own'],
    [['--feature', 'ietf-interfaces:if-mib'], '--feature is for a module of --module'],
  ])('%j is refused as a usage error', async (options, message) => {
    const file = join(temporaryFolder(), 'document.json');
    writeFileSync(file, '{}');
    const { code, err } = await yangent('validate', '--engine', 'libyang', ...options, file);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('documents as libyang reads them', () => {
  const NETCONF = 'urn:ietf:params:xml:ns:netconf:base:1.0';

  test('messages keep their envelope, which is told', () => {
    const rpc = `<rpc xmlns="${NETCONF}" message-id="1"><a xmlns="urn:a"/></rpc>`;
    expect(engineDocument(rpc, 'xml', 'rpc')).toEqual({ text: rpc, format: 'xml', type: 'netconf-rpc' });
    const event = '{"ietf-restconf:notification":{"eventTime":"2026-01-31T12:00:00Z","a:b":{}}}';
    expect(engineDocument(event, 'json', 'notification').type).toBe('restconf-notification');
    expect(engineDocument('{"a:b":{}}', 'json', 'notification').type).toBe('notification');
  });

  test('what only holds the content of a datastore is taken off', () => {
    expect(engineDocument('{"ietf-restconf:data":{"a:b":1}}', 'json', 'data').text).toBe('{"a:b":1}');
    const data = `<data xmlns="${NETCONF}"><b xmlns="urn:a">1</b><c xmlns="urn:a"/></data>`;
    expect(engineDocument(data, 'xml', 'config').text).toBe('<b xmlns="urn:a">1</b><c xmlns="urn:a"/>');
  });

  test('what cannot be read is left to libyang', () => {
    expect(engineDocument('{"a', 'json', 'data').text).toBe('{"a');
    expect(engineDocument('<a>', 'xml', 'data').text).toBe('<a>');
  });
});
