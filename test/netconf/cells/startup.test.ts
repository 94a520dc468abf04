/** Operations on startup (RFC 6241 §8.7): each with its answer, and with what startup holds afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawNetconf } from '../../support/raw-netconf.js';
import { B, type BoxNode, boxIn, edit, get, NMDA, outcome, startBox } from '../box.js';

const named = (name: string) => `<box ${B}><name>${name}</name></box>`;
const copy = (target: string, source: string) =>
  `<copy-config><target>${target}</target><source>${source}</source></copy-config>`;
const inline = (content: string) => `<config>${content}</config>`;
const LOCK = '<lock><target><startup/></target></lock>';
const UNLOCK = '<unlock><target><startup/></target></unlock>';
const DELETE = '<delete-config><target><startup/></target></delete-config>';
const HELD = '<name>held</name>';

interface Cell {
  readonly request: string;
  readonly answer: string;
  /** What startup holds afterwards; what it held unless told. */
  readonly after?: string;
}

const CELLS: readonly Cell[] = [
  { request: edit('startup', named('x')), answer: 'bad-element' },
  { request: `<edit-data ${NMDA}><datastore>ds:startup</datastore><config/></edit-data>`, answer: 'invalid-value' },
  { request: '<validate><source><startup/></source></validate>', answer: 'ok' },
  { request: copy('<startup/>', '<startup/>'), answer: 'invalid-value' },
  { request: copy('<startup/>', '<running/>'), answer: 'ok', after: '<name>run</name>' },
  { request: copy('<startup/>', '<candidate/>'), answer: 'ok', after: '<name>cand</name>' },
  { request: copy('<startup/>', inline(named('given'))), answer: 'ok', after: '<name>given</name>' },
  { request: copy('<startup/>', inline('')), answer: 'ok', after: 'no box' },
  // A port needs its speed: what a node starts from is valid.
  { request: copy('<startup/>', inline(`<box ${B}><port><name>p</name></port></box>`)), answer: 'data-missing' },
  { request: copy('<startup/>', inline(`<box ${B}><limit>300</limit></box>`)), answer: 'invalid-value' },
  { request: copy('<startup/>', '<url>file:///none.xml</url>'), answer: 'operation-failed' },
  { request: copy('<candidate/>', '<startup/>'), answer: 'ok' },
  { request: copy('<running/>', '<startup/>'), answer: 'ok' },
  { request: DELETE, answer: 'ok', after: 'no box' },
  { request: UNLOCK, answer: 'operation-failed' },
];

let box: BoxNode;
let session: RawNetconf;
let other: RawNetconf;
beforeAll(async () => {
  box = await startBox({ startup: true });
  session = await box.session();
  other = await box.session();
});
afterAll(() => box.stop());

async function prepare(): Promise<void> {
  for (const [target, name] of [
    ['startup', 'held'],
    ['running', 'run'],
    ['candidate', 'cand'],
  ])
    expect(outcome(await session.ask(copy(`<${target}/>`, inline(named(name ?? '')))))).toBe('ok');
}

describe('startup', () => {
  it.each(CELLS)('$request is $answer', async ({ request, answer, after = HELD }) => {
    await prepare();
    expect(outcome(await session.ask(request))).toBe(answer);
    expect(boxIn(await session.ask(get('startup')))).toBe(after);
  });

  it('deleted twice is as absent as once', async () => {
    await prepare();
    expect([outcome(await session.ask(DELETE)), outcome(await session.ask(DELETE))]).toEqual(['ok', 'ok']);
  });

  it.each([
    ['lock', LOCK, 'lock-denied'],
    ['unlock', UNLOCK, 'lock-denied'],
    ['copy', copy('<startup/>', '<running/>'), 'in-use'],
    ['delete', DELETE, 'in-use'],
  ])('locked by another session: %s is refused and nothing is changed', async (_, request, answer) => {
    await prepare();
    expect(outcome(await other.ask(LOCK))).toBe('ok');
    expect(outcome(await session.ask(request))).toBe(answer);
    expect(boxIn(await session.ask(get('startup')))).toBe(HELD);
    expect(outcome(await other.ask(UNLOCK))).toBe('ok');
  });

  it('locked by the session itself is its own to change', async () => {
    await prepare();
    for (const request of [LOCK, copy('<startup/>', '<running/>'), DELETE, UNLOCK])
      expect(outcome(await session.ask(request))).toBe('ok');
  });
});
