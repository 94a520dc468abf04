/** Our NETCONF client on netconfd: every operation that netconfd offers. */
import { once } from 'node:events';
import { Duplex, Transform } from 'node:stream';
import { promisify } from 'node:util';
import { default as ssh2 } from 'ssh2';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type NetconfClient, netconfOverStream } from '../../src/clients/index.js';
import { serializeXml } from '../../src/data/index.js';
import { describePeer } from '../peers.js';
import { type NetconfdRig, startNetconfd } from './netconfd-rig.js';

const IF = 'urn:ietf:params:xml:ns:yang:ietf-interfaces';
const FILTER = { filter: { subtree: `<interfaces xmlns="${IF}"/>` } } as const;
const PEERS = ['netconfd', 'sshd', 'libyuma-base'] as const;

const named = (name: string, more = '') =>
  `<interfaces xmlns="${IF}"><interface><name>${name}</name>` +
  `<type xmlns:i="urn:ietf:params:xml:ns:yang:iana-if-type">i:ethernetCsmacd</type>${more}</interface></interfaces>`;

const marked = (interfaces: string, operation: string) =>
  interfaces.replace(
    '<interface>',
    `<interface xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="${operation}">`,
  );

/** Names of the interfaces. */
async function names(
  client: NetconfClient,
  datastore: 'running' | 'candidate' = 'running',
): Promise<readonly string[]> {
  const data = serializeXml(await client.getConfig(datastore, FILTER));
  return [...data.matchAll(/<name>([^<]*)<\/name>/g)].map(([, name]) => name ?? '');
}

/** Holds the first thing written back until the second one is, and sends them as one. */
function inOnePiece(stream: Duplex): Duplex {
  let held: Buffer | undefined = Buffer.alloc(0);
  const together = new Transform({
    transform(piece: Buffer, _encoding, done) {
      const first = held?.length === 0;
      held = held && Buffer.concat([held, piece]);
      if (first) return done();
      done(null, held ?? piece);
      held = undefined;
    },
  });
  together.pipe(stream);
  return Duplex.from({ writable: together, readable: stream });
}

describePeer(PEERS, 'our client and netconfd with a candidate', () => {
  let rig: NetconfdRig;
  let client: NetconfClient;
  let other: NetconfClient;
  beforeAll(async () => {
    rig = await startNetconfd({ target: 'candidate' });
    client = await rig.connect();
    other = await rig.connect();
  });
  afterAll(async () => {
    await client?.close();
    await other?.close();
    await rig?.stop();
  });
  beforeEach(() => client.discardChanges());

  const edit = (name: string) => client.editConfig({ target: 'candidate', config: named(name) });

  it('knows its capabilities', () => {
    for (const name of ['candidate', 'confirmedCommit', 'validate', 'rollbackOnError', 'xpath'] as const)
      expect([name, client.supports(name)]).toEqual([name, true]);
    expect([client.supports('writableRunning'), client.supports('startup')]).toEqual([false, false]);
    expect(client.parametersOf('withDefaults')?.get('basic-mode')).toBe('explicit');
    expect(client.modules).toContainEqual(expect.objectContaining({ name: 'ietf-interfaces', namespace: IF }));
  });

  it('has its first request answered though netconfd reads it together with the hello', async () => {
    const connection = new ssh2.Client();
    connection.connect({ host: rig.host, port: rig.port, username: rig.user, privateKey: rig.privateKey });
    await once(connection, 'ready');
    const channel = await promisify(connection.subsys.bind(connection))('netconf');
    const late = await netconfOverStream(inOnePiece(channel), { timeout: 10_000 });
    const empty = serializeXml(await late.getConfig('running', { filter: { subtree: `<none xmlns="${IF}"/>` } }));
    expect(empty).toMatch(/^<data[^>]*\/>$/);
    await late.close();
    connection.end();
  });

  it('edits under a lock with all options, validates, commits', async () => {
    await client.locked('candidate', async () => {
      await expect(other.lock('candidate')).rejects.toMatchObject({
        tag: 'lock-denied',
        info: { 'session-id': String(client.sessionId) },
      });
      await client.editConfig({ target: 'candidate', config: named('x'), testOption: 'test-only' });
      for (const [name, errorOption, testOption] of [
        ['a', 'stop-on-error', 'test-then-set'],
        ['c', 'continue-on-error', 'set'],
        ['e', 'rollback-on-error', 'set'],
      ] as const)
        await client.editConfig({
          target: 'candidate',
          config: named(name),
          defaultOperation: 'merge',
          testOption,
          errorOption,
        });
      expect(await names(client, 'candidate')).toEqual(['a', 'c', 'e']);
      await client.commit();
      // netconfd commits nothing any more when it was asked to validate the candidate before.
      await client.validate('candidate');
      await client.validate({ config: named('inline') });
    });
    expect(await names(other)).toEqual(['a', 'c', 'e']);
    await edit('b');
    await client.discardChanges();
    expect(await names(client, 'candidate')).toEqual(['a', 'c', 'e']);
    await edit('b');
    // Not to a file: netconfd takes whatever its memory holds for the name.
    await client.copyConfig('candidate', 'running');
    expect(await names(client, 'candidate')).toEqual(['a', 'c', 'e']);
  });

  it('reads with filters and defaults', async () => {
    const xpath = { xpath: "/if:interfaces/if:interface[if:name='a']/if:name", namespaces: { if: IF } };
    expect(serializeXml(await client.getConfig('running', { filter: xpath }))).toContain('<name>a</name>');
    for (const [withDefaults, shown] of [
      ['explicit', false],
      ['trim', false],
      ['report-all', true],
      ['report-all-tagged', true],
    ] as const) {
      const text = serializeXml(await client.getConfig('running', { ...FILTER, withDefaults }));
      expect([withDefaults, text.includes('enabled')]).toEqual([withDefaults, shown]);
    }
    expect(await client.getSchema({ identifier: 'ietf-interfaces', format: 'yang' })).toMatch(/^\s*module ietf-int/);
  });

  it('confirms, cancels and hands on confirmed commits', async () => {
    await edit('canceled');
    await client.commit({ confirmed: true, confirmTimeout: 30 });
    expect(await names(other)).toContain('canceled');
    await client.cancelCommit();
    expect(await names(other)).not.toContain('canceled');
    await client.discardChanges();

    await edit('kept');
    await client.commit({ confirmed: true, confirmTimeout: 30, persist: 'token' });
    await expect(other.commit({ persistId: 'guess' })).rejects.toMatchObject({ type: 'protocol' });
    await other.commit({ persistId: 'token' });
    expect(await names(client)).toContain('kept');
  });

  it('is told of sessions, and ends them', async () => {
    const watcher = await rig.connect();
    await watcher.createSubscription();
    const victim = await rig.connect();
    await client.killSession(victim.sessionId);
    await victim.closed;
    for await (const { event } of watcher.notifications()) {
      if (event.name === 'netconf-session-end' && serializeXml(event).includes('killed')) break;
    }
    await watcher.close();
    await expect(client.killSession(client.sessionId)).rejects.toMatchObject({ tag: 'invalid-value' });
  });

  it('is told in RFC 6241 words what netconfd does not know', async () => {
    await expect(client.getData({ datastore: 'running' })).rejects.toMatchObject({ tag: 'unknown-namespace' });
    await expect(client.deleteConfig('startup')).rejects.toMatchObject({ type: expect.stringMatching(/rpc|protocol/) });
    await expect(client.rpc('<nonsense xmlns="urn:x"/>')).rejects.toMatchObject({ tag: 'unknown-namespace' });
  });
});

describePeer(PEERS, 'our client and netconfd with a writable running', () => {
  let rig: NetconfdRig;
  afterAll(() => rig?.stop());

  it('edits and replaces running', async () => {
    rig = await startNetconfd();
    const client = await rig.connect();
    expect([client.supports('writableRunning'), client.supports('candidate')]).toEqual([true, false]);
    await client.locked('running', () => client.editConfig({ target: 'running', config: named('a') }));
    await client.editConfig({ target: 'running', config: named('b', '<description>&lt;b&gt;</description>') });
    expect(await names(client)).toEqual(['a', 'b']);
    expect(serializeXml(await client.getConfig('running', FILTER))).toContain('<description>&lt;b&gt;</description>');
    const remove = marked(named('a'), 'delete');
    await client.editConfig({ target: 'running', config: remove, defaultOperation: 'none' });
    expect(await names(client)).toEqual(['b']);
    await expect(client.editConfig({ target: 'running', config: remove })).rejects.toMatchObject({
      tag: 'data-missing',
      path: expect.stringContaining("/ietf-interfaces:interfaces/interface[name='a']"),
    });
    await client.editConfig({ target: 'running', config: marked(named('b'), 'replace') });
    expect(serializeXml(await client.getConfig('running', FILTER))).not.toContain('<description>');
    await expect(client.copyConfig('running', { config: named('d') })).rejects.toMatchObject({
      tag: 'operation-not-supported',
    });
    await client.close();
  });
});
