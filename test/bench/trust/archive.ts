/** How fast an archive of the audit log is verified, and in how much memory. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { headerLine, recordLines } from '../../../src/audit/index.js';
import { auditKey } from '../../../src/audit/keeping/keys.js';
import { signCheckpoint } from '../../../src/audit/note/checkpoint.js';
import { verifierKey } from '../../../src/audit/note/verifier-key.js';
import { recordText } from '../../../src/audit/record/canonical.js';
import { appendLeaf, EMPTY_EDGE, rootOf } from '../../../src/audit/tree/edge.js';
import { leafHash } from '../../../src/audit/tree/hash.js';
import { YANGENT } from '../../support/build.js';
import { type Figure, median } from '../figure.js';

const SIZES = [1_000_000, 2_000_000];
const PAGE = 1_000;
const ROUNDS = 3;
const ORIGIN = '00000000-0000-4000-8000-000000000000';
/** Tells the most memory that the process had, in KiB, when it ends. */
const PROBE = 'data:text/javascript,process.on("exit",()=>console.error("peak "+process.resourceUsage().maxRSS))';

export function archiveFigures(directory: string): readonly Figure[] {
  return SIZES.flatMap((size) => {
    const file = join(directory, `${size}.jsonl`);
    write(file, size);
    const runs = Array.from({ length: ROUNDS }, () => verified(file, size));
    rmSync(file);
    const [speeds, peaks] = [runs.map(({ perSecond }) => perSecond), runs.map(({ peak }) => peak)];
    const of = `of ${size.toLocaleString('en')} verified`;
    return [
      { what: `records ${of}`, value: median(speeds), unit: '/s', runs: speeds },
      { what: `most memory, records ${of}`, value: median(peaks), unit: 'MB', runs: peaks },
    ];
  });
}

/** Writes an archive as a log of that size has it. */
function write(file: string, size: number): void {
  const pair = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const key = auditKey(ORIGIN, { pkcs8: pair.privateKey, spki: pair.publicKey });
  const at = '2026-01-01T00:00:00.000Z';
  const out = openSync(file, 'w');
  writeSync(out, headerLine({ origin: ORIGIN, keys: [verifierKey(ORIGIN, key.publicKey).text], first: 0, edge: [] }));
  let edge = EMPTY_EDGE;
  while (edge.size < size) {
    const records = Array.from({ length: Math.min(PAGE, size - edge.size) }, (_, index) => {
      const sequence = edge.size + index;
      const what = {
        'record-kind': 'operation',
        'principal-kind': 'person',
        operation: 'edit',
        outcome: 'done',
      } as const;
      const by = { user: `user-${sequence % 97}`, source: '192.0.2.7', protocol: 'restconf' };
      const target = [`/ietf-interfaces:interfaces/interface[name='GigabitEthernet0/${sequence}']/description`];
      return recordText({ ...what, ...by, target }, sequence, at);
    });
    for (const record of records) edge = appendLeaf(edge, leafHash(Buffer.from(record)));
    writeSync(out, recordLines(records, signCheckpoint({ size: edge.size, root: rootOf(edge) }, key)));
  }
  closeSync(out);
}

/** Verifies by the command, its start included. */
function verified(file: string, size: number): { readonly perSecond: number; readonly peak: number } {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', PROBE, YANGENT, 'audit', 'verify', file], {
    encoding: 'utf8',
  });
  const seconds = (performance.now() - begun) / 1_000;
  const peak = Number(/peak (\d+)/.exec(stderr)?.[1]);
  if (status !== 0 || Number.isNaN(peak)) throw new Error(`the archive was not verified: ${stderr}`);
  return { perSecond: size / seconds, peak: peak / 1_000 };
}
