/** The audit trail over a log of records: when a record is written, and what follows when it cannot be. */
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { type AuditRecord, recordsFrom } from '../../src/audit/index.js';
import { RpcError } from '../../src/data/index.js';
import { eventMigrations, openEventLog } from '../../src/events/index.js';
import type { ServerCore } from '../../src/server/core.js';
import { restore } from '../../src/server/datastores/commit.js';
import { AUDIT_STREAM, audited, openAuditTrail, storeRefusal } from '../../src/server/index.js';
import { openLog } from '../audit/rig.js';
import { note } from '../store/note-table.js';
import { cleanUp } from '../support/clean-up.js';
import { admin, caller } from './rig.js';

const ENTRY = { operation: 'm:change', targets: ['/m:box'] };

async function openTrail() {
  const { store, log: records } = await openLog(undefined, eventMigrations);
  const events = await openEventLog(store, { streams: [AUDIT_STREAM] });
  cleanUp(() => events.close());
  const log = pino({ level: 'silent' });
  const trail = openAuditTrail({ store, events, records, log });
  /** Returns the records behind those of the start, as `kind outcome error-tag`. */
  const told = async () => (await recordsFrom(records, 2, 20_000)).map(inShort);
  const streamed = async () => (await events.read({ stream: AUDIT_STREAM.name, limit: 20 })).map(({ value }) => value);
  return { store, records, trail, told, streamed };
}

function inShort({ 'record-kind': kind, outcome, 'error-tag': tag }: AuditRecord): string {
  return [kind, outcome, ...(tag === undefined ? [] : [tag])].join(' ');
}

describe('the record of an operation', () => {
  it('is in its first transaction, with a digest of the input', async () => {
    const { store, records, trail, told, streamed } = await openTrail();
    await audited(trail, caller(), ENTRY, async () => {
      await store.transact((tx) => note(tx, 1));
      expect(await told()).toEqual(['operation done']);
      await store.transact((tx) => note(tx, 2));
    });
    await trail.close();
    expect(await recordsFrom(records, 2, 9)).toMatchObject([
      { user: 'admin', 'principal-kind': 'person', protocol: 'local', operation: 'm:change', target: ['/m:box'] },
    ]);
    expect(await streamed()).toMatchObject([{ user: 'admin', operation: 'm:change', outcome: 'done' }]);
  });

  it('is written soon for an operation without transaction', async () => {
    const { trail, told } = await openTrail();
    await audited(trail, caller(), ENTRY, () => undefined);
    await trail.close();
    expect(await told()).toEqual(['operation done']);
  });

  it('is the only one when the operation fails after its first transaction; the event tells of the failure', async () => {
    const { store, trail, told, streamed } = await openTrail();
    const failing = audited(trail, caller(), ENTRY, async () => {
      await store.transact((tx) => note(tx, 1));
      throw new RpcError({ type: 'application', tag: 'in-use', message: 'later' });
    });
    await expect(failing).rejects.toThrow('later');
    await trail.close();
    expect(await told()).toEqual(['operation done']);
    expect(await streamed()).toMatchObject([{ outcome: 'failed', 'error-tag': 'in-use' }]);
  });

  it('is followed by that of a refusal, wherever access control refuses the rest', async () => {
    const { store, trail, told } = await openTrail();
    const refused = audited(trail, caller(), ENTRY, async () => {
      await store.transact((tx) => note(tx, 1));
      throw new RpcError({ type: 'application', tag: 'access-denied', message: 'no' });
    });
    await expect(refused).rejects.toThrow('no');
    await trail.close();
    expect(await told()).toEqual(['operation done', 'refusal denied access-denied']);
  });

  it('of one that is stored but whose transaction fails is that of the failure', async () => {
    const { store, trail, told } = await openTrail();
    const failing = audited(trail, caller(), ENTRY, () =>
      store.transact(async (tx) => {
        await note(tx, 1);
        throw new RpcError({ type: 'application', tag: 'in-use', message: 'taken' });
      }),
    );
    await expect(failing).rejects.toThrow('taken');
    await trail.close();
    expect(await told()).toEqual(['operation failed in-use']);
  });

  it('of a refusal is written soon, of a reading only when it is asked for', async () => {
    const { trail, told } = await openTrail();
    const refused = audited(trail, caller(), ENTRY, () => {
      throw new RpcError({ type: 'application', tag: 'access-denied', message: 'no' });
    });
    await expect(refused).rejects.toThrow('no');
    await audited(trail, caller(), { operation: 'yangent-tasks:query', targets: [] }, () => undefined);
    await trail.close();
    expect(await told()).toEqual(['refusal denied access-denied']);
  });

  it('ATD-8-m: tells that a confirmed commit could not be taken back', async () => {
    const { trail, told } = await openTrail();
    const running = {
      change: async () => {
        throw new RpcError({ type: 'application', tag: 'resource-denied', message: 'full' });
      },
    };
    const core = {
      ...{ audit: trail, running, log: pino({ level: 'silent' }), endpoint: () => ({}) },
      datastores: { locks: {}, pending: { current: undefined } },
    } as unknown as ServerCore;
    await expect(restore(core, 'timeout')).rejects.toThrow('full');
    await trail.close();
    expect(await told()).toEqual(['rollback failed resource-denied']);
  });

  it('that cannot be made refuses the operation, and nothing of it is stored', async () => {
    const { store, trail, told } = await openTrail();
    const unrecordable = { ...caller(), session: Number.NaN };
    const refused = audited(trail, unrecordable, ENTRY, () => store.transact((tx) => note(tx, 1)));
    const refusal = await refused.then(
      () => undefined,
      (error: unknown) => storeRefusal(error),
    );
    expect(refusal).toMatchObject({ tag: 'resource-denied', appTag: 'audit-unavailable' });
    expect(await store.query('select id from test_note', [])).toEqual([]);
    await trail.close();
    // The failure itself cannot be recorded either: the log says that a record is missing.
    expect(await told()).toEqual(['gap done']);
  });

  it('beyond the bound is counted', async () => {
    const { records, trail } = await openTrail();
    for (let each = 0; each < 10_005; each += 1) trail.record(caller(admin), { ...ENTRY, outcome: 'done' });
    await trail.close();
    const all = await recordsFrom(records, 2, 20_000);
    expect(all).toHaveLength(10_001);
    const gaps = all.filter((record) => record['record-kind'] === 'gap');
    expect(gaps).toMatchObject([{ count: 5 }]);
  });
});

describe('what leaves the node', () => {
  it('has a record of the intent before, and one of the outcome after', async () => {
    const { records, trail, told, streamed } = await openTrail();
    await trail.outbound(caller(), ENTRY, async () => {
      expect(await told()).toEqual(['outbound intent']);
    });
    await trail.close();
    expect(await recordsFrom(records, 2, 9)).toMatchObject([{ outcome: 'intent' }, { outcome: 'done', intent: 2 }]);
    expect(await streamed()).toEqual([]);
  });

  it('is told on the stream when that is asked for', async () => {
    const { trail, streamed } = await openTrail();
    await trail.outbound(caller(), ENTRY, async () => undefined, { isTold: true });
    await trail.close();
    expect(await streamed()).toMatchObject([{ outcome: 'begun' }, { outcome: 'done' }]);
  });

  it.each([
    ['refused', 'failed in-use', new RpcError({ type: 'application', tag: 'in-use', message: 'no' })],
    ['lost', 'unknown operation-failed', new RpcError({ type: 'transport', tag: 'operation-failed', message: 'gone' })],
  ])('and is %s there has the outcome %s', async (_, outcome, error) => {
    const { trail, told } = await openTrail();
    const failing = trail.outbound(caller(), ENTRY, async () => {
      throw error;
    });
    await expect(failing).rejects.toThrow(error.message);
    await trail.close();
    expect(await told()).toEqual(['outbound intent', `outbound ${outcome}`]);
  });

  it('does not leave when the intent cannot be recorded', async () => {
    const { trail } = await openTrail();
    let hasLeft = false;
    const refused = trail.outbound({ ...caller(), session: Number.NaN }, ENTRY, async () => {
      hasLeft = true;
    });
    await expect(refused).rejects.toThrow('cannot be made');
    expect(hasLeft).toBe(false);
  });
});
