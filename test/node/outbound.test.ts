/** What leaves the node for subscribers and other nodes has its records; what is only read there has none. */

import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { recordsFrom } from '../../src/audit/index.js';
import { eventMigrations, openEventLog } from '../../src/events/index.js';
import { recordedKeeping } from '../../src/node/outbound/kept-data.js';
import { recordedNodes } from '../../src/node/outbound/remote-nodes.js';
import { recordedSend } from '../../src/node/outbound/reports.js';
import { AUDIT_STREAM, openAuditTrail } from '../../src/server/index.js';
import type { RemoteNode, RemoteTask } from '../../src/tasks/index.js';
import { openLog } from '../audit/rig.js';
import { cleanUp } from '../support/clean-up.js';

const { signal } = new AbortController();
const SPEAKER = { agent: 'noc', to: 'meter', task: 't.1' };
const NO_DOMAINS = () => ({ get: () => undefined });
const ADDRESS = { target: 'https://other:8443', agent: 'meter', as: 'noc', user: 'u', credential: 'c' };

async function opened() {
  const { store, log: records } = await openLog(undefined, eventMigrations);
  const events = await openEventLog(store, { streams: [AUDIT_STREAM] });
  cleanUp(() => events.close());
  const trail = openAuditTrail({ store, events, records, log: pino({ level: 'silent' }) });
  /** Returns operation, targets and outcome of the records so far. */
  const told = async () => {
    await trail.close();
    const all = await recordsFrom(records, 2, 100);
    return all.map(({ operation, target, outcome }) => [operation, target?.join(' '), outcome].join(': '));
  };
  return { store, trail, told };
}

const task: RemoteTask = {
  view: async () => ({}) as never,
  changes: async function* () {},
  act: async () => true,
  renew: async () => undefined,
};

const remote: RemoteNode = {
  place: 'other',
  data: { give: async () => undefined, look: async () => undefined },
  find: async () => task,
  share: async () => undefined,
  negotiate: async () => {
    throw new Error('refused');
  },
  assign: async () => task,
};

describe('another node', () => {
  it('gets a task, and what is done with it, between two records each', async () => {
    const { trail, told } = await opened();
    const nodes = recordedNodes(trail, NO_DOMAINS, { at: async () => remote, close: async () => undefined });
    const node = await nodes.at(ADDRESS, SPEAKER, signal);
    const given = await node.assign({ from: 'noc', to: 'meter', objective: 'x', 'task-id': 't.1' }, signal);
    await given.act('cancel', { reason: 'enough' }, signal);
    await given.view(signal);
    await (await node.find('t.1', signal))?.view(signal);
    await node.data.look('sketch', signal);
    const there = 'https://other:8443 agent meter';
    expect(await told()).toEqual([
      `remote-assign: ${there} t.1: intent`,
      `remote-cancel: ${there} t.1: intent`,
      `remote-assign: ${there} t.1: done`,
      `remote-cancel: ${there} t.1: done`,
    ]);
  });

  it('that refuses has a failed outcome', async () => {
    const { trail, told } = await opened();
    const node = await recordedNodes(trail, NO_DOMAINS, { at: async () => remote, close: async () => undefined }).at(
      ADDRESS,
      SPEAKER,
      signal,
    );
    await expect(node.negotiate({ 'task-id': 't.1' } as never, signal)).rejects.toThrow('refused');
    expect((await told()).at(-1)).toMatch(/^remote-negotiate: .*: failed$/);
  });
});

describe('a subscriber', () => {
  it.each([
    [204, 'done'],
    [503, 'failed'],
  ])('that answers %i has the outcome %s, without what may be secret in its address', async (status, outcome) => {
    const { trail, told } = await opened();
    const send = recordedSend(trail, 'task-report', async () => new Response(null, { status }));
    await send('https://user:secret@noc.example/hook?token=secret', { signal });
    expect(await told()).toEqual([
      'task-report: https://noc.example/hook: intent',
      `task-report: https://noc.example/hook: ${outcome}`,
    ]);
  });
});

describe('data of another node', () => {
  it('is kept with a record in the same transaction', async () => {
    const { store, trail, told } = await opened();
    await store.transact(async (tx) => recordedKeeping(trail)(tx, 'sketch', { owner: 'nina', agent: 'noc' }));
    expect(await told()).toEqual([`keep-data: /yangent-contexts:data/param[id='sketch']: done`]);
  });
});
