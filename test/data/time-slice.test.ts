/** What is read in slices is what is read at once, faults included. */
import { expect, it } from 'vitest';
import {
  AT_ONCE,
  decodeJson,
  decodeJsonInTurns,
  decodeXml,
  decodeXmlInTurns,
  encodeJson,
  parseJson,
  parseJsonInTurns,
  parseXml,
  parseXmlInTurns,
  RpcError,
  TimeSlice,
} from '../../src/data/index.js';
import { schemaOf } from './support.js';

const schema = schemaOf(`module m { yang-version 1.1; namespace urn:m; prefix m;
  container top {
    leaf a { type string; }
    list row { key k; leaf k { type string; } leaf n { type int8; } container in { leaf-list x { type string; } } }
    anydata any;
    choice one { leaf p { type string; } container q { leaf r { type string; } } }
  }
}`);

async function outcome(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return error.all.map(({ tag, message, path, info }) => ({ tag, message, path, info }));
  }
}

const many = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n));
const row = (n: number) => `<row><k>${n}</k><n>${n % 100}</n><in><x>a</x><x>b</x></in></row>`;
const rows = many(3_000, row).join('');
const items = many(20_000, (n) => `<x>${n}</x>`).join('');
const top = (content: string) => `<top xmlns="urn:m">${content}</top>`;

it.each<readonly [title: string, text: string]>([
  ['many entries', top(rows)],
  ['lines', top(many(3_000, (n) => `${row(n)}\n  `).join(''))],
  ['comments and references', top(`<!-- é --><a>&#x41;</a>${rows}`)],
  ['a surrogate pair at every place', top(many(3_000, (n) => `<row><k>${n}😀</k></row>`).join(''))],
  ['a long entry', top(`<row><k>1</k><in>${items}</in></row>${rows}`)],
  ['a long entry without its key', top(`<row><in>${items}<x><y/></x></in></row><row><k>1</k><n>1000</n></row>`)],
  ['a long text', top(`<a>${'&amp; x'.repeat(50_000)}</a>`)],
  ['an anydata', top(`<any><p xmlns="urn:p">${items}</p></any>`)],
  ['attributes that are unknown, and faults below', top(`<row a="1"><n>x</n><in b="2">${items}</in></row>${rows}`)],
  ['entries that stand twice', top(rows + rows)],
  ['two cases', top(`<p>1</p>${rows}<q>${many(300, () => '<z/>').join('')}</q>`)],
  ['a container that stands twice', top(rows) + top(rows)],
  ['an end tag that is missing', `<top xmlns="urn:m">${rows}`],
  ['a wrong end tag', `<top xmlns="urn:m">${rows}</pot>`],
  ['text behind the end', `${top(rows)} text`],
  ['a DOCTYPE', `<!DOCTYPE top>${top(rows)}`],
  ['too many levels', '<a>'.repeat(20_000)],
  ['nothing', ' '.repeat(AT_ONCE + 1)],
])('XML with %s', async (_title, text) => {
  expect(text.length).toBeGreaterThan(AT_ONCE);
  const limits = { maxDepth: 200 };
  const atOnce = await outcome(() => parseXml(text, limits));
  const inTurns = await outcome(() => parseXmlInTurns(text, limits, new TimeSlice()));
  expect(inTurns).toEqual(atOnce);
  if (Array.isArray(atOnce)) return;
  const element = parseXml(text, limits);
  expect(
    await outcome(async () => encodeJson(await decodeXmlInTurns(schema.root, [element], { schema }, new TimeSlice()))),
  ).toEqual(await outcome(() => encodeJson(decodeXml(schema.root, [element], { schema }))));
});

it('more elements than allowed are refused by both readers', async () => {
  for (const text of [top(rows), top(`<!-- é -->${rows}`)]) {
    await expect(parseXmlInTurns(text, { maxElements: 1_000 }, new TimeSlice())).rejects.toThrow(
      'more than 1000 elements',
    );
    expect(() => parseXml(text, { maxElements: 1_000 })).toThrow('more than 1000 elements');
  }
});

const jsonRow = (n: number) => ({ k: String(n), n: n % 100, in: { x: ['a', 'b'] } });
const jsonRows = many(3_000, (n) => JSON.stringify(jsonRow(n)));
const jsonItems = JSON.stringify(many(20_000, String));
const object = (...members: string[]) => `{"m:top":{${members.join(',')}}}`;

it.each<readonly [title: string, text: string]>([
  ['many entries', object(`"row":[${jsonRows}]`)],
  ['white space', JSON.stringify({ 'm:top': { row: many(3_000, () => '').map((_, n) => jsonRow(n)) } }, null, 3)],
  ['a long entry', object(`"row":[{"k":"1","in":{"x":${jsonItems}}},${jsonRows}]`)],
  ['a long entry without its key', object(`"row":[{"in":{"x":${jsonItems}}},{"k":"1","n":1000}]`)],
  ['a long text with brackets and quotes', object(`"a":"${']}\\"{['.repeat(20_000)}"`, '"p":"x"')],
  ['an anydata', object(`"any":{"p:p":${jsonItems}}`)],
  ['annotations', object(`"@":{"z:z":1}`, `"a":"x"`, `"@a":{"z:z":1}`, `"row":[{"@":{"z:z":1},"k":"a"},${jsonRows}]`)],
  ['entries that stand twice', object(`"row":[${jsonRows},${jsonRows}]`)],
  ['entries that are none', object(`"row":[1,null,[],${jsonRows}]`)],
  ['a member twice', object(`"row":[${jsonRows}]`, `"row":[]`)],
  ['a member twice far inside', object(`"row":[${jsonRows},{"k":"1","k":"2"}]`)],
  ['a number that cannot be held', object(`"row":[${jsonRows},{"k":"x","n":123456789012345678901234567890}]`)],
  ['a missing bracket', `{"m:top":{"row":[${jsonRows}`],
  ['a bracket too many', `${object(`"row":[${jsonRows}]`)}}`],
  ['a wrong bracket', `{"m:top":{"row":[${jsonRows}}}`],
  ['a missing comma', object(`"row":[${jsonRows} {}]`)],
  ['a string that does not end', object(`"row":[${jsonRows},"]`)],
  ['too many levels', '['.repeat(AT_ONCE + 1)],
  ['nothing', ' '.repeat(AT_ONCE + 1)],
])('JSON with %s', async (_title, text) => {
  expect(text.length).toBeGreaterThan(AT_ONCE);
  const atOnce = await outcome(() => parseJson(text));
  const inTurns = await outcome(() => parseJsonInTurns(text, {}, new TimeSlice()));
  expect(inTurns).toEqual(atOnce);
  expect(
    await outcome(async () => encodeJson(await decodeJsonInTurns(schema.root, inTurns, { schema }, new TimeSlice()))),
  ).toEqual(await outcome(() => encodeJson(decodeJson(schema.root, atOnce, { schema }))));
});

it('reading ends when its owner has left', async () => {
  const gone = new AbortController();
  const reading = parseXmlInTurns(top(rows), {}, new TimeSlice({ signal: gone.signal }));
  gone.abort(new Error('gone'));
  await expect(reading).rejects.toThrow('gone');
});
