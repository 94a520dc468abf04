/** Another key signs the log: who trusts the one before trusts it too, unless that one is in wrong hands. */
import { expect, it } from 'vitest';
import { keepCheckpoint, parseCheckpoint, parseVerifierKey, recordKey, recordsFrom } from '../../src/audit/index.js';
import { signersOf } from '../../src/audit/note/note.js';
import { rotationNote, successorIn } from '../../src/audit/note/rotation.js';
import { verifierKey } from '../../src/audit/note/verifier-key.js';
import { makeSecretKey, sealingWith } from '../../src/keys/index.js';
import { exported, faultOf, verified } from './archives.js';
import { appendRecords, EDIT, faultsOf, type LogRig, openLog } from './rig.js';

const keyOf = ({ log }: LogRig) => verifierKey(log.head.origin, log.key.publicKey);

/** Lets a new key follow. @param lead milliseconds until it signs */
async function rotate(rig: LogRig, { lead = 0, compromised = false } = {}): Promise<void> {
  const { keys, log } = rig;
  await keys.rotate('audit', { lead, overlap: 60_000, compromised }, (tx, use, pair) =>
    recordKey(log, tx, use, compromised ? pair : undefined),
  );
  await keys.uses.settle();
}

/** A log with ten records under each of two keys. */
async function rotated(terms: Parameters<typeof rotate>[1] = {}) {
  const rig = await openLog();
  await appendRecords(rig, 10);
  const [old, kept] = [keyOf(rig), parseCheckpoint((await keepCheckpoint(rig.log)).note)];
  await rotate(rig, terms);
  await appendRecords(rig, 10);
  return { rig, old, kept, now: keyOf(rig), archive: await exported(rig, 5) };
}

it('an archive that spans a rotation verifies with the old key and with the new one', async () => {
  const { rig, old, kept, now, archive } = await rotated();
  expect(now.text).not.toBe(old.text);
  expect(signersOf(parseCheckpoint(rig.log.head.note).note, [now])).toEqual([now]);
  expect(await faultsOf(rig)).toEqual([]);
  for (const keys of [[old], [now], [parseVerifierKey(old.text), now]])
    expect(verified(archive, { keys })).toMatchObject({ size: 23, anchored: 23 });
  expect(verified(archive, { checkpoint: kept })).toMatchObject({ anchored: 12 });
  expect(verified(archive)).toMatchObject({ anchored: 0 });
});

it('its record names the new key in a note that the old one signed', async () => {
  const { rig, old, now } = await rotated();
  const [{ rotation, ...record } = { rotation: '' }] = await recordsFrom(rig.log, 12, 1);
  expect(record).toMatchObject({ 'record-kind': 'key', operation: 'audit-key', key: now.text });
  expect(rotation).toMatch(new RegExp(`^${old.name}/rotation\n`));
  expect(successorIn(rotation ?? '', old.name, [old])?.text).toBe(now.text);
  expect(successorIn(rotation ?? '', old.name, [now])).toBeUndefined();
  expect(() => successorIn(rotation ?? '', 'other', [old])).toThrow('a rotation note has two lines: other/rotation');
});

it('with a rotation that another key signed, the old key does not reach the end', async () => {
  const [{ rig, old, archive, now }, other] = await Promise.all([rotated(), openLog()]);
  const foreign = rotationNote({ ...other.log.key, origin: old.name }, rig.log.key.publicKey);
  const changed = archive.replace(/"rotation":"[^"]*"/, `"rotation":${JSON.stringify(foreign)}`);
  expect(faultOf(changed, { keys: [old] })).toMatch(/^record 12 is bad/);
  const without = await exported(rig, 5, 15);
  expect(faultOf(without, { keys: [old] })).toBe(`the checkpoint of 20 records is not signed by ${old.text}`);
  expect(verified(without, { keys: [now] })).toMatchObject({ first: 15, anchored: 23 });
});

it('a key in wrong hands signs nothing any more, and its trust ends with the record', async () => {
  const { rig, old, now, kept, archive } = await rotated({ compromised: true });
  expect(await faultsOf(rig)).toEqual([]);
  expect(verified(archive, { keys: [now] })).toMatchObject({ anchored: 23 });
  const fault = faultOf(archive, { keys: [old] });
  expect(fault).toMatch(/^the checkpoint of \d+ records is not signed by /);
  expect(faultOf(archive, { keys: [old, now] })).toBe('none');
  expect(archive.split('\n')[0]).not.toContain(old.text);
  expect(faultOf(archive, { checkpoint: kept })).toMatch(/is not signed by/);
  const late = await exported(rig, 100, 12);
  expect(faultOf(late.replaceAll(now.text, old.text), { keys: [old] })).not.toBe('none');
});

it('the commit that ends the trust in a key is signed by the next one', async () => {
  const rig = await openLog();
  const old = keyOf(rig);
  await rotate(rig, { compromised: true });
  const { note } = parseCheckpoint(rig.log.head.note);
  expect(signersOf(note, [old])).toEqual([]);
  expect(signersOf(note, [keyOf(rig)])).toHaveLength(1);
});

it('a change that is rolled back leaves the key as it was', async () => {
  const rig = await openLog();
  const old = keyOf(rig);
  const terms = { lead: 0, overlap: 0, compromised: true };
  const failing = rig.keys.rotate('audit', terms, async (tx, use, pair) => {
    await recordKey(rig.log, tx, use, pair);
    tx.beforeCommit(async () => {
      throw new Error('no');
    });
  });
  await expect(failing).rejects.toThrow('no');
  expect(keyOf(rig).text).toBe(old.text);
  await appendRecords(rig, 1);
  expect(await faultsOf(rig)).toEqual([]);
});

it('a key that is published signs from its time on, also when that comes while the node is down', async () => {
  const first = await openLog();
  const old = keyOf(first);
  await rotate(first, { lead: 200 });
  expect(keyOf(first).text).toBe(old.text);
  const { use } = await first.keys.pair('audit');
  const begins = first.keys.uses.next('audit')?.from ?? 0;
  const rig = await first.reopen(() => {
    while (Date.now() <= begins);
  });
  expect((await rig.keys.pair('audit')).use).not.toEqual(use);
  await appendRecords(rig, 3);
  expect(rig.log.head.origin).toBe(old.name);
  expect(verified(await exported(rig, 2), { keys: [old] })).toMatchObject({ anchored: rig.log.head.size });
});

it('the key of an earlier version is moved in, and its log goes on', async () => {
  const first = await openLog();
  const old = keyOf(first);
  const { pair } = await first.keys.pair('audit');
  const sealing = sealingWith(await makeSecretKey(`${first.directory}/secret-key`));
  await first.store.transact(async (tx) => {
    const sealed = sealing.seal('audit signing key', pair.pkcs8.toString('base64'));
    await tx.change('insert into audit_key (name, sealed) values (?, ?)', ['audit signing key', sealed]);
    await tx.change(`update audit_log set keys = ''`, []);
    await tx.change('delete from key_use', []);
    await tx.change('delete from private_key', []);
  });
  const rig = await first.reopen();
  expect(keyOf(rig).text).toBe(old.text);
  expect(await rig.store.query('select name from audit_key', [])).toEqual([{ name: 'audit digest key' }]);
  await rig.store.transact(async (tx) => void rig.log.append(tx, EDIT));
  expect(rig.log.head.origin).toBe(rig.store.nodeId);
  expect(verified(await exported(rig, 2), { keys: [old] })).toMatchObject({ anchored: 4 });
});
