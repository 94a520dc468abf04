import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeJson, toValue } from '../../src/data/index.js';
import { agentView, type Caller, type Datastores } from '../../src/server/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { until } from '../until.js';
import { admin, BOX, caller, makeRig, type Rig, type RigOptions } from './rig.js';

let rig: Rig;
afterEach(() => rig?.close());

async function start(o: RigOptions = {}, provider: Parameters<typeof makeRig>[0] = {}): Promise<Datastores> {
  rig = await makeRig(provider, join(temporaryFolder(), 'box.db'), BOX, { announced: true, ...o });
  return rig.server.datastores;
}

/** A NETCONF session of an administrator. */
const session = (id: number, more: Partial<Caller> = {}): Caller => ({
  ...caller(),
  protocol: 'netconf',
  session: id,
  ...more,
});
const four = session(4);
const five = session(5);

const named = (name: string) => ({ 'acme-box:box': { name } });
const edit = (who: Caller, value: unknown, datastore: 'running' | 'candidate' = 'candidate') =>
  rig.server.edit(who, { edit: rig.tree(value), defaultOperation: 'merge', datastore });
const content = async (datastore: 'running' | 'candidate' | 'startup' | 'intended') =>
  toValue(await rig.server.read(four, { content: 'all', datastore, selection: 'all' }));
const inUse = (id: number) => expect.objectContaining({ tag: 'in-use', info: { 'session-id': String(id) } });
const lockDenied = (id: number) => expect.objectContaining({ tag: 'lock-denied', info: { 'session-id': String(id) } });

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Values of the notifications so far, by their names without the module. */
async function announced(name: string): Promise<unknown[]> {
  const found: unknown[] = [];
  const stop = new AbortController();
  for await (const item of rig.events.subscribe({
    stream: 'NETCONF',
    startTime: '2020-01-01T00:00:00Z',
    signal: stop.signal,
    accepts: () => true,
  })) {
    if (item.kind !== 'event') break;
    if (item.event.name === `ietf-netconf-notifications:${name}`) found.push(item.event.value);
  }
  stop.abort();
  return found;
}

describe('the candidate', () => {
  it('is running until it is changed, and again once it is committed', async () => {
    const { commit } = await start();
    await edit(four, named('a'), 'running');
    expect(await content('candidate')).toEqual(named('a'));
    await edit(four, named('b'));
    expect(await content('candidate')).toEqual(named('b'));
    expect(await content('running')).toEqual(named('a'));
    await commit(four);
    expect(await content('running')).toEqual(named('b'));
    await edit(four, named('c'), 'running');
    expect(await content('candidate')).toEqual(named('c'));
  });

  it('takes what is not valid yet, which a commit refuses', async () => {
    const { commit, validate } = await start();
    await edit(four, { 'acme-box:box': { port: [{ name: 'p1' }] } });
    const missing = expect.objectContaining({ tag: 'data-missing', path: expect.stringContaining('speed') });
    await expect(validate(four, { kind: 'datastore', name: 'candidate' })).rejects.toThrow(missing);
    await expect(commit(four)).rejects.toThrow(missing);
    expect(await content('running')).toEqual({});
    await edit(four, { 'acme-box:box': { port: [{ name: 'p1', speed: 1 }] } });
    await validate(four, { kind: 'datastore', name: 'candidate' });
    await commit(four);
    expect(await content('running')).toEqual({ 'acme-box:box': { port: [{ name: 'p1', speed: 1 }] } });
  });

  it('refuses what is not valid when the edit asks for the test', async () => {
    await start();
    const request = {
      edit: rig.tree({ 'acme-box:box': { port: [{ name: 'p1' }] } }),
      defaultOperation: 'merge',
    } as const;
    const asked = rig.server.edit(four, { ...request, datastore: 'candidate', validated: true });
    await expect(asked).rejects.toMatchObject({ tag: 'data-missing' });
    expect(await content('candidate')).toEqual({});
  });

  it('replaces all of running when it is committed, also what has changed there meanwhile', async () => {
    const { commit } = await start();
    await edit(four, named('candidate'));
    await edit(five, { 'acme-box:box': { tag: ['meanwhile'] } }, 'running');
    await commit(four);
    expect(await content('running')).toEqual(named('candidate'));
  });

  it('is forgotten by discard-changes and by a restart', async () => {
    const { discard } = await start();
    await edit(four, named('b'));
    await discard(five);
    expect(await content('candidate')).toEqual({});
    await edit(four, named('c'));
    rig = await rig.reopen();
    expect(await content('candidate')).toEqual({});
  });

  it('does not take messages that providers keep', async () => {
    const keeper = { order: 1, read: async () => undefined, write: async () => undefined };
    const { commit } = await start({}, { owned: { '/acme-box:message': keeper } });
    await expect(edit(four, { 'acme-box:message': { text: 'hello' } })).rejects.toMatchObject({
      tag: 'operation-not-supported',
      path: '/acme-box:message',
    });
    await commit(four);
  });

  it('lets providers refuse and act when it is committed, not before', async () => {
    const applied: unknown[] = [];
    const { commit } = await start(
      {},
      {
        config: {
          '/acme-box:box/port': {
            validate: async ({ keys }, call) => {
              if (keys.name === 'bad') call.fail({ tag: 'invalid-value', message: 'no port is called bad' });
            },
            apply: async ({ after }) => void applied.push(after),
          },
        },
      },
    );
    await edit(four, { 'acme-box:box': { port: [{ name: 'bad', speed: 1 }] } });
    await expect(commit(four)).rejects.toMatchObject({ message: 'no port is called bad' });
    await rig.server.datastores.discard(four);
    await edit(four, { 'acme-box:box': { port: [{ name: 'good', speed: 1 }] } });
    expect(applied).toEqual([]);
    await commit(four);
    expect(applied).toEqual([{ name: 'good', speed: 1, enabled: true }]);
  });
});

describe('locks', () => {
  it('keep others from editing, committing, discarding and copying', async () => {
    const { lock, commit, discard, copy } = await start();
    await lock(four, 'candidate');
    const candidate = { kind: 'datastore', name: 'candidate' } as const;
    const running = { kind: 'datastore', name: 'running' } as const;
    await expect(edit(five, named('x'))).rejects.toThrow(inUse(4));
    await expect(commit(five)).rejects.toThrow(inUse(4));
    await expect(discard(five)).rejects.toThrow(inUse(4));
    await expect(copy(five, { source: running, target: candidate })).rejects.toThrow(inUse(4));
    await edit(five, named('running is free'), 'running');
    await rig.server.datastores.unlock(four, 'candidate');
    await lock(four, 'running');
    await expect(edit(five, named('x'), 'running')).rejects.toThrow(inUse(4));
    await expect(edit(session(0, { protocol: 'restconf' }), named('x'), 'running')).rejects.toThrow(inUse(4));
    await expect(commit(five)).rejects.toThrow(inUse(4));
    await edit(four, named('mine'), 'running');
    expect(await content('running')).toEqual(named('mine'));
  });

  it('of a changed candidate are denied, naming who changed it', async () => {
    const { lock, commit } = await start();
    await edit(five, named('x'));
    await expect(lock(four, 'candidate')).rejects.toThrow(lockDenied(5));
    await expect(lock(five, 'candidate')).rejects.toThrow(lockDenied(5));
    await commit(five);
    await lock(four, 'candidate');
  });

  it('of the candidate take its changes along, by unlock and by the end of the session', async () => {
    const { lock, unlock, release } = await start();
    await lock(four, 'candidate');
    await edit(four, named('x'));
    await unlock(four, 'candidate');
    expect(await content('candidate')).toEqual({});
    await lock(four, 'candidate');
    await edit(four, named('y'));
    await release(4);
    expect(await content('candidate')).toEqual({});
    await lock(five, 'candidate');
  });

  it('are no matter of protocols without sessions, nor of agents', async () => {
    const { lock } = await start();
    await expect(lock(session(0), 'running')).rejects.toMatchObject({ tag: 'operation-not-supported' });
    const agent = session(4, { view: agentView('known') });
    await expect(lock(agent, 'running')).rejects.toMatchObject({ tag: 'operation-not-supported' });
    await expect(lock(four, 'startup')).rejects.toMatchObject({ tag: 'operation-not-supported' });
  });

  it('are not granted while a change of the datastore is under way', async () => {
    const { promise: held, resolve: release } = withResolvers();
    const { promise: entered, resolve: enter } = withResolvers();
    const validate = () => {
      enter();
      return held;
    };
    await start({}, { config: { '/acme-box:box': { validate } } });
    const change = edit(five, named('x'), 'running');
    await entered;
    const locked = rig.server.datastores.lock(four, 'running').then(() => content('running'));
    release();
    await change;
    expect(await locked).toEqual(named('x'));
  });
});

describe('a confirmed commit', () => {
  it('stays when it is confirmed in time', async () => {
    const { commit } = await start();
    await edit(four, named('b'));
    await commit(four, { confirmed: { timeout: 600 } });
    expect(await content('running')).toEqual(named('b'));
    await commit(four);
    rig = await rig.reopen();
    expect(await content('running')).toEqual(named('b'));
    expect(await announced('netconf-confirmed-commit')).toEqual([
      { username: 'admin', 'session-id': 4, 'confirm-event': 'start', timeout: 600 },
      { username: 'admin', 'session-id': 4, 'confirm-event': 'complete' },
    ]);
  });

  it('is undone when its time is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      const { commit } = await start();
      await edit(four, named('a'), 'running');
      await edit(four, named('b'));
      await commit(four, { confirmed: { timeout: 30 } });
      await vi.advanceTimersByTimeAsync(29_000);
      expect(await content('running')).toEqual(named('b'));
      await vi.advanceTimersByTimeAsync(2_000);
      vi.useRealTimers();
      await until(
        () => content('running'),
        (now) => JSON.stringify(now) === JSON.stringify(named('a')),
      );
      expect((await announced('netconf-confirmed-commit')).at(-1)).toEqual({ 'confirm-event': 'timeout' });
      expect((await announced('netconf-config-change')).at(-1)).toMatchObject({ 'changed-by': { server: [null] } });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is extended by another one and goes back to what was before the first', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      const { commit, cancelCommit } = await start();
      await edit(four, named('a'), 'running');
      await edit(four, named('b'));
      await commit(four, { confirmed: { timeout: 30 } });
      await vi.advanceTimersByTimeAsync(29_000);
      await edit(four, named('c'));
      await commit(four, { confirmed: { timeout: 30 } });
      await vi.advanceTimersByTimeAsync(29_000);
      expect(await content('running')).toEqual(named('c'));
      await cancelCommit(four);
      expect(await content('running')).toEqual(named('a'));
    } finally {
      vi.useRealTimers();
    }
    const events = await announced('netconf-confirmed-commit');
    expect(events.map((each) => (each as { 'confirm-event': string })['confirm-event'])).toEqual([
      'start',
      'extend',
      'cancel',
    ]);
  });

  it('is undone with the end of its session', async () => {
    const { commit, release } = await start();
    await edit(four, named('b'));
    await commit(four, { confirmed: { timeout: 600 } });
    await release(5);
    expect(await content('running')).toEqual(named('b'));
    await release(4);
    expect(await content('running')).toEqual({});
  });

  it('with a token outlives its session, and is confirmed by who knows the token', async () => {
    const { commit, release } = await start();
    await edit(four, named('b'));
    await commit(four, { confirmed: { timeout: 600, persist: 'token' } });
    await release(4);
    expect(await content('running')).toEqual(named('b'));
    await expect(commit(five)).rejects.toMatchObject({ tag: 'in-use' });
    await expect(commit(five, { persistId: 'other' })).rejects.toMatchObject({ tag: 'invalid-value' });
    await commit(five, { persistId: 'token' });
    rig = await rig.reopen();
    expect(await content('running')).toEqual(named('b'));
  });

  it('is canceled by its session, or with its token, only', async () => {
    const { commit, cancelCommit } = await start();
    await expect(cancelCommit(four)).rejects.toMatchObject({ tag: 'operation-failed' });
    await edit(four, named('b'));
    await commit(four, { confirmed: { timeout: 600 } });
    await expect(cancelCommit(five)).rejects.toMatchObject({ tag: 'operation-failed' });
    await expect(cancelCommit(four, 'token')).rejects.toMatchObject({ tag: 'invalid-value' });
    await cancelCommit(four);
    expect(await content('running')).toEqual({});
    await edit(four, named('c'));
    await commit(four, { confirmed: { timeout: 600, persist: 'token' } });
    await expect(cancelCommit(four)).rejects.toMatchObject({ tag: 'operation-failed' });
    await cancelCommit(five, 'token');
    expect(await content('running')).toEqual({});
  });

  it('keeps others from committing and from locking running', async () => {
    const { commit, lock } = await start();
    await edit(four, named('b'));
    await commit(four, { confirmed: { timeout: 600 } });
    await expect(commit(five)).rejects.toThrow(inUse(4));
    await expect(commit(five, { confirmed: { timeout: 5 } })).rejects.toThrow(inUse(4));
    await expect(lock(five, 'running')).rejects.toThrow(lockDenied(4));
    expect(rig.server.datastores.lockOf('running')).toBeUndefined();
    await lock(four, 'running');
    await commit(four);
  });

  it('that is pending when the node stops is undone at the start, and said so', async () => {
    const { commit } = await start();
    await edit(four, named('a'), 'running');
    await edit(four, named('b'));
    await commit(four, { confirmed: { timeout: 600, persist: 'token' } });
    await edit(four, { 'acme-box:box': { tag: ['later'] } }, 'running');
    rig = await rig.reopen();
    expect(await content('running')).toEqual(named('a'));
    expect((await announced('netconf-confirmed-commit')).at(-1)).toEqual({ 'confirm-event': 'timeout' });
    await expect(rig.server.datastores.commit(four, { persistId: 'token' })).rejects.toMatchObject({
      tag: 'invalid-value',
    });
  });

  it('is undone without what the node itself has edited meanwhile, in the order of its edits', async () => {
    const { commit, cancelCommit } = await start();
    await edit(four, named('a'), 'running');
    await edit(four, named('b'));
    await commit(four, { confirmed: { timeout: 600 } });
    await edit(caller(), { 'acme-box:box': { tag: ['one'] } }, 'running');
    await Promise.all(['two', 'three'].map((tag) => edit(caller(), { 'acme-box:box': { tag: [tag] } }, 'running')));
    await edit(four, { 'acme-box:box': { limit: 9 } }, 'running');
    await cancelCommit(four);
    const kept = { 'acme-box:box': { name: 'a', tag: ['one', 'two', 'three'] } };
    expect(await content('running')).toEqual(kept);
    rig = await rig.reopen();
    expect(await content('running')).toEqual(kept);
  });

  it('that fails leaves the one before it pending', async () => {
    const { commit, cancelCommit } = await start();
    await edit(four, named('b'));
    await commit(four, { confirmed: { timeout: 600 } });
    await edit(four, { 'acme-box:box': { port: [{ name: 'p1' }] } });
    await expect(commit(four)).rejects.toMatchObject({ tag: 'data-missing' });
    await cancelCommit(four);
    expect(await content('running')).toEqual({});
  });
});

describe('copies', () => {
  const at = (name: 'running' | 'candidate' | 'startup') => ({ kind: 'datastore', name }) as const;
  const url = (name: string) => ({ kind: 'url', url: `file:///${name}` }) as const;

  it('go between datastores', async () => {
    const { copy } = await start({ startup: true });
    await edit(four, named('a'), 'running');
    await copy(four, { source: at('running'), target: at('startup') });
    await edit(four, named('b'), 'running');
    await copy(four, { source: at('startup'), target: at('candidate') });
    expect(await content('candidate')).toEqual(named('a'));
    await copy(four, { source: at('candidate'), target: at('running') });
    expect(await content('running')).toEqual(named('a'));
    await copy(four, { source: { kind: 'config', config: rig.tree(named('inline')) }, target: at('running') });
    expect(await content('running')).toEqual(named('inline'));
    expect(await content('intended')).toEqual(named('inline'));
  });

  it('of a datastore onto itself are refused', async () => {
    const { copy } = await start({ files: temporaryFolder() });
    for (const same of [at('running'), url('a.xml')]) {
      await expect(copy(four, { source: same, target: same })).rejects.toMatchObject({ tag: 'invalid-value' });
    }
  });

  it('into running and startup must be valid, into the candidate they need not', async () => {
    const { copy } = await start({ startup: true });
    const source = { kind: 'config', config: rig.tree({ 'acme-box:box': { port: [{ name: 'p1' }] } }) } as const;
    await expect(copy(four, { source, target: at('running') })).rejects.toMatchObject({ tag: 'data-missing' });
    await expect(copy(four, { source, target: at('startup') })).rejects.toMatchObject({ tag: 'data-missing' });
    await copy(four, { source, target: at('candidate') });
    expect(await content('running')).toEqual({});
    expect(await content('startup')).toEqual({});
  });

  it('into files can be read back, whatever is said of defaults in them', async () => {
    const directory = temporaryFolder();
    const { copy, validate, delete: remove } = await start({ files: directory });
    const ports = { 'acme-box:box': { port: [{ name: 'p1', speed: 1 }] } };
    await edit(four, ports, 'running');
    for (const withDefaults of ['explicit', 'trim', 'report-all-tagged'] as const) {
      await copy(four, { source: at('running'), target: url('box.xml'), withDefaults });
      await validate(four, url('box.xml'));
      await copy(four, { source: { kind: 'config', config: rig.tree({}) }, target: at('running') });
      await copy(four, { source: url('box.xml'), target: at('running') });
      expect(await content('running')).toEqual(ports);
    }
    expect(readFileSync(join(directory, 'box.xml'), 'utf8')).toMatch(
      /^<config xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">.*:default="true"/,
    );
    await remove(four, url('box.xml'));
    await expect(copy(four, { source: url('box.xml'), target: at('running') })).rejects.toMatchObject({
      tag: 'operation-failed',
    });
  });

  it('of files that hold no configuration are refused', async () => {
    const directory = temporaryFolder();
    const { copy } = await start({ files: directory });
    for (const text of ['', 'no xml', '<box xmlns="urn:acme:box"/>', '<!DOCTYPE a><config/>']) {
      writeFileSync(join(directory, 'bad.xml'), text);
      await expect(copy(four, { source: url('bad.xml'), target: at('running') })).rejects.toMatchObject({
        tag: 'operation-failed',
        message: expect.stringContaining('file:///bad.xml is no configuration'),
      });
    }
    const ns = 'xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"';
    writeFileSync(join(directory, 'bad.xml'), `<config ${ns}><box xmlns="urn:acme:box"><none/></box></config>`);
    await expect(copy(four, { source: url('bad.xml'), target: at('running') })).rejects.toMatchObject({
      tag: 'unknown-element',
    });
  });

  it('hold no nodes that providers keep', async () => {
    const keeper = { order: 1, read: async () => undefined, write: async () => undefined };
    const { copy } = await start({}, { owned: { '/acme-box:message': keeper } });
    const config = rig.tree({ 'acme-box:message': { text: 'hello' } });
    for (const target of [at('running'), at('candidate')]) {
      await expect(copy(four, { source: { kind: 'config', config }, target })).rejects.toMatchObject({
        tag: 'operation-not-supported',
      });
    }
  });
});

describe('startup', () => {
  it('keeps what is edited while running is saved to it', async () => {
    const { copy } = await start({ startup: true });
    await edit(four, named('a'), 'running');
    const restconf = session(0, { protocol: 'restconf' });
    const startup = { kind: 'datastore', name: 'startup' } as const;
    const running = { kind: 'datastore', name: 'running' } as const;
    await Promise.all([
      edit(restconf, named('b'), 'running'),
      copy(four, { source: running, target: startup }),
      copy(five, { source: running, target: { kind: 'datastore', name: 'candidate' } }),
    ]);
    expect([await content('running'), await content('startup')]).toEqual([named('b'), named('b')]);
  });

  it('is deleted, which running and the candidate cannot be', async () => {
    const { copy, delete: remove } = await start({ startup: true });
    await edit(four, named('a'), 'running');
    const startup = { kind: 'datastore', name: 'startup' } as const;
    await copy(four, { source: { kind: 'datastore', name: 'running' }, target: startup });
    await remove(four, startup);
    expect(await content('startup')).toEqual({});
    for (const name of ['running', 'candidate'] as const) {
      await expect(remove(four, { kind: 'datastore', name })).rejects.toMatchObject({ tag: 'operation-not-supported' });
    }
    expect(await announced('netconf-config-change')).toMatchObject([
      { datastore: 'running' },
      { datastore: 'startup', edit: [{ operation: 'create' }] },
      { datastore: 'startup', edit: [{ operation: 'delete' }] },
    ]);
  });

  it('follows what is edited through RESTCONF, and that alone', async () => {
    await start({ startup: true });
    await edit(four, named('a'), 'running');
    expect(await content('startup')).toEqual({});
    await edit(session(0, { protocol: 'restconf' }), { 'acme-box:box': { tag: ['r'] } }, 'running');
    expect(await content('startup')).toEqual({ 'acme-box:box': { name: 'a', tag: ['r'] } });
  });
});

describe('agents', () => {
  it('find none of the datastores at their endpoints', async () => {
    const datastores = await start();
    const agent: Caller = {
      principal: admin,
      view: agentView('known'),
      session: 4,
      protocol: 'netconf',
      signal: four.signal,
    };
    const running = { kind: 'datastore', name: 'running' } as const;
    const candidate = { kind: 'datastore', name: 'candidate' } as const;
    const refused = { tag: 'operation-not-supported' };
    await expect(datastores.commit(agent)).rejects.toMatchObject(refused);
    await expect(datastores.discard(agent)).rejects.toMatchObject(refused);
    await expect(datastores.cancelCommit(agent)).rejects.toMatchObject(refused);
    await expect(datastores.copy(agent, { source: running, target: candidate })).rejects.toMatchObject(refused);
    await expect(datastores.validate(agent, running)).rejects.toMatchObject(refused);
    const { schema } = rig;
    const change = decodeJson(schema.root, named('x'), { schema });
    for (const datastore of ['running', 'candidate'] as const) {
      await expect(
        rig.server.edit(agent, { edit: change, defaultOperation: 'merge', datastore }),
      ).rejects.toMatchObject(refused);
    }
  });
});
