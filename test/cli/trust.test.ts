import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandNode, startCommandNode } from './node.js';

let node: CommandNode;
beforeAll(async () => {
  node = await startCommandNode();
});
afterAll(() => node.stop());
const trust = (...args: readonly string[]) => node.command('trust', ...args);

test('a node without trust domains says so', async () => {
  expect(await trust('list')).toEqual({ out: 'the node has no trust domains\n', err: '', code: 0 });
});

test('domains are listed, and one is shown whole', async () => {
  await node.node.edit({
    'yangent-access:access': {
      'trust-domain': [
        {
          name: 'carrier-b',
          by: { did: ['did:web:b.example'], 'did-host': ['b.example'] },
          members: { group: ['partners', 'guests'], kind: 'node' },
          permit: [
            {
              name: 'work',
              action: ['yangent-tasks.assign'],
              constraint: {
                agent: ['meter', 'probe'],
                'max-priority': 3,
                'time-window': { start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' },
              },
            },
          ],
          send: [{ name: 'orders', action: ['yangent-tasks.assign', 'yangent-tasks.cancel'] }],
          'proof-of-possession': false,
        },
        { name: 'carrier-c' },
      ],
    },
  });
  expect((await trust('list')).out).toBe(`DOMAIN     STATE           GROUPS            ACCEPTED  REFUSED
carrier-b  in force        guests, partners  0         0
carrier-c  without permit                    0         0
`);
  expect((await trust('show', 'carrier-b')).out).toBe(`domain          carrier-b
state           in force
identifiers     did:web:b.example
                b.example
members         nodes
groups          guests, partners
may             yangent-tasks.assign; agent meter or probe; max-priority 3; time-window 2026-01-01T00:00:00Z to 2027-01-01T00:00:00Z
is sent         yangent-tasks.assign, yangent-tasks.cancel
unbound tokens  count
accepted        0
`);
  expect(JSON.parse((await trust('show', 'carrier-c', '--json')).out)).toMatchObject({ name: 'carrier-c' });
});

test('a domain is suspended and resumed', async () => {
  expect(await trust('suspend', 'carrier-b')).toEqual({
    ...{ out: 'trust domain carrier-b is suspended\n', err: '', code: 0 },
  });
  expect((await trust('list')).out).toMatch(/^carrier-b {2}suspended /m);
  expect((await trust('resume', 'carrier-b')).out).toBe('trust domain carrier-b is in force again\n');
  expect((await trust('show', 'carrier-b')).out).toMatch(/^state +in force$/m);
});

test.each(['show', 'suspend', 'resume'])('%s explains that there is no such domain', async (verb) => {
  const { out, err, code } = await trust(verb, 'carrier-x');
  expect([out, code]).toEqual(['', 1]);
  expect(err).toContain(
    'there is no trust domain carrier-x that you may see; "yangent trust list" shows those there are',
  );
});
