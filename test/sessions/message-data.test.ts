/** The rows of data that messages name: they go with the messages, and a look at them is bounded. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../src/server/index.js';
import { messageData } from '../../src/sessions/data/message-data.js';
import { NO_HOMES } from '../../src/sessions/homes/homes.js';
import { KnownSessions } from '../../src/sessions/homes/known.js';
import { Links } from '../../src/sessions/homes/links.js';
import { sessionMigrations } from '../../src/sessions/index.js';
import { Rates } from '../../src/sessions/log/rate.js';
import { Rings } from '../../src/sessions/log/ring.js';
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

/** A caller at the endpoint of this agent, for which it may act. */
const as = (agent: string) => ({ view: { kind: 'agent', agent }, sees: () => true }) as unknown as Call;
const rows = (from: Store = store) => ({
  sessions: new SessionRows(from),
  members: new MemberRows(from),
  messages: new MessageRows(from),
  tasks: new SessionTaskRows(from),
  linkRows: new LinkRows(from),
  posts: new PostRows(from),
  links: new Links(new LinkRows(from)),
  directory: { get: () => undefined, registered: () => undefined, actableBy: () => [] } as never,
  behind: { of: async () => [] } as never,
  homes: NO_HOMES,
  rates: new Rates(),
  rings: new Rings(1),
  contexts: { shareable: ({ content }: { content: string }) => ({ content, removed: [] }) } as never,
});
const read = async (agent: string, ...params: string[]) => [...(await messageData(rows()).readable(as(agent), params))];

/** Opens a session of noc and ip with one message for each entry: the data that it names, and for whom it is. */
async function fill(id: string, messages: readonly { readonly param: string; readonly to?: string }[]): Promise<void> {
  const { sessions, members, messages: log } = rows();
  await store.transact(async (tx) => {
    await sessions.add(tx, {
      ...{
        id,
        kind: 'group',
        owner: 'alice',
        initiator: 'noc',
        depth: 0,
        created: 0,
        state: 'open',
        since: 0,
        first: 1,
        last: messages.length,
      },
      terms: termsOf('group', { retention: { days: 10 } }),
    });
    for (const agent of ['noc', 'ip', 'optics']) {
      await members.put(tx, {
        ...{
          session: id,
          agent,
          role: 'speaker',
          state: 'joined',
          filters: [],
          byProfile: false,
          spans: [{ from: 1 }],
        },
        ...{ acknowledged: 0, delivered: 0, lent: 0, missed: 0, expired: 0 },
      });
    }
    for (const [index, { param, to }] of messages.entries()) {
      await log.add(tx, id, {
        ...{ sequence: index + 1, id: `m${index}`, type: 'discussion', from: 'noc', at: index * DAY, tags: [] },
        to: to === undefined ? [] : [to],
        artifacts: [{ name: 'data', 'data-param': param }],
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
const count = async () =>
  Number((await store.query<{ readonly n: number }>('select count(*) as n from agent_session_data', []))[0]?.n);

describe('a right to data', () => {
  it('goes when the message that named them is no longer kept', async () => {
    await fill('a', [{ param: 'old' }, { param: 'both' }, { param: 'both' }, { param: 'new' }]);
    expect(await read('ip', 'old', 'both', 'new', 'none')).toEqual(['old', 'both', 'new']);
    await tidyAt(11.5 * DAY);
    expect(await read('ip', 'old', 'both', 'new')).toEqual(['both', 'new']);
    await tidyAt(20 * DAY);
    expect(await read('ip', 'old', 'both', 'new')).toEqual([]);
    expect(await count()).toBe(0);
  });

  it('goes with a closed session', async () => {
    await fill('a', [{ param: 'x' }]);
    await store.transact((tx) => rows().sessions.close(tx, 'a', { reason: 'closed', since: 0 }));
    expect(await read('ip', 'x')).toEqual(['x']);
    await tidyAt(8 * DAY);
    expect(await read('ip', 'x')).toEqual([]);
    expect(await count()).toBe(0);
  });

  it('comes from any of the sessions of the reader, and from none of others', async () => {
    await fill('a', [{ param: 'x', to: 'optics' }]);
    await fill('b', [{ param: 'x', to: 'ip' }]);
    await fill('c', [{ param: 'x', to: 'optics' }]);
    expect(await read('ip', 'x')).toEqual(['x']);
    expect(await read('optics', 'x')).toEqual(['x']);
    expect(await read('stranger', 'x')).toEqual([]);
  });

  it('ends when the data are deleted, which no message names then', async () => {
    await fill('a', [{ param: 'x' }, { param: 'y' }]);
    await store.transact((tx) => messageData(rows()).withdraw(tx, ['x']));
    expect(await read('ip', 'x', 'y')).toEqual(['y']);
    const [first, second] = await rows().messages.among('a', [1, 2]);
    expect([first?.artifacts, second?.artifacts]).toEqual([[{ name: 'data' }], [{ name: 'data', 'data-param': 'y' }]]);
  });
});

describe('a look', () => {
  it('costs one question to the store when no message names the data', async () => {
    await fill('a', [{ param: 'x' }]);
    let asked = 0;
    const query: Store['query'] = (...given) => {
      asked += 1;
      return store.query(...given);
    };
    const counting = { query } as Store;
    expect((await messageData(rows(counting)).readable(as('ip'), ['y', 'z'])).size).toBe(0);
    expect(asked).toBe(1);
  });

  it('finds one message among many that are for others, and looks at 10,000 of a session at most', async () => {
    const others = (length: number) => Array.from({ length }, () => ({ param: 'x', to: 'optics' }));
    await fill('a', [{ param: 'x', to: 'ip' }, ...others(9_999)]);
    expect(await read('ip', 'x')).toEqual(['x']);
    await fill('b', [{ param: 'y', to: 'ip' }, ...others(10_000).map((each) => ({ ...each, param: 'y' }))]);
    expect(await read('ip', 'y')).toEqual([]);
    expect(await read('optics', 'y')).toEqual(['y']);
    await fill('c', [{ param: 'y', to: 'ip' }]);
    expect(await read('ip', 'y')).toEqual(['y']);
  });

  it('gives data in the order of their identifiers, page by page', async () => {
    await fill(
      'a',
      ['d', 'a', 'c', 'é', 'b', 'a'].map((param) => ({ param })),
    );
    await fill('b', [{ param: 'bb', to: 'optics' }, { param: 'e' }, { param: 'a' }]);
    const page = (after: string, limit: number) => messageData(rows()).page(as('ip'), after, limit);
    expect(await page('', 3)).toEqual(['a', 'b', 'c']);
    expect(await page('b', 2)).toEqual(['c', 'd']);
    expect(await page('c', 10)).toEqual(['d', 'e', 'é']);
  });
});
