import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { decodeJson, toValue } from '../../src/data/index.js';
import type { ConfigChange, OwnedWrite } from '../../src/server/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { caller, guest, makeRig, type Rig } from './rig.js';

let rig: Rig;
afterEach(() => rig?.close());

const edit = (value: unknown, who = caller()) =>
  rig.server.edit(who, { edit: rig.tree(value), defaultOperation: 'merge' });
const running = () => toValue(rig.running.tree);
const port = (name: string, speed = 10) => ({ 'acme-box:box': { port: [{ name, speed }] } });

describe('editing', () => {
  it('merges into running and gives a new entity-tag', async () => {
    rig = await makeRig({});
    const { etag } = rig.server.version();
    await edit(port('p1'));
    await edit(port('p2'));
    expect(running()).toEqual({
      'acme-box:box': {
        port: [
          { name: 'p1', speed: 10 },
          { name: 'p2', speed: 10 },
        ],
      },
    });
    expect(rig.server.version().etag).not.toBe(etag);
  });

  it('keeps the entity-tag when nothing changes', async () => {
    rig = await makeRig({});
    await edit(port('p1'));
    const { etag } = rig.server.version();
    await edit(port('p1'));
    expect(rig.server.version().etag).toBe(etag);
  });

  it('refuses what is not valid and stores nothing of it', async () => {
    rig = await makeRig({});
    await expect(edit({ 'acme-box:box': { name: 'b', port: [{ name: 'p1' }] } })).rejects.toMatchObject({
      path: expect.stringContaining("/acme-box:box/port[name='p1']"),
    });
    expect(running()).toEqual({});
  });

  it('refuses a user who may not write', async () => {
    rig = await makeRig({});
    await expect(edit(port('p1'), caller(guest))).rejects.toMatchObject({
      tag: 'access-denied',
      path: "/acme-box:box/port[name='p1']",
    });
  });

  it('counts a refusal once, whatever was on its way to the disk when it was first looked at', async () => {
    rig = await makeRig({});
    const [first, second] = await Promise.allSettled([edit(port('p1')), edit(port('p2'), caller(guest))]);
    expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected']);
    expect(rig.access.denied).toEqual({ operations: 0, dataWrites: 1, notifications: 0 });
  });

  it('refuses an edit whose entity-tag has passed', async () => {
    rig = await makeRig({});
    const request = { edit: rig.tree(port('p1')), defaultOperation: 'merge' as const, ifMatch: ['old'] };
    await expect(rig.server.edit(caller(), request)).rejects.toMatchObject({ appTag: 'precondition-failed' });
  });

  it('lets a provider refuse, with what was and what would be', async () => {
    const seen: ConfigChange[] = [];
    rig = await makeRig({
      config: {
        '/acme-box:box/port': {
          validate: async (change, call) => {
            seen.push(change);
            if (change.keys.name === 'bad') call.fail({ tag: 'invalid-value', message: 'no port is called bad' });
          },
        },
      },
    });
    await edit(port('p1'));
    await expect(edit(port('bad'))).rejects.toMatchObject({ tag: 'invalid-value', message: 'no port is called bad' });
    expect(seen[0]).toMatchObject({
      path: "/acme-box:box/port[name='p1']",
      before: undefined,
      after: { name: 'p1', speed: 10, enabled: true },
      set: { before: undefined, after: { name: 'p1', speed: 10 } },
    });
    expect(running()).toEqual(port('p1'));
  });

  it('lets providers act on the change after it is stored', async () => {
    const applied: unknown[] = [];
    rig = await makeRig({
      config: { '/acme-box:box/port': { apply: async ({ before, after }) => void applied.push([before, after]) } },
    });
    await edit(port('p1'));
    await edit(port('p1', 20));
    const gone = decodeJson(
      rig.schema.root,
      { 'acme-box:box': { port: [{ name: 'p1', '@': { 'ietf-netconf:operation': 'delete' } }] } },
      { schema: rig.schema, operations: true },
    );
    await rig.server.edit(caller(), { edit: gone, defaultOperation: 'none' });
    const [ten, twenty] = [10, 20].map((speed) => ({ name: 'p1', enabled: true, speed }));
    expect(applied).toEqual([
      [undefined, ten],
      [ten, twenty],
      [twenty, undefined],
    ]);
  });

  it('shows providers the defaults in use, which are no change and are not stored', async () => {
    const changed: ConfigChange[] = [];
    const apply = async (change: ConfigChange) => void changed.push(change);
    rig = await makeRig({ config: { '/acme-box:box': { apply } } });
    await edit({ 'acme-box:box': { name: 'x' } });
    await edit({ 'acme-box:box': { name: 'x' } });
    await edit({ 'acme-box:box': { limit: 7 } });
    expect(changed.map(({ before, after }) => [before, after])).toEqual([
      [undefined, { name: 'x', limit: 7 }],
      [
        { name: 'x', limit: 7 },
        { name: 'x', limit: 7 },
      ],
    ]);
    expect(changed.map(({ set }) => [set.before, set.after])).toEqual([
      [undefined, { name: 'x' }],
      [{ name: 'x' }, { name: 'x', limit: 7 }],
    ]);
    expect(running()).toEqual({ 'acme-box:box': { name: 'x', limit: 7 } });
  });

  it('finds running again after a restart, user-ordered entries in their order', async () => {
    rig = await makeRig({}, join(temporaryFolder(), 'box.db'));
    await edit({ 'acme-box:box': { tag: ['b', 'a'] } });
    await edit({ 'acme-box:box': { name: 'x', tag: ['c'] } });
    const { etag } = rig.server.version();
    rig = await rig.reopen();
    expect(running()).toEqual({ 'acme-box:box': { name: 'x', tag: ['b', 'a', 'c'] } });
    expect(rig.server.version().etag).toBe(etag);
  });

  it('refuses to start where the models no longer fit what is stored', async () => {
    const file = join(temporaryFolder(), 'box.db');
    rig = await makeRig({}, file);
    await edit(port('p1', 4000));
    await rig.close();
    const { BOX } = await import('./rig.js');
    const narrow = BOX.replace('leaf speed { type uint32;', 'leaf speed { type uint8;');
    await expect(makeRig({}, file, narrow)).rejects.toThrow(
      /not valid under the models served now:[\s\S]*speed[\s\S]*data export/,
    );
    rig = await makeRig({}, file);
  });
});

describe('writing provider-kept nodes', () => {
  it('hands messages to their keeper in one transaction, in order, and stores none of it in running', async () => {
    const writes: [string, OwnedWrite['operation'], unknown][] = [];
    const keeper = (name: string, order: number) => ({
      order,
      read: { get: async () => undefined, list: async () => [] },
      write: async ({ operation, value }: OwnedWrite) => {
        writes.push([name, operation, value]);
        return undefined;
      },
    });
    rig = await makeRig({ owned: { '/acme-box:message': keeper('message', 2), '/acme-box:note': keeper('note', 1) } });
    await edit({ 'acme-box:message': { text: 'hello', about: 'n1' }, 'acme-box:note': [{ id: 'n1' }, { id: 'n2' }] });
    expect(writes).toEqual([
      ['note', 'merge', { id: 'n1' }],
      ['note', 'merge', { id: 'n2' }],
      ['message', 'merge', { text: 'hello', about: 'n1' }],
    ]);
    expect(running()).toEqual({});
  });

  it('accepts a reference to an entry that exists already and refuses one to nothing', async () => {
    const notes = {
      order: 1,
      read: {
        get: async (keys: { name?: unknown; [index: number]: unknown }) =>
          keys[0] === 'there' ? { id: 'there' } : undefined,
      },
      write: async () => undefined,
    };
    const message = { order: 2, read: async () => undefined, write: async () => undefined };
    rig = await makeRig({ owned: { '/acme-box:message': message, '/acme-box:note': notes } });
    await edit({ 'acme-box:message': { about: 'there' } });
    await expect(edit({ 'acme-box:message': { about: 'nowhere' } })).rejects.toMatchObject({
      appTag: 'instance-required',
    });
  });

  it('refuses an edit inside a message', async () => {
    const message = { order: 2, read: async () => undefined, write: async () => undefined };
    rig = await makeRig({ owned: { '/acme-box:message': message } });
    const inside = decodeJson(
      rig.schema.root,
      { 'acme-box:message': { text: 'x', '@text': { 'ietf-netconf:operation': 'replace' } } },
      { schema: rig.schema, operations: true },
    );
    await expect(rig.server.edit(caller(), { edit: inside, defaultOperation: 'none' })).rejects.toMatchObject({
      tag: 'operation-not-supported',
    });
  });
});
