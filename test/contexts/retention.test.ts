import pino from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { configuredAges } from '../../src/contexts/northbound/config.js';
import { ContextItems } from '../../src/contexts/record/items.js';
import { DataParams } from '../../src/contexts/record/params.js';
import { Retention } from '../../src/contexts/retention.js';
import { ANY_SHAPE } from '../../src/server/index.js';
import { TaskRows } from '../../src/tasks/record/store.js';
import { neededByOpen } from '../../src/tasks/schedule/needed.js';
import { isRested, stepsOf } from '../store/steps.js';
import { resetClock, setClock } from '../support/clock.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type User } from '../tasks/fixture.js';

const DAY = 24 * 60 * 60 * 1000;

let node: Fixture;
let alice: User;
let swept = 0;
let retention: Retention;
beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
  swept = 0;
  retention = new Retention({
    store: node.store,
    items: new ContextItems(node.store, ANY_SHAPE),
    params: new DataParams(node.store, ANY_SHAPE),
    ages: configuredAges(node.running),
    tasks: { needed: () => neededByOpen(new TaskRows(node.store)) },
    sweep: async () => {
      swept += 1;
    },
    log: pino({ level: 'silent' }),
  });
});
afterEach(() => node.close());
afterAll(cleanUp);

const told = async () => ({
  items: ((await alice.read('/irtf-agent:context')) as unknown[] | undefined)?.length ?? 0,
  data: ((await alice.read('/irtf-agent:data-params')) as unknown[] | undefined)?.length ?? 0,
});
const tell = async () => {
  const time = new Date().toISOString();
  const item = (id: string) => ({ id, sendFrom: 'noc', sendTo: 'crew', 'request-info': { content: 'hello', time } });
  await alice.edit({
    'irtf-agent:context': Array.from({ length: 600 }, (_, at) => item(`c${at}`)),
    'irtf-agent:data-params': [{ id: 'd', dataType: 'text', data: 'text' }],
  });
};

describe('what agents told each other', () => {
  it('is forgotten when it is as old as the node is told to keep it', async () => {
    await tell();
    await retention.forget(Date.now() + 29 * DAY);
    expect(await told()).toEqual({ items: 600, data: 1 });
    await retention.forget(Date.now() + 31 * DAY);
    expect(await told()).toEqual({ items: 600, data: 0 });
    await retention.forget(Date.now() + 91 * DAY);
    expect(await told()).toEqual({ items: 0, data: 0 });
    expect(swept).toBe(3);
  });

  it('is forgotten with rests between, so that others have most of the time', async () => {
    await tell();
    const steps = await stepsOf(node.store, () => retention.forget(Date.now() + 91 * DAY));
    expect(await told()).toEqual({ items: 0, data: 0 });
    // 500 of the 600 items are removed in the first step.
    expect(steps[0]).toSatisfy(isRested);
  });

  it('leaves the identifiers of forgotten data to no other user while items may refer to them', async () => {
    await tell();
    const carol = node.as('carol');
    const take = () => carol.edit({ 'irtf-agent:data-params': [{ id: 'd', dataType: 'text', data: 'other' }] });
    await retention.forget(Date.now() + 31 * DAY);
    await expect(take()).rejects.toMatchObject({ tag: 'data-exists' });
    await retention.forget(Date.now() + 91 * DAY);
    await take();
  });

  it('is kept as long as the configuration says, and for ever where that is 0', async () => {
    await tell();
    await node
      .as('admin', { groups: ['admin', 'operator'] })
      .edit({ 'yangent-contexts:retention': { 'item-age': 1, 'data-age': 0 } });
    await retention.forget(Date.now() + 1000 * DAY);
    expect(await told()).toEqual({ items: 0, data: 1 });
    expect(await alice.read("/yangent-contexts:data/param[id='d']")).not.toHaveProperty('expires');
  });

  it('stays while a task that is not over needs it', async () => {
    await tell();
    const task = { from: 'noc', to: 'crew', objective: 'x', context: ['c599'], 'data-param': ['d'] };
    const { id } = await alice.rpc('yangent-tasks:assign', task);
    await retention.forget(Date.now() + 1000 * DAY);
    const left = (await alice.read('/irtf-agent:context')) as { readonly id: string }[];
    expect(left.map((item) => item.id).sort()).toEqual([`${id}-assign`, 'c599'].sort());
    expect((await told()).data).toBe(1);
    await alice.onTask(id, 'cancel');
    await retention.forget(Date.now() + 1000 * DAY);
    expect(await told()).toEqual({ items: 0, data: 0 });
  });

  it('is kept when the clock was set back by more days than it is kept', async () => {
    onTestFinished(resetClock);
    setClock(-40 * DAY);
    await tell();
    retention.start();
    await expect.poll(() => swept).toBe(1);
    await retention.stop();
    expect(await told()).toEqual({ items: 600, data: 1 });
  });

  it('says when it will be forgotten', async () => {
    await tell();
    const { created, expires } = (await alice.read("/yangent-contexts:data/param[id='d']")) as Record<string, string>;
    const days = (Date.parse(expires ?? '') - Date.parse(created ?? '')) / DAY;
    expect(days).toBeCloseTo(30, 2);
  });
});
