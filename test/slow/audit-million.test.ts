/** A log of a million records: two auditors verify its archive, and both name the place of each change. */
import { execFileSync } from 'node:child_process';
import { closeSync, createReadStream, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { archivePage, eachLine, headerLine, keepCheckpoint, recordLines } from '../../src/audit/index.js';
import { signCheckpoint } from '../../src/audit/note/checkpoint.js';
import { appendLeaf, EMPTY_EDGE, rootOf } from '../../src/audit/tree/edge.js';
import { leafHash } from '../../src/audit/tree/hash.js';
import { EDIT, type LogRig, openLog } from '../audit/rig.js';
import { YANGENT } from '../support/build.js';
import { temporaryFolder } from '../support/clean-up.js';

const RECORDS = 1_000_000;
/** The archive whose places are changed has a tenth of them. */
const TENTH = RECORDS / 10;
const TOGETHER = 10_000;
const PAGE = 1_000;
const MINUTES = 5 * 60_000;

const AUDITOR = fileURLToPath(new URL('../interop/audit_auditor.py', import.meta.url));
const folder = temporaryFolder();
const fileOf = (name: string) => join(folder, name);

let rig: LogRig;
let key = '';

async function fill({ store, log }: LogRig, end: number): Promise<void> {
  for (let size = log.head.size; size < end; size = log.head.size)
    await store.transact(async (tx) => {
      for (let next = size; next < Math.min(end, size + TOGETHER); next += 1)
        log.append(tx, { ...EDIT, target: [`/acme:link[id='${next}']`], protocol: 'restconf', source: '192.0.2.7' });
    });
}

/** Archives the log, as `yangent audit export` does. */
async function exportTo(name: string): Promise<void> {
  const { log } = rig;
  const file = openSync(fileOf(name), 'w');
  const { size } = log.head;
  for (let next = 0; next < size; ) {
    const { head, keys, edge, records, checkpoints } = await archivePage(log, next, Math.min(PAGE, size - next));
    const base64 = edge.map((hash) => Buffer.from(hash).toString('base64'));
    if (next === 0) writeSync(file, headerLine({ origin: head.origin, keys, first: 0, edge: base64 }));
    const begin = next;
    for (const { size: end, note } of checkpoints) {
      writeSync(file, recordLines(records.slice(next - begin, end - begin), note));
      next = end;
    }
  }
  closeSync(file);
}

/** Makes the whole log again with the same key, one record changed. */
async function rewrite(from: string, to: string, sequence: number): Promise<void> {
  const { log } = rig;
  let edge = EMPTY_EDGE;
  let text = '';
  let records: string[] = [];
  await eachLine(createReadStream(fileOf(from)), (octets) => {
    const line = octets.toString();
    if (text === '') text = `${line}\n`;
    else if (line.startsWith('{"note":')) {
      text += recordLines(records, signCheckpoint({ size: edge.size, root: rootOf(edge) }, log.key));
      records = [];
    } else if (!line.startsWith('{"leaves":')) {
      const record = edge.size === sequence ? line.replace('"user":"anna"', '"user":"otto"') : line;
      records.push(record);
      edge = appendLeaf(edge, leafHash(Buffer.from(record)));
    }
  });
  writeFileSync(fileOf(to), text);
}

interface Verdict {
  readonly code: number;
  readonly text: string;
}

function run(program: string, args: readonly string[]): Verdict {
  try {
    return { code: 0, text: execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' }) };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, text: stdout + stderr };
  }
}
const verify = (name: string, ...more: readonly string[]) =>
  run(process.execPath, [YANGENT, 'audit', 'verify', fileOf(name), ...more]);
const audit = (name: string, ...more: readonly string[]) => run('python3', [AUDITOR, fileOf(name), ...more]);

/** Copies the tenth with one line changed. @returns the line that was there */
function changed(to: string, change: (lines: string[]) => void): void {
  const lines = readFileSync(fileOf('tenth.jsonl'), 'utf8').split('\n');
  change(lines);
  writeFileSync(fileOf(to), lines.join('\n'));
}

/** Returns the line of a record: a page has two lines after its records, and the header is the first one. */
const lineOf = (sequence: number) => 1 + sequence + 2 * Math.floor(sequence / PAGE);

beforeAll(async () => {
  rig = await openLog();
  await fill(rig, TENTH);
  await exportTo('tenth.jsonl');
  writeFileSync(fileOf('kept.txt'), (await keepCheckpoint(rig.log)).note);
  key = (await archivePage(rig.log, 0, 1)).keys[0] ?? '';
  await fill(rig, RECORDS);
  await exportTo('million.jsonl');
}, MINUTES);

describe('of a hundred thousand records', () => {
  it('the archive verifies, and says what it proves', () => {
    expect(verify('tenth.jsonl').text).toContain('unanchored: whoever holds the audit key could have rewritten this');
    for (const anchor of [
      ['--key', key],
      ['--checkpoint', fileOf('kept.txt')],
    ]) {
      const { code, text } = verify('tenth.jsonl', ...anchor);
      expect([code, text]).toEqual([0, expect.stringContaining(`the records 0 to ${TENTH - 1} of the log`)]);
      expect(text).not.toContain('unanchored');
    }
    expect(audit('tenth.jsonl', key, '--checkpoint', fileOf('kept.txt'))).toMatchObject({ code: 0 });
  });

  it.each<[string, (lines: string[]) => void, RegExp, RegExp]>([
    [
      'a byte',
      (lines) => lines.splice(lineOf(54_321), 1, lines[lineOf(54_321)]!.replace('anna', 'annb')),
      /record 54321 is bad: it was changed after it was exported/,
      /record 54321 was changed/,
    ],
    ['a missing record', (lines) => lines.splice(lineOf(54_321), 1), /record 54321 is bad/, /record 54321 is missing/],
    [
      'another tail',
      (lines) => lines.splice(lineOf(99_500)),
      /no checkpoint signs the records 99000 to 99498|the last line has no end/,
      /no known key signs the records from 99000 on/,
    ],
    ['a missing head', (lines) => lines.splice(1, 1), /record 0 is bad/, /record 0 is missing/],
    [
      'another checkpoint',
      (lines) => lines.splice(lineOf(54_999) + 2, 1, lines[lineOf(53_999) + 2]!),
      /the checkpoint after record 54999 is of 54000 records/,
      /another checkpoint than that of 55000 records/,
    ],
    [
      'a checkpoint with a forged signature',
      (lines) => {
        const at = lineOf(54_999) + 2;
        const { note } = JSON.parse(lines[at]!);
        const [text, signature] = note.split(/(?<=\n)(?=\u2014)/u);
        const [dash, name, signed] = signature.trim().split(' ');
        const octets = Buffer.from(signed, 'base64');
        octets[20]! ^= 1;
        lines[at] = JSON.stringify({ note: `${text}${dash} ${name} ${octets.toString('base64')}\n` });
      },
      /the checkpoint of 55000 records is forged/,
      /InvalidSignature/,
    ],
  ])('%s is named by both auditors', (what, change, ours, theirs) => {
    const name = `${what.replaceAll(' ', '-')}.jsonl`;
    changed(name, change);
    for (const [verdict, fault] of [
      [verify(name), ours],
      [audit(name), theirs],
    ] as const) {
      expect(verdict.text).toMatch(fault);
      expect(verdict.code).toBe(1);
    }
  });

  it('a log that was made again with the same key is convicted by the checkpoint that was kept', async () => {
    await rewrite('tenth.jsonl', 'rewritten.jsonl', 54_321);
    expect(verify('rewritten.jsonl').text).toContain('unanchored');
    expect(verify('rewritten.jsonl', '--key', key).code).toBe(0);
    const convicted = verify('rewritten.jsonl', '--checkpoint', fileOf('kept.txt'));
    expect(convicted).toMatchObject({ code: 1, text: expect.stringContaining('the log was rewritten') });
    expect(audit('rewritten.jsonl', '--checkpoint', fileOf('kept.txt')).text).toMatch(/100000 records were rewritten/);
  });

  it('a log that was cut at a checkpoint is convicted as well', () => {
    changed('short.jsonl', (lines) => lines.splice(lineOf(98_999) + 3, lines.length, ''));
    expect(verify('short.jsonl').code).toBe(0);
    const { text } = verify('short.jsonl', '--checkpoint', fileOf('kept.txt'));
    expect(text).toContain('the file ends with 99000: the log was shortened');
    expect(audit('short.jsonl', '--checkpoint', fileOf('kept.txt')).text).toMatch(/99000 records and was shortened/);
  });
});

it('of a million records, both accept the archive', { timeout: MINUTES }, () => {
  const ours = verify('million.jsonl', '--key', key, '--checkpoint', fileOf('kept.txt'));
  expect(ours).toEqual({ code: 0, text: expect.stringContaining(`the records 0 to ${RECORDS - 1} of the log`) });
  const theirs = audit('million.jsonl', key, '--checkpoint', fileOf('kept.txt'));
  expect(theirs).toEqual({ code: 0, text: expect.stringMatching(/^1000000 records of .* are signed\n$/) });
});
