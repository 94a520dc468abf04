/** The client against a server of ours over SSH: every operation with its options. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectNetconf, type NetconfClient, RestconfClient } from '../../../src/clients/index.js';
import { serializeXml } from '../../../src/data/index.js';
import { B, type BoxNode, startBox } from '../../netconf/box.js';

const box = (content: string) => `<box ${B}>${content}</box>`;
const IN_BOX = { filter: { subtree: `<box ${B}/>` } } as const;
const FILE = { url: 'file:///saved.xml' } as const;

let node: BoxNode;
let client: NetconfClient;
let other: NetconfClient;
beforeAll(async () => {
  node = await startBox({ startup: true });
  client = await connect();
  other = await connect();
});
afterAll(async () => {
  await client?.close();
  await other?.close();
  await node?.stop();
});
beforeEach(async () => {
  await client.copyConfig('running', { config: '' });
  await client.discardChanges();
});

function connect(): Promise<NetconfClient> {
  const { netconf, password } = node.rig;
  return connectNetconf({ ...netconf, username: 'admin', password });
}

/** What is in the box, without its tags. */
async function inBox(datastore: Parameters<NetconfClient['getConfig']>[0] = 'running'): Promise<string> {
  return innerOf(await client.getConfig(datastore, IN_BOX));
}

function innerOf(data: Parameters<typeof serializeXml>[0]): string {
  return /<box [^>]*?>(.*)<\/box>/.exec(serializeXml(data))?.[1] ?? '';
}

const setName = (name: string, target: 'running' | 'candidate' = 'running') =>
  client.editConfig({ target, config: box(`<name>${name}</name>`) });

describe('capabilities', () => {
  it('are asked for by their names, with what comes with them', () => {
    for (const name of ['writableRunning', 'candidate', 'confirmedCommit', 'validate', 'startup', 'xpath'] as const)
      expect([name, client.supports(name)]).toEqual([name, true]);
    expect(client.supports('partialLock')).toBe(false);
    expect(client.parametersOf('url')?.get('scheme')).toBe('file');
    expect(client.parametersOf('withDefaults')?.get('basic-mode')).toBe('explicit');
    expect(client.modules).toContainEqual(expect.objectContaining({ name: 'acme-box', namespace: 'urn:acme:box' }));
  });
});

describe('reading', () => {
  beforeEach(() =>
    client.editConfig({
      target: 'running',
      config: box(
        '<name>n</name><port><name>a</name><speed>1</speed></port><port><name>b</name><speed>2</speed></port>',
      ),
    }),
  );

  it('selects by subtree and by XPath', async () => {
    const subtree = box('<port><name>b</name></port>');
    expect(innerOf(await client.getConfig('running', { filter: { subtree } }))).toBe(
      '<port><name>b</name><speed>2</speed></port>',
    );
    const xpath = { xpath: '/x:box/x:port[x:speed < 2]/x:name', namespaces: { x: 'urn:acme:box' } };
    expect(innerOf(await client.get({ filter: xpath }))).toBe('<port><name>a</name></port>');
  });

  it.each([
    ['explicit', ''],
    ['trim', ''],
    ['report-all', '<limit>7</limit>'],
    ['report-all-tagged', 'default="true">7</limit>'],
  ] as const)('with-defaults %s', async (withDefaults, limit) => {
    const text = innerOf(await client.getConfig('running', { ...IN_BOX, withDefaults }));
    expect(serializeXml(await client.getConfig('running', { withDefaults }))).not.toContain('netconf-state');
    expect(text.includes('limit')).toBe(limit !== '');
    expect(text).toContain(limit);
  });

  it('get-data takes a datastore, a depth and origins', async () => {
    const shallow = await client.getData({ datastore: 'operational', ...IN_BOX, maxDepth: 2 });
    expect(innerOf(shallow)).not.toContain('<speed>');
    const origins = await client.getData({ datastore: 'operational', ...IN_BOX, withOrigin: true });
    expect(serializeXml(origins)).toMatch(/origin="[^"]*:intended"/);
    const defaults = await client.getData({ datastore: 'operational', ...IN_BOX, originFilter: ['default'] });
    expect(innerOf(defaults)).toContain('<limit>7</limit>');
    const xpath = { xpath: '/x:box/x:name', namespaces: { x: 'urn:acme:box' } };
    expect(innerOf(await client.getData({ datastore: 'intended', filter: xpath }))).toBe('<name>n</name>');
  });

  it('get-schema', async () => {
    expect(await client.getSchema({ identifier: 'acme-box', format: 'yang' })).toMatch(/^module acme-box \{/);
    await expect(client.getSchema({ identifier: 'nonsense' })).rejects.toMatchObject({ tag: 'invalid-value' });
  });
});

describe('editing', () => {
  it('with default-operation, test-option and error-option', async () => {
    await setName('n');
    const config = box('<tag>t</tag>');
    await client.editConfig({ target: 'running', config, testOption: 'test-only' });
    expect(await inBox()).toBe('<name>n</name>');
    await expect(
      client.editConfig({ target: 'running', config, defaultOperation: 'none', testOption: 'set' }),
    ).rejects.toMatchObject({ tag: 'data-missing' });
    await client.editConfig({ target: 'running', config, defaultOperation: 'replace', testOption: 'test-then-set' });
    expect(await inBox()).toBe('<tag>t</tag>');
    const half = { target: 'running', config: box('<name>m</name><port><name>p</name></port>') } as const;
    await expect(client.editConfig({ ...half, errorOption: 'rollback-on-error' })).rejects.toMatchObject({
      tag: 'data-missing',
      path: expect.stringMatching(/^\/acme-box:box\/port\[name='p'\]/),
    });
    expect(await inBox()).toBe('<tag>t</tag>');
    await expect(client.editConfig({ ...half, errorOption: 'continue-on-error' })).rejects.toMatchObject({
      tag: 'data-missing',
    });
    expect(await inBox()).toContain('<name>m</name>');
  });

  it('with edit-data', async () => {
    await client.editData({ datastore: 'candidate', config: box('<name>d</name>') });
    expect([await inBox('candidate'), await inBox()]).toEqual(['<name>d</name>', '']);
    await client.discardChanges();
    expect(await inBox('candidate')).toBe('');
  });

  it('from and to files', async () => {
    await setName('saved');
    await client.copyConfig(FILE, 'running', { withDefaults: 'report-all' });
    await setName('changed');
    await client.validate(FILE);
    await client.editConfig({ target: 'running', ...FILE });
    expect(await inBox()).toContain('<name>saved</name>');
    await client.copyConfig('candidate', FILE);
    expect(await inBox('candidate')).toContain('<name>saved</name>');
    await client.deleteConfig(FILE);
    await expect(client.validate(FILE)).rejects.toMatchObject({ type: expect.any(String) });
  });

  it('startup is copied to, and deleted', async () => {
    await setName('kept');
    await client.copyConfig('startup', 'running');
    expect(await inBox('startup')).toBe('<name>kept</name>');
    await client.deleteConfig('startup');
    expect(await inBox('startup')).toBe('');
    await expect(client.deleteConfig('running')).rejects.toMatchObject({ tag: 'operation-not-supported' });
  });
});

describe('locks', () => {
  it('name their owner, and go with the work under them', async () => {
    await client.locked('running', async () => {
      await expect(other.lock('running')).rejects.toMatchObject({
        tag: 'lock-denied',
        info: { 'session-id': String(client.sessionId) },
      });
      await setName('locked');
    });
    await other.locked({ datastore: 'candidate' }, () => other.editConfig({ target: 'candidate', config: box('') }));
    await expect(other.unlock('running')).rejects.toMatchObject({ tag: 'operation-failed' });
  });
});

describe('commits', () => {
  it('are validated', async () => {
    await client.editConfig({ target: 'candidate', config: box('<port><name>p</name></port>') });
    await expect(client.validate('candidate')).rejects.toMatchObject({ tag: 'data-missing' });
    await expect(client.validate({ datastore: 'candidate' })).rejects.toMatchObject({ tag: 'data-missing' });
    await expect(client.commit()).rejects.toMatchObject({ tag: 'data-missing' });
    await client.validate({ config: box('<name>v</name>') });
    await client.validate('running');
  });

  it('are confirmed, canceled, extended, and confirmed by another session that has the token', async () => {
    await setName('one', 'candidate');
    await client.commit({ confirmed: true, confirmTimeout: 60 });
    await client.cancelCommit();
    expect(await inBox()).toBe('');
    await client.discardChanges();

    await setName('two', 'candidate');
    await client.commit({ confirmed: true, persist: 'token' });
    await expect(other.commit()).rejects.toMatchObject({ tag: 'in-use' });
    await expect(other.commit({ persistId: 'guess' })).rejects.toMatchObject({ tag: 'invalid-value' });
    await client.commit({ confirmed: true, confirmTimeout: 60, persistId: 'token' });
    await other.commit({ persistId: 'token' });
    await expect(other.cancelCommit('token')).rejects.toMatchObject({ tag: 'invalid-value' });
    expect(await inBox()).toBe('<name>two</name>');
  });
});

describe('sessions and notifications', () => {
  it('are ended by another session, and their end is told', async () => {
    const victim = await connect();
    await other.createSubscription({
      filter: { subtree: '<netconf-session-end xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-notifications"/>' },
    });
    await client.killSession(victim.sessionId);
    await victim.closed;
    await expect(victim.get()).rejects.toMatchObject({ type: 'transport' });
    for await (const { event } of other.notifications()) {
      expect(serializeXml(event)).toContain('<termination-reason>killed</termination-reason>');
      break;
    }
    await expect(client.killSession(client.sessionId)).rejects.toMatchObject({ tag: 'invalid-value' });
  });
});

describe('the RESTCONF client', () => {
  it('says the same of the same node', async () => {
    await setName('n');
    const { url, password, certificate } = node.rig;
    const restconf = new RestconfClient({ url, username: 'admin', password, ca: readFileSync(certificate) });
    expect(await restconf.capabilities()).toContain('urn:ietf:params:restconf:capability:yang-patch:1.0');
    const query = { 'with-origin': true, fields: 'name' } as const;
    const { value } = await restconf.get('/acme-box:box', { datastore: 'operational', query });
    expect(value).toMatchObject({ 'acme-box:box': { name: 'n' } });
    const running = await restconf.get('/', { datastore: 'running', query: { 'with-defaults': 'report-all' } });
    expect(JSON.stringify(running.value)).toMatch(/"limit":7/);
    expect(JSON.stringify(running.value)).not.toContain('netconf-state');
    await restconf.yangPatch('/acme-box:box', [{ operation: 'delete', target: '/name' }], { datastore: 'candidate' });
    expect([await inBox(), await inBox('candidate')]).toEqual(['<name>n</name>', '']);
    restconf.close();
  });
});
