/** The home of a session is destroyed and comes back from a backup, which lacks what was said later: no number means two messages. */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RestconfClient } from '../../src/clients/index.js';
import { Connection } from '../../src/store/statements.js';
import type { Plain } from '../peers/domains-rig.js';
import { type KilledNode, type Nodes, prepareRow } from '../soak/session-nodes/nodes.js';
import { eventually as nothingLeft } from '../soak/session-nodes/rooms.js';
import { call, type Message, messagesOf, register } from '../soak/sessions/traffic.js';
import { temporaryFolder } from '../support/clean-up.js';

/** The files beside the database that docs/guide-command-line.md leaves out of a backup. */
const LEFT_OUT = /^(yangent\.db|audit-checkpoint|cache|state|ready\.json)/;

/** Of the row, only the home and its neighbour run. */
let nodes: Nodes;
let backup: string;
/** The group of noc and ip at the home, and of fault and optics at the copy. */
let id: string;

/** The home; its administrator. */
const home = () => nodes.a;
const copy = () => nodes.r;

/** Looks until something holds. */
const eventually = (what: string, holds: () => Promise<boolean>) =>
  nothingLeft(what, async () => ((await holds()) ? 0 : 1));

/** Numbers of messages, by sender and text, as `send` answered them. */
let answered: Map<string, string>;

const session = async (client: RestconfClient, of = id): Promise<Plain> => {
  const { value } = await client.get(`/yangent-sessions:sessions/session=${of}`);
  return (value as { 'yangent-sessions:session': readonly Plain[] })['yangent-sessions:session'][0] ?? {};
};
const isAt = ({ client }: KilledNode, of: string) =>
  session(client, of).then(
    () => true,
    () => false,
  );
const act = (client: RestconfClient, of: string, action: string, input: object) =>
  client.action(`/yangent-sessions:sessions/session=${of}/${action}`, input) as Promise<Plain>;

/** Says something, and keeps its number when there is one. */
async function say(node: KilledNode, from: string, content: string, more: Plain = {}): Promise<Plain> {
  const said = await call(node.client, 'yangent-sessions:send', { session: id, from, id: content, content, ...more });
  if (said.sequence !== undefined && more.session === undefined) answered.set(content, said.sequence);
  return said;
}

const textsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ content }) => (content === undefined ? [] : [content]));
const log = (node: KilledNode, agent?: string, of = id) => messagesOf(node.client, of, agent);
const texts = async (node: KilledNode, agent?: string, of = id) => textsOf(await log(node, agent, of));
const numbers = async (node: KilledNode, agent?: string) =>
  Object.fromEntries(
    (await log(node, agent)).flatMap(({ content, sequence }) => (content === undefined ? [] : [[content, sequence]])),
  );

/** Looks until the copy has a text. */
const heard = (content: string, node = copy(), of = id) =>
  eventually(`${node.place} has "${content}"`, async () => (await texts(node, undefined, of)).includes(content));

async function openGroup(name: string): Promise<string> {
  const opened = await call(home().client, 'yangent-sessions:open', {
    ...{ from: 'noc', kind: 'group', name },
    member: ['ip', 'fault@r.example', 'optics@r.example'].map((agent) => ({ agent, role: 'speaker' as const })),
  });
  const group = String(opened.id);
  await act(home().client, group, 'join', { agent: 'ip' });
  await eventually('the copy is there', () => isAt(copy(), group));
  for (const agent of ['fault', 'optics']) await act(copy().client, group, 'join', { agent });
  return group;
}

/** Makes a backup as the guide says, while the node runs. */
function backUp(): void {
  backup = temporaryFolder();
  const database = new Connection(join(home().data, 'yangent.db'));
  database.exec(`VACUUM INTO '${join(backup, 'yangent.db')}'`);
  database.close();
  for (const file of readdirSync(home().data))
    if (!LEFT_OUT.test(file)) cpSync(join(home().data, file), join(backup, file), { recursive: true });
}

/** Destroys the home: its process and all its data. */
async function destroy(): Promise<void> {
  await home().end('SIGKILL');
  rmSync(home().data, { recursive: true });
}

async function restore(): Promise<void> {
  cpSync(backup, home().data, { recursive: true });
  await home().start();
}

beforeEach(async () => {
  answered = new Map();
  ({ nodes } = await prepareRow(temporaryFolder()));
  await Promise.all([home().start(), copy().start()]);
  for (const agent of ['noc', 'ip']) await register(home().client, agent);
  for (const agent of ['fault', 'optics']) await register(copy().client, agent);
  await home().client.patch('/yangent-peers:peers/peer=r', {
    'yangent-peers:peer': [{ name: 'r', continues: true }],
  });
  id = await openGroup('R1-R2');
  await say(home(), 'noc', 'before: down');
  await say(copy(), 'fault', 'before: no light', { wait: 20 });
  backUp();
  for (const round of [1, 2, 3]) {
    await say(home(), 'ip', `after: ip ${round}`);
    await say(copy(), 'optics', `after: optics ${round}`, { wait: 20 });
  }
  expect(answered.size).toBe(8);
  await heard('after: optics 3');
}, 60_000);
afterEach(() => Promise.all([home(), copy()].map((node) => node.end('SIGKILL'))));

/** Expects that each answered message is at a node under the number that was answered. */
async function expectAnswered(node: KilledNode, agent: string): Promise<void> {
  expect(await numbers(node, agent)).toMatchObject(Object.fromEntries(answered));
}

/** The problem of a copy whose home has messages up to this one only. */
const outrun = (last: string) => {
  const newest = answered.get('after: optics 3');
  return new RegExp(
    `^this node has messages up to ${newest}, and its home not: it was restored from a backup. It says: session "${id}" has no message ${newest}: its last one is ${last}$`,
  );
};

describe('a home that comes back from a backup', () => {
  it('after its session was continued, closes it, and each answered message is in one of the two logs', async () => {
    await destroy();
    await say(copy(), 'fault', 'waits');
    const { id: later } = await act(copy().client, id, 'continue', {});
    expect(later).toEqual(expect.any(String));
    await say(copy(), 'optics', 'goes on', { session: later });
    await restore();
    await eventually('the home has closed its session', async () => (await session(home().client)).state === 'closed');
    expect(await session(home().client)).toMatchObject({ 'close-reason': 'continued', 'continued-by': later });
    expect(await texts(home())).toEqual(['before: down', 'before: no light']);
    await eventually('noc is invited', async () => {
      const { member = [] } = await session(home().client, String(later));
      return member.some(({ agent }: Plain) => agent === 'noc');
    });
    for (const agent of ['noc', 'ip']) await act(home().client, String(later), 'join', { agent });
    await say(home(), 'noc', 'back', { session: later, wait: 20 });
    await heard('back', copy(), String(later));
    for (const agent of ['fault', 'optics']) {
      await expectAnswered(copy(), agent);
      expect(await texts(copy(), agent, String(later))).toEqual(['waits', 'goes on', 'back']);
    }
    expect(await texts(home(), 'ip', String(later))).toEqual(['waits', 'goes on', 'back']);
  }, 60_000);

  it('gives numbers again that its copy has: the copy says so, keeps all, and is continued', async () => {
    await destroy();
    await say(copy(), 'fault', 'waits');
    await copy().end('SIGTERM');
    await restore();
    const again = await say(home(), 'noc', 'home: again');
    expect([...answered.values()].filter((sequence) => sequence === again.sequence)).toHaveLength(2);
    answered.delete('home: again');
    await copy().start();
    await eventually('the copy has a problem', async () => (await session(copy().client)).copy.problem !== undefined);
    // It learns so by the number of the home's last message, or by the words of the next one.
    expect((await session(copy().client)).copy).toMatchObject({
      waiting: 1,
      problem: expect.stringMatching(
        `${outrun(again.sequence).source}|^it gives another message ${again.sequence} than before`,
      ),
    });
    await say(copy(), 'optics', 'waits, too');
    await expectAnswered(copy(), 'fault');
    expect(await texts(copy())).not.toContain('home: again');
    const { id: later } = await act(copy().client, id, 'continue', {});
    await eventually('the home has closed its session', async () => (await session(home().client)).state === 'closed');
    expect(await texts(home(), 'noc')).toEqual(['before: down', 'before: no light', 'home: again']);
    expect(await texts(copy(), 'optics', String(later))).toEqual(['waits', 'waits, too']);
    await expectAnswered(copy(), 'fault');
  }, 60_000);

  it('does not know a session that was opened after the backup: the copy says so, and is continued with what waited', async () => {
    const young = await openGroup('R3-R4');
    await say(home(), 'noc', 'young: down', { session: young });
    await heard('young: down', copy(), young);
    await destroy();
    await say(copy(), 'fault', 'young: waits', { session: young });
    await restore();
    await eventually(
      'the copy has a problem',
      async () => (await session(copy().client, young)).copy.problem !== undefined,
    );
    expect((await session(copy().client, young)).copy).toMatchObject({
      waiting: 1,
      problem: expect.stringMatching(
        `^this node has messages up to \\d+, and its home not: it was restored from a backup. It says: there is no session "${young}" of yours$`,
      ),
    });
    // The home has lost the last messages of the other session, too, in which nothing was said since.
    await eventually(
      'the other copy has a problem',
      async () => (await session(copy().client)).copy.problem !== undefined,
    );
    expect((await session(copy().client)).copy.problem).toMatch(
      outrun((await session(home().client))['last-sequence']),
    );
    const { id: later } = await act(copy().client, young, 'continue', {});
    await eventually('noc is invited', () => isAt(home(), String(later)));
    await act(home().client, String(later), 'join', { agent: 'noc' });
    expect(await texts(home(), 'noc', String(later))).toEqual(['young: waits']);
    expect(await texts(copy(), 'fault', young)).toEqual(['young: down']);
  }, 60_000);
});
