import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { agentEntry } from '../tasks/fixture.js';
import { type CommandNode, startCommandNode } from './node.js';

const folder = temporaryFolder();
let node: CommandNode;
let grant = '';
beforeAll(async () => {
  node = await startCommandNode();
  await node.node.edit({
    'yangent-agents:agents': { agent: [agentEntry('crew', ['hal']), agentEntry('hand', ['hal'])] },
  });
});
afterAll(() => node.stop());

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test('give tells the grant, and list and show tell its constraints', async () => {
  const window = 'time-window=2030-01-01T08:00:00Z/2030-01-01T16:00:00Z';
  const terms = [
    ...['--capability', 'yangent-tasks.assign agent=crew max-priority=3'],
    ...['--capability', `data.read path=/yangent-agents:agents ${window}`, '--purpose', 'night shift'],
  ];
  const { out, code, err } = await node.command('grant', 'give', 'agent:hand', ...terms, '--expires', '8h');
  expect([out, code]).toEqual([expect.stringMatching(/^grant [\w-]+ is given to agent:hand until \d{4}-/), 0]);
  expect(err).not.toContain('hashes of passwords');
  grant = out.split(' ')[1] ?? '';
  const may = [
    'yangent-tasks.assign; agent crew; max-priority 3',
    'data.read; path /yangent-agents:agents; time-window 2030-01-01T08:00:00Z to 2030-01-01T16:00:00Z',
  ];
  const { out: list } = await node.command('grant', 'list');
  expect(list).toMatch(new RegExp(`^GRANT +FROM +TO +UNTIL +MAY\\n${grant} +admin +agent:hand +\\d{4}-`));
  expect(list.trimEnd().endsWith(may.join(' | '))).toBe(true);
  const { out: shown } = await node.command('grant', 'show', grant);
  expect(shown).toContain(
    `grant      ${grant}\nfrom       admin\nto         agent:hand\nmay        ${may.join('\n           ')}\n`,
  );
  expect(shown).toMatch(
    /\nhanded on {2}at most 0 times\ngiven {6}\d{4}-.*\nuntil {6}\d{4}-.*\npurpose {4}night shift\n$/,
  );
  expect(JSON.parse((await node.command('grant', 'show', grant, '--json')).out)).toMatchObject({ id: grant });
  expect((await node.command('grant', 'list', '--json')).out).toContain(
    '"constraint":{"agent":["crew"],"max-priority":3}',
  );
});

test('a token is exchanged, shown and revoked', async () => {
  const self = await node.command('grant', 'give', 'admin', '--capability', 'data.read', '--expires', '1h');
  expect(self).toMatchObject({ code: 1, err: expect.stringContaining('a grant is given to another') });
  const issued = await node.command('token', 'issue', grant);
  expect(issued).toMatchObject({ code: 1, err: expect.stringContaining(`there is no grant "${grant}" of yours`) });
  const bad = file('bad.jwt', 'a.b.c');
  const shown = await node.command('token', 'show', bad);
  expect(shown).toMatchObject({ out: '', code: 1, err: expect.stringContaining('the node does not accept the token') });
  expect(await node.command('token', 'show', bad, '--json')).toMatchObject({ out: '{"active":false}\n', code: 1 });
  const exchanged = await node.command('token', 'exchange', '--subject', bad, '--capability', 'data.read');
  expect(exchanged).toMatchObject({ code: 1, err: expect.stringContaining('the subject token is not good') });
  const revoked = await node.command('token', 'revoke', bad);
  expect(revoked).toMatchObject({ out: '', code: 1, err: expect.stringContaining('nothing is revoked') });
});

test('whoever may read all data is told of', async () => {
  const given = await node.command(
    'grant',
    'give',
    'agent:hand',
    '--capability',
    'data.read',
    '--expires',
    '1h',
    '--json',
  );
  expect(given.err).toContain(
    'with data.read and no path agent:hand reads all that you may, also the hashes of passwords',
  );
  const id: string = JSON.parse(given.out).grant;
  expect((await node.command('grant', 'list')).out.trimEnd().split('\n').at(-1)).toContain(id);
});

test('revoke takes a grant back', async () => {
  expect((await node.command('grant', 'revoke', grant)).out).toBe(
    `grant ${grant} is revoked, and no token that comes from it is good any more\n`,
  );
  expect((await node.command('grant', 'list')).out).toMatch(/revoked \d{4}-/);
});

test.each([
  [['grant', 'give', 'bob', '--capability', 'assign everything', '--expires', '1h'], '"everything" is no constraint'],
  [['grant', 'give', 'bob', '--capability', 'data.read colour=red', '--expires', '1h'], '"colour" is no constraint'],
  [['grant', 'give', 'bob', '--capability', '!', '--expires', '1h'], 'It begins with an action'],
  [
    ['grant', 'give', 'bob', '--capability', 'data.read time-window=8/16', '--expires', '1h'],
    'time-window is START/END, two times with their zone',
  ],
  [
    ['grant', 'give', 'bob', '--capability', 'data.read max-requests-per-day=many', '--expires', '1h'],
    'is a whole number, not "many"',
  ],
  [['grant', 'give', 'agent:hand', '--capability', 'data.reed', '--expires', '1h'], '"data.reed" is no action on data'],
  [['grant', 'show', 'none'], 'there is no grant none that this user may see'],
  [['token', 'show', 'none.jwt'], 'none.jwt: there is no such file'],
])('mistakes are explained: %s', async (args, message) => {
  expect(await node.command(...args)).toMatchObject({
    code: expect.any(Number),
    err: expect.stringContaining(message),
  });
});
