import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { decodeJson, decodeXml, encodeJson, parseJson, parseXml, RpcError, validate } from '../../src/data/index.js';
import {
  type CachedCompileOptions,
  compile,
  compileCached,
  directories,
  type Schema,
  schemaNodeAt,
  YangErrors,
} from '../../src/yang/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { IETF, instances, YANG } from '../yang-modules/modules.js';
import { moduleText } from './support.js';

let models: string;
let cacheDirectory: string;
let options: CachedCompileOptions;
let problems: string[];

beforeEach(() => {
  const folder = temporaryFolder();
  models = join(folder, 'models');
  cacheDirectory = join(folder, 'cache');
  problems = [];
  mkdirSync(models);
  writeModel('box', BOX);
  options = {
    directories: [models],
    implement: ['box'],
    version: '1',
    cacheDirectory,
    onProblem: (message) => problems.push(message),
  };
});

const BOX = `
  feature fans;
  identity kind;
  identity metal { base kind; }
  identity steel { base metal; }
  typedef name { type string { length "1..8"; pattern '[a-z]+' { error-app-tag "low"; } pattern 'x.*' { modifier invert-match; } } }
  list box {
    key name;
    leaf name { type name; }
    leaf of { type identityref { base kind; } }
    leaf beside { type leafref { path "../../box/name"; } }
    leaf size { type uint64 { range "1..18446744073709551615"; } }
    leaf fan { if-feature fans; must "../size > 5" { error-message "too small for a fan"; } type boolean; }
  }`;

function writeModel(name: string, body: string): void {
  writeFileSync(join(models, `${name}.yang`), moduleText(name, body));
}

function files(): string[] {
  return readdirSync(cacheDirectory);
}

/** Compiles, and waits until the schema is written. */
async function compiled(given: CachedCompileOptions = options): Promise<Schema> {
  const schema = compileCached(given);
  await setImmediate();
  return schema;
}

/** Compiled on the way in and out, so that the second is known to come from the file. */
async function fromCache(given: CachedCompileOptions = options): Promise<Schema> {
  await compiled(given);
  const before = files().map((name) => statSync(join(cacheDirectory, name)).mtimeMs);
  const schema = compileCached(given);
  expect(files().map((name) => statSync(join(cacheDirectory, name)).mtimeMs)).toEqual(before);
  expect(problems).toEqual([]);
  return schema;
}

function verdict(schema: Schema, document: unknown): readonly string[] {
  try {
    validate(decodeJson(schema.root, document, { schema }), { schema });
    return [];
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return error.all.map(({ path, tag, appTag, message }) => `${path} ${tag} ${appTag} ${message}`);
  }
}

it('gives the schema that compiling gives', async () => {
  const direct = compile({ sources: directories([models]), implement: ['box'] });
  const cached = await fromCache();
  expect(cached.contentId).toBe(direct.contentId);
  expect([...cached.modules.keys()]).toEqual([...direct.modules.keys()]);
  expect(cached.moduleByNamespace('urn:box')).toBe(cached.modules.get('box'));
  expect(outline(cached)).toEqual(outline(direct));
});

it('keeps patterns, identities, leafrefs, ranges and expressions at work', async () => {
  const direct = compile({ sources: directories([models]), implement: ['box'] });
  const cached = await fromCache();
  const documents = [
    { 'box:box': [{ name: 'a', of: 'box:steel', beside: 'a', size: '18446744073709551615', fan: true }] },
    { 'box:box': [{ name: 'UP' }] },
    { 'box:box': [{ name: 'xa' }] },
    { 'box:box': [{ name: 'abcdefghi' }] },
    { 'box:box': [{ name: 'a', of: 'box:kind' }] },
    { 'box:box': [{ name: 'a', of: 'wood' }] },
    { 'box:box': [{ name: 'a', beside: 'b' }] },
    { 'box:box': [{ name: 'a', size: '0' }] },
    { 'box:box': [{ name: 'a', size: '4', fan: true }] },
  ];
  for (const document of documents) expect(verdict(cached, document)).toEqual(verdict(direct, document));
  expect(verdict(cached, documents[0])).toEqual([]);
  expect(documents.slice(1).map((document) => verdict(cached, document).length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  const { identities } = cached.modules.get('box') ?? {};
  const [kind, steel] = [identities?.get('kind'), identities?.get('steel')];
  expect(kind && steel?.derivedFrom(kind)).toBe(true);
  expect(steel && kind?.derivedFrom(steel)).toBe(false);
});

it('judges the documents of the shipped models as ever', async () => {
  const shipped = { ...options, directories: [YANG, IETF], implement: ['irtf-agent', 'yangent-tasks'] };
  const schema = await fromCache(shipped);
  for (const { text, type, valid, title } of instances().filter(({ type }) => type === 'data')) {
    expect(type).toBe('data');
    expect([title, verdict(schema, parseJson(text)).length === 0]).toEqual([title, valid]);
  }
  const xml = '<tasks xmlns="urn:ietf:params:xml:ns:yang:irtf-agent"><task-id>t</task-id></tasks>';
  const namespace = schema.modules.get('irtf-agent')?.namespace ?? '';
  const tree = decodeXml(schema.root, [parseXml(xml.replace(/"[^"]*"/, `"${namespace}"`))], { schema });
  expect(encodeJson(tree)).toBe('{"irtf-agent:tasks":{"task-id":"t"}}');
});

it('compiles again when a text, a feature, the version or the modules asked for change', async () => {
  await compiled(options);
  await compiled({ ...options, features: new Map() });
  await compiled({ ...options, version: '2' });
  writeModel('lid', 'leaf lid { type string; }');
  await compiled({ ...options, implement: ['box', 'lid'] });
  expect(files()).toHaveLength(4);
  writeModel('box', `${BOX} leaf more { type string; }`);
  expect(schemaNodeAt(await compiled(), '/box:more')?.kind).toBe('leaf');
  expect(files()).toHaveLength(5);
});

it('makes files that only their owner can read', async () => {
  await compiled(options);
  expect(statSync(cacheDirectory).mode & 0o777).toBe(0o700);
  expect(files().map((name) => statSync(join(cacheDirectory, name)).mode & 0o777)).toEqual([0o600]);
});

it.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 7)],
  ['changed in the middle', (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === 500 ? byte ^ 1 : byte)))],
  ['empty', () => Buffer.alloc(0)],
  ['of somebody else', () => Buffer.from('not a schema at all')],
])('a file that is %s is ignored and written anew', async (_, damage) => {
  await compiled(options);
  const file = join(cacheDirectory, files()[0] ?? '');
  const good = readFileSync(file);
  writeFileSync(file, damage(good));
  expect((await compiled()).modules.has('box')).toBe(true);
  expect(readFileSync(file)).toEqual(good);
});

it('a file that others may write is not believed', async () => {
  await compiled(options);
  const file = join(cacheDirectory, files()[0] ?? '');
  chmodSync(file, 0o666);
  await compiled(options);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('keeps a few schemas, not all that ever were', async () => {
  for (let version = 0; version < 12; version++) await compiled({ ...options, version: String(version) });
  expect(files()).toHaveLength(8);
});

it('does without where nothing can be written, and says why', async () => {
  writeFileSync(cacheDirectory, 'a file stands here');
  expect((await compiled()).modules.has('box')).toBe(true);
  expect(problems).toEqual([expect.stringContaining('the schema cache could not be kept')]);
});

it('reports what does not compile each time', async () => {
  writeModel('box', 'leaf a { type sting; }');
  expect(() => compileCached(options)).toThrow(YangErrors);
  expect(() => compileCached(options)).toThrow(YangErrors);
});

/** Everything in a schema, as text: objects by where they were met first, functions left out. */
function outline(schema: Schema): string[] {
  const seen = new Map<unknown, number>();
  const lines: string[] = [];
  const visit = (value: unknown, at: string): void => {
    if (typeof value === 'function' || value === undefined) return;
    if (typeof value !== 'object' || value === null) {
      lines.push(`${at} ${typeof value} ${String(value)}`);
      return;
    }
    const empty = (Array.isArray(value) && value.length === 0) || (value instanceof Map && value.size === 0);
    const known = empty ? undefined : seen.get(value);
    if (known !== undefined) {
      lines.push(`${at} = ${known}`);
      return;
    }
    seen.set(value, seen.size);
    const entries =
      value instanceof Map ? [...value] : value instanceof Set ? [...value].entries() : Object.entries(value);
    for (const [key, item] of [...entries].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
      visit(item, `${at}/${String(key)}`);
  };
  visit(schema.root, '');
  visit(schema.modules, 'modules');
  return lines.map((line) => line.replace(/ = \d+$/, ' = seen'));
}
