/** What a session keeps: its terms thin an open one, and a closed one goes whole. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KnownSessions } from '../../src/sessions/homes/known.js';
import { Links } from '../../src/sessions/homes/links.js';
import { sessionMigrations } from '../../src/sessions/index.js';
import { LinkRows } from '../../src/sessions/record/links.js';
import { MemberRows } from '../../src/sessions/record/members.js';
import { MessageRows } from '../../src/sessions/record/messages.js';
import { PostRows } from '../../src/sessions/record/posts.js';
import { SessionTaskRows } from '../../src/sessions/record/session-task.js';
import { SessionRows } from '../../src/sessions/record/sessions.js';
import { termsOf } from '../../src/sessions/record/terms.js';
import { tidy } from '../../src/sessions/timing/retention.js';
import { openStore, type Store } from '../../src/store/index.js';
import { temporaryFolder } from '../support/clean-up.js';

const DAY = 24 * 60 * 60 * 1000;
let store: Store;
beforeEach(async () => {
  store = await openStore({ file: join(temporaryFolder(), 'sessions.db'), migrations: sessionMigrations });
});
afterEach(() => store.close());

const rows = () => ({
  sessions: new SessionRows(store),
  members: new MemberRows(store),
  messages: new MessageRows(store),
  tasks: new SessionTaskRows(store),
  linkRows: new LinkRows(store),
  posts: new PostRows(store),
  links: new Links(new LinkRows(store)),
});

/** Stores a session whose messages were sent one a day, the first on day 0. */
async function fill(id: string, count: number, retention: { days?: number; messages?: number }): Promise<void> {
  const { sessions, messages } = rows();
  await store.transact(async (tx) => {
    await sessions.add(tx, {
      ...{
        id,
        kind: 'group',
        owner: 'alice',
        initiator: 'noc',
        depth: 0,
        coordinator: 'noc',
        created: 0,
        state: 'open',
        since: 0,
        first: 1,
        last: count,
      },
      terms: termsOf('group', { retention }),
    });
    for (let sequence = 1; sequence <= count; sequence += 1) {
      await messages.add(tx, id, {
        sequence,
        id: `m${sequence}`,
        type: 'discussion',
        from: 'noc',
        at: (sequence - 1) * DAY,
        to: [],
        tags: [],
      });
    }
  });
}

const tidyAt = (now: number) =>
  tidy(
    {
      ...{ store, ...rows(), settings: () => ({ closedDays: 7 }), now: () => now },
      ...{ told: new KnownSessions(), behind: { forget: () => undefined } },
    },
    new AbortController().signal,
  );
const kept = async (id: string) => {
  const { sessions, messages } = rows();
  const found = await messages.range(id, { limit: 10_000 });
  return { first: (await sessions.get(id))?.first, numbers: [found[0]?.sequence, found.at(-1)?.sequence] };
};

it('messages that are older than the terms say go', async () => {
  await fill('a', 1_200, { days: 100 });
  await tidyAt(1_199 * DAY);
  expect(await kept('a')).toEqual({ first: 1_100, numbers: [1_100, 1_200] });
});

it('of more messages than the terms say the oldest go', async () => {
  await fill('a', 1_200, { days: 3650, messages: 10 });
  await tidyAt(1_200 * DAY);
  expect(await kept('a')).toEqual({ first: 1_191, numbers: [1_191, 1_200] });
});

it('all of them go when all are old, and the next one has its number', async () => {
  await fill('a', 3, { days: 1 });
  await tidyAt(100 * DAY);
  expect(await kept('a')).toEqual({ first: 4, numbers: [undefined, undefined] });
});

it('a closed session goes whole, when its days are over', async () => {
  await fill('a', 1_200, {});
  const { sessions, messages } = rows();
  await store.transact((tx) => sessions.close(tx, 'a', { reason: 'closed', since: 1_200 * DAY }));
  await tidyAt(1_206 * DAY);
  expect(await sessions.get('a')).toBeDefined();
  await tidyAt(1_208 * DAY);
  expect(await sessions.get('a')).toBeUndefined();
  expect(await messages.range('a', { limit: 1 })).toEqual([]);
});
