/** What each operation answers on each datastore, by who holds its lock, whether the target exists, and the error-option. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawNetconf } from '../support/raw-netconf.js';
import { B, type BoxNode, boxIn, edit, get, outcome, startBox } from './box.js';

const DATASTORES = ['running', 'candidate', 'startup'] as const;
type Datastore = (typeof DATASTORES)[number];
/** Who holds the lock of the datastore that the operation is about. */
const HOLDERS = ['nobody', 'the session', 'another session'] as const;

const INLINE = `<config><box ${B}><name>inline</name></box></config>`;

/** The operations that change a datastore, and what they answer when no lock is in the way. */
const CHANGES: readonly {
  readonly name: string;
  readonly request: (datastore: Datastore) => string;
  readonly free: Readonly<Record<Datastore, string>>;
  /** Datastores whose lock matters; the one it names where absent. */
  readonly touches?: readonly Datastore[];
}[] = [
  {
    name: 'edit-config',
    request: (datastore) => edit(datastore, `<box ${B}><name>edited</name></box>`),
    free: { running: 'ok', candidate: 'ok', startup: 'bad-element' },
  },
  {
    name: 'copy-config into it',
    request: (datastore) => `<copy-config><target><${datastore}/></target><source>${INLINE}</source></copy-config>`,
    free: { running: 'ok', candidate: 'ok', startup: 'ok' },
  },
  {
    name: 'delete-config',
    request: (datastore) => `<delete-config><target><${datastore}/></target></delete-config>`,
    free: { running: 'operation-not-supported', candidate: 'operation-not-supported', startup: 'ok' },
  },
  {
    name: 'commit',
    request: () => '<commit/>',
    free: { running: 'ok', candidate: 'ok', startup: 'ok' },
    touches: ['running', 'candidate'],
  },
  {
    name: 'discard-changes',
    request: () => '<discard-changes/>',
    free: { running: 'ok', candidate: 'ok', startup: 'ok' },
    touches: ['candidate'],
  },
  {
    name: 'lock',
    request: (datastore) => `<lock><target><${datastore}/></target></lock>`,
    free: { running: 'ok', candidate: 'ok', startup: 'ok' },
  },
];

/** Operations that only look, whatever is locked. */
const LOOKS: readonly { readonly name: string; readonly request: (datastore: Datastore) => string }[] = [
  { name: 'get-config', request: get },
  { name: 'validate', request: (datastore) => `<validate><source><${datastore}/></source></validate>` },
  {
    name: 'copy-config from it',
    request: (datastore) =>
      `<copy-config><target><url>file:///copy.xml</url></target><source><${datastore}/></source></copy-config>`,
  },
];

let node: BoxNode;
let a: RawNetconf;
let b: RawNetconf;
beforeAll(async () => {
  node = await startBox({ startup: true });
  a = await node.session();
  b = await node.session();
});
afterAll(() => node.stop());

async function withLock(
  datastore: Datastore,
  holder: (typeof HOLDERS)[number],
  work: () => Promise<void>,
): Promise<void> {
  await a.ask('<discard-changes/>');
  const owner = holder === 'nobody' ? undefined : holder === 'the session' ? a : b;
  if (owner) expect(outcome(await owner.ask(`<lock><target><${datastore}/></target></lock>`))).toBe('ok');
  try {
    await work();
  } finally {
    for (const each of [a, b]) await each.ask(`<unlock><target><${datastore}/></target></unlock>`);
  }
}

describe.each(DATASTORES)('%s', (datastore) => {
  describe.each(HOLDERS)('locked by %s', (holder) => {
    it.each(CHANGES)('answers $name as it should', async ({ name, request, free, touches = [datastore] }) => {
      await withLock(datastore, holder, async () => {
        const isInTheWay = holder === 'another session' && touches.includes(datastore);
        const expected =
          name === 'lock' && holder !== 'nobody'
            ? 'lock-denied'
            : isInTheWay && free[datastore] === 'ok'
              ? 'in-use'
              : free[datastore];
        expect(outcome(await a.ask(request(datastore)))).toBe(expected);
      });
    });

    it.each(LOOKS)('answers $name', async ({ request }) => {
      await withLock(datastore, holder, async () => {
        const reply = await a.ask(request(datastore));
        expect(reply).not.toContain('rpc-error');
      });
    });
  });
});

const OPERATIONS = ['merge', 'replace', 'create', 'delete', 'remove', undefined] as const;
const DEFAULTS = ['merge', 'replace', 'none'] as const;
const OPTIONS = ['stop-on-error', 'continue-on-error', 'rollback-on-error'] as const;

/** What an operation on a list entry answers, by whether the entry is there, and whether it is there afterwards. */
function expected(operation: (typeof OPERATIONS)[number], isThere: boolean, byDefault: (typeof DEFAULTS)[number]) {
  // A replacement of the whole leaves nothing behind that an operation could meet.
  const meets = isThere && byDefault !== 'replace';
  switch (operation ?? byDefault) {
    case 'merge':
    case 'replace':
      return { answer: 'ok', after: true };
    case 'create':
      return meets ? { answer: 'data-exists', after: true } : { answer: 'ok', after: true };
    case 'delete':
      return meets ? { answer: 'ok', after: false } : { answer: 'data-missing', after: isThere };
    case 'remove':
      return { answer: 'ok', after: false };
    case 'none':
      return meets ? { answer: 'ok', after: true } : { answer: 'data-missing', after: false };
  }
}

describe.each(['running', 'candidate'] as const)('edit-config of %s', (datastore) => {
  const entry = (operation: string) => `<box ${B}><port${operation}><name>p</name><speed>2</speed></port></box>`;

  for (const option of OPTIONS)
    for (const byDefault of DEFAULTS)
      for (const isThere of [true, false])
        for (const operation of OPERATIONS) {
          const title = `${operation ?? 'no operation'}, ${byDefault} by default, ${option}, on an entry that is ${isThere ? '' : 'not '}there`;
          it(title, async () => {
            const before = isThere ? `<box ${B}><port><name>p</name><speed>1</speed></port></box>` : '';
            const reset = `<copy-config><target><${datastore}/></target><source><config>${before}</config></source></copy-config>`;
            expect(outcome(await a.ask(reset))).toBe('ok');
            const options = `<default-operation>${byDefault}</default-operation><error-option>${option}</error-option>`;
            const request = edit(datastore, entry(operation ? ` nc:operation="${operation}"` : ''), options);
            const { answer, after } = expected(operation, isThere, byDefault);
            expect(outcome(await a.ask(request))).toBe(answer);
            expect(boxIn(await a.ask(get(datastore))).includes('<name>p</name>')).toBe(after);
          });
        }
});
