import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode } from '../support/node.js';
import { yangent } from './support.js';

let directory: string;
let data: string;
let models: string;

function box(slot: string, revision = '2025-01-01'): string {
  return `module acme-box { yang-version 1.1; namespace "urn:acme:box"; prefix b; revision ${revision};
    container box { leaf slot { type ${slot} } } }`;
}

/** A data directory as a node left it: one box in slot 7, under a model that knows the box. */
beforeEach(async () => {
  const folder = temporaryFolder();
  directory = folder;
  models = join(folder, 'models');
  data = join(folder, 'data');
  mkdirSync(models);
  mkdirSync(data);
  writeFileSync(join(models, 'acme-box.yang'), box('uint8;'));
  const node = await startTestNode({ data, yang: [models] });
  await node.node.edit({ 'acme-box:box': { slot: 7 } });
  await node.stop();
});

function command(name: string, ...rest: readonly string[]) {
  return yangent('data', name, '--data', data, '--yang', models, ...rest);
}

test('what is stored is valid under the models it was written under', async () => {
  const { code, out } = await command('check');
  expect(out).toMatch(/^\S+: valid, version \d+\n$/);
  expect(code).toBe(0);
});

test('what no longer fits is told, with the way out', async () => {
  writeFileSync(join(models, 'acme-box.yang'), box('uint8 { range "0..3"; }'));
  const { code, err } = await command('check');
  expect(code).toBe(1);
  expect(err).toContain('/acme-box:box/slot');
  expect(err).toContain('yangent data export FILE');
  const json = await command('check', '--json');
  expect(JSON.parse(json.out)).toMatchObject({ valid: false, errors: [{ path: '/acme-box:box/slot' }] });
});

test('export writes running as JSON, to a private file or to standard output', async () => {
  const file = join(directory, 'running.json');
  expect((await command('export', file)).code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ 'acme-box:box': { slot: 7 } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse((await command('export')).out)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});

test('import replaces running, and the node then starts with it', async () => {
  const file = join(directory, 'new.json');
  writeFileSync(file, '{"acme-box:box": {"slot": 2}}');
  expect(await command('import', file)).toEqual({ code: 0, out: `${data}: running is now ${file}\n`, err: '' });
  const node = await startTestNode({ data, yang: [models] });
  expect(await node.node.read('/acme-box:box')).toEqual({ slot: 2 });
  // An import has no record of its own: another log begins, which says so.
  const { entry } = (await node.node.read('/yangent-audit:audit/log')) as { readonly entry: readonly object[] };
  const recovery = { 'record-kind': 'recovery', reason: 'the configuration was imported' };
  expect(entry[0]).toMatchObject(recovery);
  await node.stop();
});

test('a document that is not valid changes nothing', async () => {
  const file = join(directory, 'new.json');
  writeFileSync(file, '{"acme-box:box": {"slot": 700}}');
  const { code, err } = await command('import', file);
  expect(code).toBe(1);
  expect(err).toContain('/acme-box:box/slot');
  expect(JSON.parse((await command('export')).out)).toMatchObject({ 'acme-box:box': { slot: 7 } });
});

test('what tasks and contexts keep is not imported', async () => {
  const file = join(directory, 'new.json');
  writeFileSync(file, '{"irtf-agent:data-params": [{"id": "d1", "dataType": "text"}]}');
  const { code, err } = await command('import', file);
  expect(code).toBe(1);
  expect(err).toContain('/irtf-agent:data-params: this is no part of running');
});

test('migrate stamps what is valid with the present models, once', async () => {
  writeFileSync(join(models, 'acme-box.yang'), box('uint16;', '2026-01-01'));
  expect((await command('check')).out).toContain('written under other models');
  expect((await command('migrate')).out).toContain('migrated to content-id');
  expect((await command('migrate')).out).toContain('is of these models already');
  expect((await command('check')).out).not.toContain('other models');
});

test('a corrected export is the way to models that fit no longer', async () => {
  writeFileSync(join(models, 'acme-box.yang'), box('uint8 { range "0..3"; }'));
  expect((await command('migrate')).code).toBe(1);
  writeFileSync(join(models, 'acme-box.yang'), box('uint8;'));
  const file = join(directory, 'running.json');
  await command('export', file);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"slot": 7', '"slot": 3'));
  writeFileSync(join(models, 'acme-box.yang'), box('uint8 { range "0..3"; }'));
  expect((await command('import', file)).code).toBe(0);
  expect((await command('check')).code).toBe(0);
});

test('data of a module that is no longer served can be left out', async () => {
  writeFileSync(join(models, 'acme-box.yang'), box('uint8;').replace('container box', 'container crate'));
  const refused = await command('export');
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('--known-only');
  const { code, out } = await command('export', '--known-only');
  expect(code).toBe(0);
  expect(out).not.toContain('acme-box:box');
});

test('a directory without data is a fault of usage', async () => {
  const { code, err } = await yangent('data', 'check', '--data', temporaryFolder());
  expect(code).toBe(2);
  expect(err).toContain('holds no data of a node');
});

test('while a node runs on it the data are its own', async () => {
  const node = await startTestNode({ data, yang: [models] });
  const { code, err } = await command('check');
  await node.stop();
  expect(code).toBe(1);
  expect(err).toContain('stop it first');
});

test('a damaged database file is told, with the file and the way out', async () => {
  const file = join(data, 'yangent.db');
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 3 * 4_096, 3 * 4_096 + Math.floor(bytes.length / 3));
  writeFileSync(file, bytes);
  const { code, err } = await command('check');
  expect(code).toBe(1);
  expect(err).toContain(`${file}: damaged: `);
  expect(err).toContain('Put a backup in its place');
});

test('a node does not begin anew where its database was emptied', async () => {
  writeFileSync(join(data, 'yangent.db'), '');
  await expect(startTestNode({ data, yang: [models] })).rejects.toThrow(
    'is empty or gone, but admin-password beside it shows that a node has run here',
  );
});
