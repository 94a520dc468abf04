/** Archives: whole ones verify, and each change of one is found, and named. */
import { describe, expect, it } from 'vitest';
import { keepCheckpoint, parseCheckpoint, parseVerifierKey, verifierKey } from '../../src/audit/index.js';
import { exported, faultOf, verified } from './archives.js';
import { appendRecords, openLog } from './rig.js';

async function archived() {
  const rig = await openLog();
  await appendRecords(rig, 20);
  const kept = parseCheckpoint((await keepCheckpoint(rig.log)).note);
  await appendRecords(rig, 20);
  const key = verifierKey(rig.log.head.origin, rig.log.key.publicKey);
  return { rig, kept, key, archive: await exported(rig, 7), origin: rig.log.head.origin };
}

describe('an archive', () => {
  it('verifies, from its own keys, from a key and from a checkpoint of elsewhere', async () => {
    const { rig, kept, key, archive, origin } = await archived();
    expect(verified(archive)).toEqual({ origin, first: 0, size: 42, anchored: 0 });
    expect(verified(archive, { keys: [parseVerifierKey(key.text)] })).toMatchObject({ anchored: 42 });
    expect(verified(archive, { checkpoint: kept })).toMatchObject({ anchored: 22 });
    expect(verified(await exported(rig, 1_000, 13), { checkpoint: kept })).toMatchObject({ first: 13, anchored: 22 });
  });

  it.each<[string, (lines: string[]) => void, RegExp]>([
    ['another name in a record', (lines) => edit(lines, 2, 'start', 'begin'), /^record 1 is bad: it was changed/],
    [
      'another user in a record',
      (lines) => edit(lines, 5, '"user":"anna"', '"user":"otto"'),
      /^record 4 is bad: it was changed/,
    ],
    [
      'a record that is missing',
      (lines) => lines.splice(5, 1),
      /^record 4 is bad: in its place stands one with the sequence 5/,
    ],
    [
      'two records in another order',
      (lines) => lines.splice(4, 2, lines[5]!, lines[4]!),
      /^record 3 is bad: in its place/,
    ],
    ['a missing header', (lines) => lines.splice(0, 1), /the header has no origin/],
    ['a missing end', (lines) => lines.splice(-1, 1), /no checkpoint signs the records 35 to 41: the file was cut/],
    [
      'a cut before the last page',
      (lines) => lines.splice(-3, 2),
      /after record 40 is of 42 records: records are missing/,
    ],
  ])('with %s does not', async (_, change, fault) => {
    const { archive } = await archived();
    const lines = archive.split('\n').slice(0, -1);
    change(lines);
    expect(faultOf(`${lines.join('\n')}\n`)).toMatch(fault);
  });

  it('with a record that was changed together with its hashes is found by the checkpoint', async () => {
    const { archive } = await archived();
    const lines = archive.split('\n').slice(0, -1);
    edit(lines, 5, '"user":"anna"', '"user":"otto"');
    lines.splice(0, lines.length, ...lines.filter((line) => !line.startsWith('{"leaves"')));
    expect(faultOf(`${lines.join('\n')}\n`)).toMatch(/^the records 0 to 6 are bad/);
  });

  it('of a log that was rewritten with its own key is found by a checkpoint that was kept', async () => {
    const { kept, rig } = await archived();
    const other = await openLog();
    await appendRecords(other, 40);
    const archive = (await exported(other, 100)).replaceAll(other.log.head.origin, rig.log.head.origin);
    expect(faultOf(archive, { checkpoint: kept })).not.toBe('none');
    const shortened = await exported(rig, 10);
    const until = shortened
      .split('\n')
      .slice(0, 1 + 12)
      .join('\n');
    expect(faultOf(`${until}\n`, { checkpoint: kept })).toMatch(/the file ends with 10: the log was shortened/);
  });

  it('does not verify with another key, another log, or an older checkpoint than its beginning', async () => {
    const { archive, rig, kept } = await archived();
    const other = await openLog();
    const strange = verifierKey(other.log.head.origin, other.log.key.publicKey);
    expect(faultOf(archive, { keys: [strange] })).toMatch(/not signed by/);
    expect(faultOf(archive, { checkpoint: parseCheckpoint(other.log.head.note) })).toMatch(
      /^the checkpoint is of the log/,
    );
    expect(faultOf(await exported(rig, 100, 30), { checkpoint: kept })).toMatch(/take an earlier file/);
  });
});

function edit(lines: string[], index: number, from: string, to: string): void {
  lines.splice(index, 1, lines[index]!.replace(from, to));
}
