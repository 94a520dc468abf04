import { afterEach, describe, expect, it } from 'vitest';
import { toValue } from '../../src/data/index.js';
import { EditStepError } from '../../src/server/index.js';
import { caller, makeRig, type Rig } from './rig.js';

let rig: Rig;
afterEach(() => rig?.close());

const port = (name: string, speed = 10) => ({ 'acme-box:box': { port: [{ name, speed }] } });
const merge = (value: unknown) => ({ edit: rig.tree(value), defaultOperation: 'merge' as const });
const content = () => toValue(rig.running.tree);

describe('edits of several steps', () => {
  it('are one change: each step on what the one before it left', async () => {
    rig = await makeRig({});
    const { etag } = rig.server.version();
    await rig.server.edit(caller(), { ...merge(port('p1')), followedBy: [merge(port('p2')), merge(port('p1', 20))] });
    expect(content()).toMatchObject({ 'acme-box:box': { port: [{ name: 'p1', speed: 20 }, { name: 'p2' }] } });
    expect(rig.server.version().etag).not.toBe(etag);
  });

  it('tell which step was refused, and change nothing', async () => {
    rig = await makeRig({});
    const missing = { edit: rig.tree(port('p9')), defaultOperation: 'none' as const };
    const error = await rig.server
      .edit(caller(), { ...merge(port('p1')), followedBy: [missing, merge(port('p2'))] })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EditStepError);
    expect(error).toMatchObject({ step: 1, tag: 'data-missing' });
    expect(content()).toEqual({});
  });

  it('a violated constraint belongs to no step', async () => {
    rig = await makeRig({});
    const incomplete = { 'acme-box:box': { port: [{ name: 'p1' }] } };
    const error = await rig.server
      .edit(caller(), { ...merge(incomplete), followedBy: [] })
      .catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(EditStepError);
    expect(error).toMatchObject({ tag: 'data-missing' });
  });
});

describe('conditions on one resource', () => {
  it('are looked at when its turn has come', async () => {
    rig = await makeRig({});
    await rig.server.edit(caller(), merge(port('p1')));
    await rig.server.edit(caller(), merge(port('p2')));
    const box = rig.schema.root.data.get('acme-box:box');
    const list = box?.kind === 'container' ? box.data.get('acme-box:port') : undefined;
    if (!box || !list) throw new Error('no such node');
    const path = [{ schema: box }, { schema: list, key: 'p1' }];
    const { etag } = rig.server.version(path);
    expect(etag).not.toBe(rig.server.version().etag);
    const conditional = (value: unknown) =>
      rig.server.edit(caller(), { ...merge(value), ifMatch: [etag], ifMatchAt: path });
    const [first, second] = await Promise.allSettled([conditional(port('p1', 20)), conditional(port('p1', 30))]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expect(second).toMatchObject({ reason: { tag: 'operation-failed', appTag: 'precondition-failed' } });
  });
});
