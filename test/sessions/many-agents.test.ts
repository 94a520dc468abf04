/** Users with very many agents: more than a statement takes as parameters. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sessionMigrations } from '../../src/sessions/index.js';
import { EVERYTHING } from '../../src/sessions/member/comings.js';
import { MemberRows } from '../../src/sessions/record/members.js';
import { SessionRows } from '../../src/sessions/record/sessions.js';
import { termsOf } from '../../src/sessions/record/terms.js';
import { openStore } from '../../src/store/index.js';
import { temporaryFolder } from '../support/clean-up.js';

it('the sessions of 40,000 agents are found', async () => {
  const store = await openStore({ file: join(temporaryFolder(), 'sessions.db'), migrations: sessionMigrations });
  const [sessions, members] = [new SessionRows(store), new MemberRows(store)];
  const session = {
    id: 'a',
    kind: 'group',
    owner: 'alice',
    initiator: 'noc',
    depth: 0,
    created: 0,
    state: 'open',
    since: 0,
    first: 1,
    last: 1,
  } as const;
  await store.transact(async (tx) => {
    await sessions.add(tx, { ...session, terms: termsOf('group', {}) });
    await members.put(tx, {
      ...{ session: 'a', agent: 'agent-39999', role: 'speaker', state: 'joined', spans: [{ from: 1 }], ...EVERYTHING },
      ...{ acknowledged: 1, delivered: 1, lent: 0, missed: 0, expired: 0 },
    });
  });
  const agents = Array.from({ length: 40_000 }, (_, number) => `agent-${number}`);
  expect((await sessions.pageOf(agents, '', 10)).map(({ id }) => id)).toEqual(['a']);
  expect(await sessions.pageOf(agents.slice(0, 100), '', 10)).toEqual([]);
  expect((await members.among('a', agents)).map(({ agent }) => agent)).toEqual(['agent-39999']);
  await store.close();
});
