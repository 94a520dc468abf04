/** Each cell of edits.ts and insertions.ts on running and on the candidate, under each error-option. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawNetconf } from '../../support/raw-netconf.js';
import { type BoxNode, outcome, startBox } from '../box.js';
import { EDIT_CELLS, EDIT_OPERATIONS, type EditOperation, type Refusal } from './edits.js';
import { INSERTIONS, REFUSED_INSERTIONS } from './insertions.js';
import { C, cellsFolder } from './model.js';

const DATASTORES = ['running', 'candidate'] as const;
type Datastore = (typeof DATASTORES)[number];
/** What becomes of the rest of an edit of which one part is refused; an edit that stops leaves nothing behind here. */
const ERROR_OPTIONS = { 'stop-on-error': false, 'continue-on-error': true, 'rollback-on-error': false } as const;

let node: BoxNode;
let session: RawNetconf;
beforeAll(async () => {
  node = await startBox({ yang: [cellsFolder()] });
  session = await node.session();
});
afterAll(() => node.stop());

async function set(datastore: Datastore, content: string): Promise<void> {
  const config = content === '' ? '<config/>' : `<config><cells ${C}>${content}</cells></config>`;
  const request = `<copy-config><target><${datastore}/></target><source>${config}</source></copy-config>`;
  expect(outcome(await session.ask(request))).toBe('ok');
}

async function content(datastore: Datastore): Promise<string> {
  const filter = `<filter><cells ${C}/></filter>`;
  const reply = await session.ask(`<get-config><source><${datastore}/></source>${filter}</get-config>`);
  const text = /<cells xmlns="urn:acme:cells">(.*)<\/cells>/.exec(reply)?.[1] ?? '';
  // Anydata keep the prefixes that were in scope: their text might use them.
  return text.replace(/<blob [^>]*>/, '<blob>');
}

/** An edit between two others that can always be carried out. */
function request(datastore: Datastore, edit: string, operation: EditOperation, option: string): string {
  const attribute = operation === 'none' ? '' : ` nc:operation="${operation}"`;
  const byDefault = operation === 'none' ? '<default-operation>none</default-operation>' : '';
  return `<edit-config><target><${datastore}/></target>${byDefault}<error-option>${option}</error-option><config xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" xmlns:c="urn:acme:cells" xmlns:yang="urn:ietf:params:xml:ns:yang:1"><cells ${C}><head nc:operation="merge">h</head>${edit.replace('%', attribute)}<tail nc:operation="merge">t</tail></cells></config></edit-config>`;
}

const around = (text: string) => `<head>h</head>${text}<tail>t</tail>`;
const OK = '<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="1"><ok/></rpc-reply>';
const isRefusal = (text: string): text is Refusal => text === 'data-missing' || text === 'data-exists';

/** The fields of the one error, as they stand in the reply. */
function errorOf(reply: string): Readonly<Record<string, string | undefined>> {
  expect([...reply.matchAll(/<rpc-error[ >]/g)]).toHaveLength(1);
  const field = (name: string) => new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(reply)?.[1];
  return {
    type: field('error-type'),
    tag: field('error-tag'),
    severity: field('error-severity'),
    path: field('error-path')?.replaceAll('acme-cells:', '').replaceAll("'", '"').replaceAll('&quot;', '"'),
  };
}

describe.each(DATASTORES)('edit-config of %s', (datastore) => {
  for (const cell of EDIT_CELLS)
    for (const operation of EDIT_OPERATIONS) {
      const wanted = cell.outcome[operation];
      it(`${operation} of ${cell.target} ${isRefusal(wanted) ? `is ${wanted}` : 'is done'}`, async () => {
        for (const [option, goesOn] of Object.entries(ERROR_OPTIONS)) {
          await set(datastore, cell.before);
          const reply = await session.ask(request(datastore, cell.edit, operation, option));
          if (!isRefusal(wanted)) {
            expect(reply).toBe(OK);
            expect(await content(datastore)).toBe(around(wanted));
            continue;
          }
          const path = (operation === 'none' ? cell.pathOfNone : undefined) ?? cell.path;
          const error = { type: 'application', tag: wanted, severity: 'error', path: `/cells/${path}` };
          expect(errorOf(reply), option).toEqual(error);
          expect(await content(datastore), option).toBe(goesOn ? around(cell.before) : cell.before);
        }
      });
    }
});

const LISTS = {
  list: {
    entry: (id: string, attributes = '') => `<stop${attributes}><id>${id}</id></stop>`,
    point: (id: string) => ` yang:key="[c:id='${id}']"`,
  },
  'leaf-list': {
    entry: (id: string, attributes = '') => `<step${attributes}>${id}</step>`,
    point: (id: string) => ` yang:value="${id}"`,
  },
} as const;

describe.each(DATASTORES)('insert in %s', (datastore) => {
  for (const [kind, { entry, point }] of Object.entries(LISTS))
    for (const insertion of INSERTIONS)
      for (const operation of ['create', 'merge', 'replace'] as const) {
        const isThere = insertion.entry !== '4';
        const where = insertion.point ? `${insertion.insert} ${insertion.point}` : insertion.insert;
        it(`${operation} of ${kind} entry ${insertion.entry} ${where} among 1 2 3`, async () => {
          const before = ['1', '2', '3'].map((id) => entry(id)).join('');
          await set(datastore, before);
          const attributes = ` yang:insert="${insertion.insert}"${insertion.point ? point(insertion.point) : ''}`;
          const edit = entry(insertion.entry, `%${attributes}`);
          const reply = await session.ask(request(datastore, edit, operation, 'rollback-on-error'));
          if (operation === 'create' && isThere) {
            expect(errorOf(reply).tag).toBe('data-exists');
            expect(await content(datastore)).toBe(before);
            return;
          }
          expect(reply).toBe(OK);
          const after = insertion.order.split(' ').map((id) => entry(id));
          expect(await content(datastore)).toBe(around(after.join('')));
        });
      }

  it.each(REFUSED_INSERTIONS)('$what is $tag', async ({ edit, tag, appTag }) => {
    await set(datastore, '<stop><id>1</id></stop><step>1</step><pair><x>1</x><y>1</y></pair>');
    const before = await content(datastore);
    const reply = await session.ask(request(datastore, edit, 'merge', 'rollback-on-error'));
    expect(errorOf(reply).tag).toBe(tag);
    expect(/<error-app-tag>([^<]*)</.exec(reply)?.[1]).toBe(appTag);
    expect(await content(datastore)).toBe(before);
  });
});
