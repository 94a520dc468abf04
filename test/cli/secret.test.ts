import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { type Outcome, withInput, yangent } from './support.js';

let data: string;
beforeEach(() => {
  data = temporaryFolder();
});

/** Runs `yangent secret ...` with that on its standard input. */
async function secret(args: readonly string[], input = ''): Promise<Outcome> {
  return withInput(input, () => yangent('secret', ...args, '--data', data));
}

it('sets what comes on standard input, lists names and versions, and deletes', async () => {
  expect(await secret(['set', 'edge-1'], 'open sesame\n')).toEqual({
    code: 0,
    out: 'edge-1 is set, version 1; the next login with it uses it\n',
    err: '',
  });
  expect(await secret(['set', 'edge-1'], 'open poppy')).toMatchObject({ out: expect.stringContaining('version 2') });
  expect((await secret(['list'])).out).toMatch(/^NAME {4}VERSION {2}SET\nedge-1 {2}2 {8}\d{4}-/);
  expect(JSON.parse((await secret(['list', '--json'])).out)).toMatchObject([{ name: 'edge-1', version: 2 }]);
  expect(await secret(['delete', 'edge-1'])).toEqual({ code: 0, out: 'edge-1 is deleted\n', err: '' });
  expect(await secret(['delete', 'edge-1'])).toEqual({
    code: 1,
    out: '',
    err: 'yangent: there is no secret "edge-1"\n',
  });
  expect(await secret(['list'])).toMatchObject({ code: 0, out: `no secrets in ${data}\n` });
});

it.each(['list', 'delete'])(
  '%s says where there is no data of a node, names what is near, and leaves nothing',
  async (command) => {
    const args = command === 'delete' ? ['delete', 'edge-1'] : ['list'];
    expect(await secret(args)).toEqual({
      code: 1,
      out: '',
      err: `yangent: there is no data of a node in ${data}; name its data directory with --data\n`,
    });
    mkdirSync(join(data, 'node'));
    writeFileSync(join(data, 'node', 'yangent.db'), '');
    expect((await secret(args)).err).toBe(
      `yangent: there is no data of a node in ${data}, but in ${relative('.', join(data, 'node'))}; name its data directory with --data\n`,
    );
    expect(readdirSync(data)).toEqual(['node']);
    expect(readdirSync(join(data, 'node'))).toEqual(['yangent.db']);
  },
);

it('takes no value as an argument, no value that is empty, and no name that is a path', async () => {
  expect(await secret(['set', 'edge-1', 'open sesame'])).toMatchObject({ code: 2 });
  expect(await secret(['set', 'edge-1'])).toMatchObject({
    code: 1,
    err: 'yangent: the secret "edge-1" would be empty\n',
  });
  expect((await secret(['set', '../edge-1'], 'x')).err).toContain('"../edge-1" cannot be the name of a secret');
  expect((await secret(['set', 'edge-1'], 'x'.repeat(3 << 20))).err).toContain('more than 1048576 octets');
  expect((await secret(['list'])).out).toBe(`no secrets in ${data}\n`);
});

it('makes no data directory but where a secret is set', async () => {
  data = `${data}/new`;
  expect(await secret(['list'])).toMatchObject({
    code: 1,
    err: `yangent: there is no data directory ${data}; name it with --data\n`,
  });
  expect(await secret(['set', 'edge-1'], 'x')).toMatchObject({ code: 0 });
  expect(await secret(['list'])).toMatchObject({ code: 0 });
});
