import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityOf } from '../peers/domains-rig.js';
import { temporaryFolder } from '../support/clean-up.js';
import { type CommandNode, startCommandNode } from './node.js';

let node: CommandNode;
beforeAll(async () => {
  node = await startCommandNode();
});
afterAll(() => node.stop());
const peer = (...args: readonly string[]) => node.command('peer', ...args);
const core = (...more: readonly string[]) =>
  peer('add', 'core', '--domain', 'core.example', '--domain', '*.core.example', '--its-user', 'core-node', ...more);

test('a node without a domain says so, and takes no peer', async () => {
  expect(await peer('domain')).toEqual({ out: 'the node has no domain\n', err: '', code: 0 });
  expect((await peer('list')).out).toBe('the node has no domain yet; next: yangent peer domain NAME\n');
  const { err, code } = await core();
  expect([err, code]).toEqual([expect.stringContaining('first: yangent peer domain NAME'), 2]);
});

test('the node gets a domain', async () => {
  expect((await peer('domain', 'oss.example', '--alias', 'noc.example')).out).toBe('the node is oss.example\n');
  expect((await peer('domain')).out).toBe('oss.example\n');
  expect((await peer('list')).out).toBe('the node is oss.example, and has no peers\n');
});

test.each([
  [['--target', 'https://core.example'], '--target needs --login and --credential'],
  [
    ['--target', 'core.example:8443', '--login', 'oss-node', '--credential', 'core'],
    'is no address of a node: write https://HOST:PORT',
  ],
  [['--trust-domain', 'core'], '--its-user USER or --trust-domain DOMAIN'],
  [['--term', 'survey'], 'write THEIRS=OURS'],
  [['--certificate', 'none.pem'], 'none.pem'],
])('options that do not fit are refused: %s', async (options, said) => {
  const { err, code } = await core(...options);
  expect([err, code]).toEqual([expect.stringContaining(said), 2]);
});

test('a peer is added by its certificate, listed, checked, and removed', async () => {
  const certificate = join(temporaryFolder(), 'core.pem');
  copyFileSync(node.certificate, certificate);
  const added = await core(
    ...['--target', 'https://127.0.0.1:1', '--login', 'oss-node', '--credential', 'core'],
    ...['--certificate', certificate, '--term', 'survey=look', '--max-rate', '50', '--relay', '--continues'],
  );
  expect(added).toEqual({ out: 'peer core is added; next: yangent peer check core\n', err: '', code: 0 });
  expect((await core()).err).toContain('there is a peer core already');
  const [entry] = JSON.parse((await peer('list', '--json')).out);
  expect(entry).toMatchObject({
    ...{ name: 'core', user: 'core-node', 'max-rate': 50, term: [{ theirs: 'survey', ours: 'look' }] },
    address: { target: 'https://127.0.0.1:1', credential: 'core', identity: identityOf(node) },
  });
  const { out, code } = await peer('check');
  expect([out, code]).toEqual([expect.stringMatching(/^core is refused: the secret "core".{60,}[^…]\n$/), 1]);
  expect((await peer('list')).out).toMatch(
    /^the node is oss\.example\nPEER +DOMAINS +STATE +LATENCY +MAY +ADDRESS\ncore +\*\.core\.example, core\.example +refused +- +relay, continue +https:\/\/127\.0\.0\.1:1\ncore: the secret "core".{60,}[^…]\n$/,
  );
  expect((await peer('remove', 'core')).out).toBe('peer core is removed\n');
  expect((await peer('check', 'core')).err).toContain('there is no peer core that you may see');
});

test('a domain of the node is of no peer', async () => {
  const { err, code } = await peer('add', 'x', '--domain', '*.example', '--its-user', 'x');
  expect([err, code]).toEqual([expect.stringContaining('"*.example" covers'), 1]);
});
