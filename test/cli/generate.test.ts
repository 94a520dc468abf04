import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { yangent } from './support.js';

let models: string;
let out: string;

beforeEach(() => {
  models = temporaryFolder();
  out = join(models, 'out');
  writeFileSync(
    join(models, 'acme-box.yang'),
    `module acme-box { yang-version 1.1; namespace "urn:acme:box"; prefix box;
       container box { leaf slot { type uint8; } leaf secret { type string; } }
       rpc ping { input { leaf count { type uint8; } } }
     }`,
  );
});

function generate(kind: string, ...options: readonly string[]) {
  return yangent('generate', kind, '--yang', models, '--module', 'acme-box', '--out', out, ...options);
}

test('types are written, a file a module and an index', async () => {
  expect(await generate('types')).toEqual({
    code: 0,
    out: `${join(out, 'acme-box.ts')}\n${join(out, 'index.ts')}\n`,
    err: '',
  });
  expect(readFileSync(join(out, 'acme-box.ts'), 'utf8')).toContain('slot?: number;');
});

test('types can leave out paths', async () => {
  await generate('types', '--exclude', '/acme-box:box/secret');
  const text = readFileSync(join(out, 'acme-box.ts'), 'utf8');
  expect(text).toContain('slot');
  expect(text).not.toContain('secret');
});

test('JSON Schemas are written, one a document', async () => {
  expect((await generate('json-schema')).code).toBe(0);
  expect(readdirSync(out).sort()).toEqual(['acme-box.ping.input.schema.json', 'data.schema.json']);
});

test('an OpenAPI document is written, for the server named', async () => {
  expect((await generate('openapi', '--server', 'https://box.example/restconf')).code).toBe(0);
  const document = JSON.parse(readFileSync(join(out, 'openapi.json'), 'utf8'));
  expect(document.servers[0].url).toBe('https://box.example/restconf');
  expect(Object.keys(document.paths)).toContain('/operations/acme-box:ping');
});

test('with --json the files are one document', async () => {
  expect(JSON.parse((await generate('openapi', '--json')).out)).toEqual({ files: [join(out, 'openapi.json')] });
});

test('a module is needed', async () => {
  expect(await yangent('generate', 'types', '--out', out)).toEqual({
    code: 2,
    out: '',
    err: 'yangent: name at least one module with --module\n',
  });
});

test('a module name that is nearly right is put right', async () => {
  const { code, err } = await yangent('generate', 'types', '--yang', models, '--module', 'acme-bix', '--out', out);
  expect(code).toBe(1);
  expect(err).toContain("module 'acme-bix' was not found (did you mean 'acme-box'?)");
});

test('a path that leads nowhere is told, with what may be meant', async () => {
  const { code, err } = await generate('types', '--exclude', '/acme-box:box/secrt');
  expect(code).toBe(1);
  expect(err).toBe(
    "yangent: the models have nothing at '/acme-box:box/secrt' (did you mean '/acme-box:box/secret'?)\n",
  );
});

test('paths may name their module at every step', async () => {
  await generate('types', '--include', '/acme-box:box/acme-box:slot');
  const text = readFileSync(join(out, 'acme-box.ts'), 'utf8');
  expect(text).toContain('slot?: number;');
  expect(text).not.toContain('secret');
});

test('a directory that cannot be made is a fault of usage', async () => {
  writeFileSync(out, 'a file');
  const { code, err } = await generate('types', '--out', join(out, 'below'));
  expect(code).toBe(2);
  expect(err).toContain(`cannot make ${join(out, 'below')}`);
});
