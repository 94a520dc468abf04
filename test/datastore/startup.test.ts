import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { box, content, type Opened, open, set, tree } from './rig.js';

let opened: Opened;
afterEach(() => opened.store.close());

async function again(file: string, o: { readonly startup?: true } = {}): Promise<void> {
  await opened.store.close();
  opened = await open(file, o);
}

describe('startup', () => {
  it('begins as what running was', async () => {
    const file = join(temporaryFolder(), 'box.db');
    opened = await open(file);
    await set(opened.running, box('a'));
    await again(file, { startup: true });
    expect(opened.startup && content(opened.startup)).toEqual({ 'acme-box:box': { name: 'a' } });
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'a' } });
  });

  it('is what running becomes at the start; what was not copied to it is gone', async () => {
    const file = join(temporaryFolder(), 'box.db');
    opened = await open(file, { startup: true });
    await set(opened.running, box('kept'));
    await opened.startup?.write(opened.running.tree);
    await set(opened.running, box('lost'));
    await again(file, { startup: true });
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'kept' } });
  });

  it('once emptied, starts the node without configuration', async () => {
    const file = join(temporaryFolder(), 'box.db');
    opened = await open(file, { startup: true });
    await set(opened.running, box('a'));
    await opened.startup?.write(tree({}));
    await again(file, { startup: true });
    expect(content(opened.running)).toEqual({});
  });

  it('takes no part in a node without it', async () => {
    const file = join(temporaryFolder(), 'box.db');
    opened = await open(file, { startup: true });
    await set(opened.running, box('durable'));
    await again(file);
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'durable' } });
  });

  it('comes before a confirmed commit that was never confirmed', async () => {
    const file = join(temporaryFolder(), 'box.db');
    opened = await open(file, { startup: true });
    await opened.startup?.write(box('saved'));
    await set(opened.running, box('a'));
    await set(opened.running, box('b'), 'set');
    await again(file, { startup: true });
    expect(content(opened.running)).toEqual({ 'acme-box:box': { name: 'saved' } });
    expect(opened.running.restorePoint).toBeUndefined();
  });
});
