/** The proof of a record is checked without a node, and each change of it is found. */
import { expect, it } from 'vitest';
import {
  ArchiveFault,
  checkProof,
  parseVerifierKey,
  proveRecord,
  type RecordProof,
  recordTextAt,
  verifierKey,
} from '../../src/audit/index.js';
import { appendRecords, openLog } from './rig.js';

it.each<[string, (proof: RecordProof, other: RecordProof) => RecordProof, RegExp]>([
  ['a changed record', (proof) => ({ ...proof, record: proof.record.replace('anna', 'otto') }), /do not lead from/],
  ['another record', (proof, other) => ({ ...proof, record: other.record }), /is of another record/],
  ['another number', (proof) => ({ ...proof, sequence: 8 }), /is of another record/],
  ['a missing hash', (proof) => ({ ...proof, hashes: proof.hashes.slice(1) }), /do not lead from/],
  ['a hash too many', (proof) => ({ ...proof, hashes: [...proof.hashes, ...proof.hashes] }), /do not lead from/],
  ['a hash that is none', (proof) => ({ ...proof, hashes: ['AAAA'] }), /a hash of the proof is none/],
  [
    'the checkpoint of another log',
    (proof, other) => ({ ...proof, checkpoint: other.checkpoint }),
    /do not lead|not signed/,
  ],
])('a proof with %s is refused', async (_, change, message) => {
  const [rig, elsewhere] = [await openLog(), await openLog()];
  await appendRecords(rig, 20);
  await appendRecords(elsewhere, 20);
  const proofIn = async ({ log }: typeof rig, sequence: number): Promise<RecordProof> => {
    const { head, hashes } = await proveRecord(log, sequence);
    const record = (await recordTextAt(log, sequence)) ?? '';
    return {
      sequence,
      record,
      checkpoint: head.note,
      hashes: hashes.map((each) => Buffer.from(each).toString('base64')),
    };
  };
  const { log } = rig;
  const key = parseVerifierKey(verifierKey(log.head.origin, log.key.publicKey).text);
  const proof = await proofIn(rig, 7);
  expect(checkProof(proof, [key])).toMatchObject({ origin: log.head.origin, size: 22 });
  const refused = () => checkProof(change(proof, other), [key]);
  const other = await proofIn(elsewhere, 9);
  expect(refused).toThrow(ArchiveFault);
  expect(refused).toThrow(message);
});
