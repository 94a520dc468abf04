import { afterEach, describe, expect, it } from 'vitest';
import { fromValue, type InstancePath, parseInstancePath, toValue } from '../../src/data/index.js';
import { ProviderError } from '../../src/server/index.js';
import type { OperationNode } from '../../src/yang/index.js';
import { caller, guest, makeRig, type Rig } from './rig.js';

let rig: Rig;
afterEach(() => rig?.close());

function rpc(name: string): OperationNode {
  const found = rig.schema.rpcs.get(`acme-box:${name}`);
  if (!found) throw new Error(name);
  return found;
}

async function invoke(operation: OperationNode, input: unknown, path: InstancePath = [], who = caller()) {
  const output = await rig.server.invoke(who, {
    operation,
    path,
    input: fromValue(operation.input, input, { schema: rig.schema }),
  });
  return output && toValue(output);
}

describe('invoking', () => {
  it('runs an rpc with plain values in and out', async () => {
    rig = await makeRig({ rpcs: { ping: async (input) => ({ reply: `${input.msg}!` }) } });
    expect(await invoke(rpc('ping'), { msg: 'hi' })).toEqual({ reply: 'hi!' });
  });

  it('validates the input before the provider sees it', async () => {
    rig = await makeRig({ rpcs: { ping: async () => ({ reply: 'never' }) } });
    await expect(invoke(rpc('ping'), {})).rejects.toMatchObject({ path: expect.stringContaining('msg') });
  });

  it('answers operation-not-supported where nothing implements the rpc', async () => {
    rig = await makeRig({});
    await expect(invoke(rpc('ping'), { msg: 'hi' })).rejects.toMatchObject({ tag: 'operation-not-supported' });
  });

  it('denies a user outside group admin the operations of plugins', async () => {
    rig = await makeRig({ rpcs: { ping: async () => ({}) } });
    await expect(invoke(rpc('ping'), { msg: 'hi' }, [], caller(guest))).rejects.toMatchObject({ tag: 'access-denied' });
  });

  it('sends the error that a provider fails with, and hides one it throws by accident', async () => {
    rig = await makeRig({
      rpcs: {
        ping: async (_, call) => call.fail({ tag: 'resource-denied', appTag: 'busy', message: 'try later' }),
        crash: async () => {
          throw new TypeError('secret');
        },
      },
    });
    await expect(invoke(rpc('ping'), { msg: 'x' })).rejects.toMatchObject({
      tag: 'resource-denied',
      appTag: 'busy',
      message: 'try later',
    });
    await expect(invoke(rpc('crash'), {})).rejects.toMatchObject({
      tag: 'operation-failed',
      message: expect.not.stringContaining('secret'),
    });
  });

  it('runs an action on an entry that exists, with its keys', async () => {
    rig = await makeRig({
      actions: { '/acme-box:box/port/reset': async (input, call) => ({ note: `${call.keys.name} ${input.hard}` }) },
    });
    await rig.server.edit(caller(), {
      edit: rig.tree({ 'acme-box:box': { port: [{ name: 'p1', speed: 1 }] } }),
      defaultOperation: 'merge',
    });
    const path = parseInstancePath(rig.schema, "/acme-box:box/port[name='p1']");
    const list = path.at(-1)?.schema;
    const reset = list?.kind === 'list' ? list.actions.get('acme-box:reset') : undefined;
    if (!reset) throw new Error('no action');
    expect(await invoke(reset, { hard: true }, path)).toEqual({ note: 'p1 true' });
    const missing = parseInstancePath(rig.schema, "/acme-box:box/port[name='p9']");
    await expect(invoke(reset, {}, missing)).rejects.toMatchObject({
      tag: 'data-missing',
      message: expect.stringContaining('p9'),
    });
  });

  it('refuses a provider that implements what the module does not define', async () => {
    await expect(makeRig({ rpcs: { pong: async () => ({}) } })).rejects.toThrow(ProviderError);
    await expect(makeRig({ state: { '/acme-box:nothing': async () => ({}) } })).rejects.toThrow(
      /acme-box names "\/acme-box:nothing"/,
    );
    rig = await makeRig({});
  });
});

describe('subscribing', () => {
  const first = async (stream: AsyncIterable<unknown>) => {
    for await (const item of stream) return item;
    return undefined;
  };
  const notify = (id: number, audience?: { users?: string[]; agents?: string[] }) =>
    rig.store.transact((tx) => rig.events.append(tx, { name: 'acme-box:alarm', value: { id }, audience }));

  it('delivers notifications as trees', async () => {
    rig = await makeRig({});
    const stream = rig.server.subscribe(caller(), { stream: 'NETCONF', signal: new AbortController().signal });
    const item = first(stream);
    await notify(3);
    expect(await item).toMatchObject([{ kind: 'event', node: { qname: 'acme-box:alarm' } }]);
  });

  it('passes over what is meant for others', async () => {
    rig = await makeRig({});
    const item = first(
      rig.server.subscribe(caller(guest), { stream: 'NETCONF', signal: new AbortController().signal }),
    );
    await notify(1, { users: ['somebody'] });
    await notify(2, { agents: ['known'] });
    const [event] = (await item) as readonly unknown[];
    expect(event).toMatchObject({ kind: 'event' });
    expect(toValue((event as { notification: Parameters<typeof toValue>[0] }).notification)).toEqual({ id: 2 });
  });

  it('refuses an unknown stream and a stop time alone at once', async () => {
    rig = await makeRig({});
    const signal = new AbortController().signal;
    expect(() => rig.server.subscribe(caller(), { stream: 'none', signal })).toThrow(/none/);
    expect(() =>
      rig.server.subscribe(caller(), { stream: 'NETCONF', stopTime: '2026-01-01T00:00:00Z', signal }),
    ).toThrow(/start time/);
  });
});
