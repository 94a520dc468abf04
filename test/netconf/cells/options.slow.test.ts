/** default-operation and test-option of edit-config (RFC 6241 §7.2, §8.6.4), each with what it finds in each datastore. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawNetconf } from '../../support/raw-netconf.js';
import { B, type BoxNode, boxIn, edit, get, outcome, startBox } from '../box.js';
import { EDIT_CELLS } from './edits.js';
import { C, cellsFolder } from './model.js';

const DATASTORES = ['running', 'candidate'] as const;
type Datastore = (typeof DATASTORES)[number];

let cells: BoxNode;
let box: BoxNode;
let onCells: RawNetconf;
let onBox: RawNetconf;
beforeAll(async () => {
  cells = await startBox({ yang: [cellsFolder()] });
  box = await startBox();
  onCells = await cells.session();
  onBox = await box.session();
});
afterAll(async () => {
  await cells.stop();
  await box.stop();
});

const set = async (session: RawNetconf, datastore: Datastore, config: string) => {
  const request = `<copy-config><target><${datastore}/></target><source><config>${config}</config></source></copy-config>`;
  expect(outcome(await session.ask(request))).toBe('ok');
};

describe.each(DATASTORES)('default-operation on %s', (datastore) => {
  const content = async () => {
    const reply = await onCells.ask(
      `<get-config><source><${datastore}/></source><filter><cells ${C}/></filter></get-config>`,
    );
    const text = /<cells xmlns="urn:acme:cells">(.*)<\/cells>/.exec(reply)?.[1] ?? '';
    return text.replace(/<blob [^>]*>/, '<blob>');
  };
  const ask = (byDefault: string, text: string) =>
    onCells.ask(
      edit(
        datastore,
        `<cells ${C}>${text}</cells>`,
        byDefault && `<default-operation>${byDefault}</default-operation>`,
      ),
    );

  it.each(EDIT_CELLS)('merge, which is the default, merges $target', async (cell) => {
    for (const byDefault of ['merge', '']) {
      await set(onCells, datastore, `<cells ${C}>${cell.before}<tail>t</tail></cells>`);
      expect(outcome(await ask(byDefault, cell.edit.replace('%', '')))).toBe('ok');
      expect(await content()).toBe(`${cell.outcome.merge}<tail>t</tail>`);
    }
  });

  it.each(EDIT_CELLS)('replace leaves nothing but $target', async (cell) => {
    await set(onCells, datastore, `<cells ${C}>${cell.before}<tail>t</tail></cells>`);
    expect(outcome(await ask('replace', cell.edit.replace('%', '')))).toBe('ok');
    expect(await content()).toBe(cell.edit.replace('%', ''));
  });

  it('replace without content leaves nothing at all', async () => {
    await set(onCells, datastore, `<cells ${C}><tail>t</tail></cells>`);
    const options = '<default-operation>replace</default-operation>';
    expect(outcome(await onCells.ask(edit(datastore, '', options)))).toBe('ok');
    expect(await content()).toBe('');
  });
});

/** Running is valid at all times (RFC 7950 §8.1); the candidate need not be until it is validated or committed (§8.3.3). */
const TEST_OPTIONS: readonly {
  readonly datastore: Datastore;
  readonly option: 'set' | 'test-then-set' | 'test-only';
  readonly isValid: boolean;
  readonly answer: string;
  readonly isSet: boolean;
}[] = [
  { datastore: 'running', option: 'set', isValid: true, answer: 'ok', isSet: true },
  { datastore: 'running', option: 'set', isValid: false, answer: 'data-missing', isSet: false },
  { datastore: 'running', option: 'test-then-set', isValid: true, answer: 'ok', isSet: true },
  { datastore: 'running', option: 'test-then-set', isValid: false, answer: 'data-missing', isSet: false },
  { datastore: 'running', option: 'test-only', isValid: true, answer: 'ok', isSet: false },
  { datastore: 'running', option: 'test-only', isValid: false, answer: 'data-missing', isSet: false },
  { datastore: 'candidate', option: 'set', isValid: true, answer: 'ok', isSet: true },
  { datastore: 'candidate', option: 'set', isValid: false, answer: 'ok', isSet: true },
  { datastore: 'candidate', option: 'test-then-set', isValid: true, answer: 'ok', isSet: true },
  { datastore: 'candidate', option: 'test-then-set', isValid: false, answer: 'data-missing', isSet: false },
  { datastore: 'candidate', option: 'test-only', isValid: true, answer: 'ok', isSet: false },
  { datastore: 'candidate', option: 'test-only', isValid: false, answer: 'data-missing', isSet: false },
];

describe('test-option', () => {
  for (const errorOption of ['stop-on-error', 'continue-on-error', 'rollback-on-error'])
    it.each(TEST_OPTIONS)(
      `$option of $datastore under ${errorOption}, valid: $isValid, is $answer`,
      async ({ datastore, option, isValid, answer, isSet }) => {
        await set(onBox, datastore, '');
        // A port needs its speed.
        const port = isValid ? '<port><name>p</name><speed>1</speed></port>' : '<port><name>p</name></port>';
        const options = `<test-option>${option}</test-option><error-option>${errorOption}</error-option>`;
        expect(outcome(await onBox.ask(edit(datastore, `<box ${B}>${port}</box>`, options)))).toBe(answer);
        expect(boxIn(await onBox.ask(get(datastore)))).toBe(isSet ? port : 'no box');
      },
    );
});

describe('what belongs to a session', () => {
  const lock = '<lock><target><candidate/></target></lock>';
  const named = (name: string) => `<box ${B}><name>${name}</name></box>`;

  it('a candidate that another session has changed cannot be locked: lock-denied with its session-id', async () => {
    await onBox.ask('<discard-changes/>');
    const other = await box.session();
    const identifier = /<session-id>(\d+)/.exec(
      await other.ask(
        '<get><filter><netconf-state xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring"><sessions/></netconf-state></filter></get>',
      ),
    );
    expect(identifier).not.toBeNull();
    expect(outcome(await other.ask(edit('candidate', named('x'))))).toBe('ok');
    const denied = await onBox.ask(lock);
    expect(denied).toMatch(
      /^<rpc-reply [^>]*><rpc-error [^>]*><error-type>protocol<\/error-type><error-tag>lock-denied<\/error-tag><error-severity>error<\/error-severity><error-message [^>]*>[^<]*<\/error-message><error-info><session-id>2<\/session-id><\/error-info><\/rpc-error><\/rpc-reply>$/,
    );
    // Nor by the session itself (RFC 6241 §7.5): it would be asked to give up what it has not committed.
    expect(outcome(await other.ask(lock))).toBe('lock-denied');
    await other.ask('<discard-changes/>');
    expect(outcome(await onBox.ask(lock))).toBe('ok');
    expect(outcome(await onBox.ask('<unlock><target><candidate/></target></unlock>'))).toBe('ok');
  });

  it.each([
    ['', 'no box'],
    ['<persist>token</persist>', '<name>y</name>'],
  ])('a confirmed commit%s and its end', async (persist, after) => {
    await set(onBox, 'running', '');
    const owner = await box.session();
    await owner.ask(edit('candidate', named('y')));
    const commit = `<commit><confirmed/><confirm-timeout>60</confirm-timeout>${persist}</commit>`;
    expect(outcome(await owner.ask(commit))).toBe('ok');
    expect(boxIn(await onBox.ask(get('running')))).toBe('<name>y</name>');
    expect(outcome(await owner.ask('<close-session/>'))).toBe('ok');
    expect(boxIn(await onBox.ask(get('running')))).toBe(after);
    if (persist === '') return;
    expect(outcome(await onBox.ask('<commit/>'))).toBe('in-use');
    expect(outcome(await onBox.ask('<commit><persist-id>token</persist-id></commit>'))).toBe('ok');
  });
});
