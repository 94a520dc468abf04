/** docs/access-control.md: its rules that keep the texts of tasks from a group, as they stand. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/access-control.md', import.meta.url)), 'utf8');
const RULES = JSON.parse(/^## Keep the texts[\s\S]*?^```json\n([\s\S]*?)^```$/m.exec(PAGE)?.[1] ?? '');
/** What is said to the agent of gil, in each kind of text. */
const TEXT = 'the words of the assigner';
const EVENTS = 'urn:ietf:params:xml:ns:netconf:notification:1.0';
const GIL = { user: 'gil', password: 'the password of gil' };

let rig: TestNode;
let admin: Https;
let gil: Https;
let task: string;
beforeAll(async () => {
  rig = await startTestNode();
  admin = new Https(rig);
  const agents = ['noc', 'meter'].map((id) => ({
    id,
    owner: [id === 'noc' ? 'admin' : GIL.user],
    profile: { name: id, description: `agent ${id}`, version: '1.0.0', provider: 'p' },
  }));
  await rig.node.edit({ 'yangent-access:access': { user: [{ name: GIL.user, password: `$0$${GIL.password}` }] } });
  await rig.node.edit({ 'yangent-agents:agents': { agent: agents } });
  gil = new Https(rig, GIL.user, GIL.password);
  const parties = { from: 'noc', to: 'meter' };
  task = JSON.parse(
    await post(admin, 'yangent-tasks:assign', { ...parties, 'task-id': 't1', objective: TEXT, async: true }),
  )['yangent-tasks:output'].id;
  await post(admin, 'yangent-contexts:share', { ...parties, type: 'note', content: TEXT });
  const param = { id: 'sketch', dataType: 'text', data: TEXT };
  const made = await gil.send('POST', '/restconf/data', {
    body: JSON.stringify({ 'irtf-agent:data-params': [param] }),
  });
  expect(made.status).toBe(201);
});
afterAll(async () => {
  admin.close();
  gil.close();
  await rig.stop();
});

async function post(who: Https, operation: string, input: object): Promise<string> {
  const body = JSON.stringify({ [`${operation.split(':')[0]}:input`]: input });
  return (await who.send('POST', `/restconf/operations/${operation}`, { body })).body;
}

const get = async (path: string) => (await gil.send('GET', path)).body;

async function netconf(user: string, ask: (session: RawNetconf) => Promise<string>): Promise<string> {
  const session = await RawNetconf.open(rig, '1.1', { ...GIL, user });
  return ask(session).finally(() => session.close());
}

/** What is replayed of a stream, up to the end of its past. */
const replayed = (user: string) =>
  netconf(user, async (session) => {
    const since = '<startTime>2000-01-01T00:00:00Z</startTime>';
    const told = [await session.ask(`<create-subscription xmlns="${EVENTS}">${since}</create-subscription>`)];
    while (!/replayComplete|<rpc-error>/.test(told.at(-1) ?? '')) told.push(await session.receive());
    return told.join('\n');
  });

const DATA = '/restconf/data';
const ENDPOINT = '/agents/meter/restconf/data';
const WAYS: readonly (readonly [string, () => Promise<string>])[] = [
  ['the tasks', () => get(`${DATA}/yangent-tasks:tasks`)],
  ['one task', () => get(`${DATA}/yangent-tasks:tasks/task=${task}/objective`)],
  ['the message at the endpoint', () => get(`${ENDPOINT}/irtf-agent:tasks`)],
  ['the context of the draft', () => get(`${DATA}/irtf-agent:context`)],
  ['the data of the draft', () => get(`${DATA}/irtf-agent:data-params`)],
  ['the context items', () => get(`${DATA}/yangent-contexts:contexts`)],
  ['the bytes of data', () => get('/data/sketch')],
  ['everything', () => get(DATA)],
  ['query', () => post(gil, 'yangent-tasks:query', { id: task })],
  ['list', () => post(gil, 'yangent-tasks:list', {})],
  ['fetch', () => post(gil, 'yangent-contexts:fetch', { agent: 'meter' })],
  ['<get>', () => netconf('gil', (session) => session.ask('<get/>'))],
  ['<get> at the endpoint', () => netconf('gil%meter', (session) => session.ask('<get/>'))],
  ['the events', () => replayed('gil')],
  ['the events at the endpoint', () => replayed('gil%meter')],
  // Last, since it begins the task.
  ['claim-next', () => post(gil, 'yangent-tasks:claim-next', { agent: 'meter', max: 5 })],
];
/** Events of a node tell that something was, in identifiers. */
const saying = new RegExp(`${TEXT}|task-changed|item-shared`);

describe('the texts of tasks', () => {
  it.each(WAYS.slice(0, -1))('are had without rules by %s', async (_way, ask) => {
    expect(await ask()).toMatch(saying);
  });

  it('are kept from the group of the guide in each of these ways', async () => {
    const { status } = await admin.send('PATCH', `${DATA}/ietf-netconf-acm:nacm`, { body: JSON.stringify(RULES) });
    expect(status).toBe(204);
    const had = [];
    for (const [way, ask] of WAYS) if (saying.test(await ask())) had.push(way);
    expect(had).toEqual([]);
  });

  it('while the group finds agents and sees their profiles', async () => {
    expect(await post(gil, 'yangent-agents:discover', { text: 'agent noc' })).toContain('"id":"noc"');
    expect(await get(`${ENDPOINT}/irtf-agent:agent`)).toContain('agent meter');
  });

  it('are given by claim-next once the rules are gone', async () => {
    expect((await admin.send('DELETE', `${DATA}/ietf-netconf-acm:nacm/rule-list=no-texts`)).status).toBe(204);
    expect(await (WAYS.at(-1)?.[1]() ?? '')).toMatch(saying);
  });
});
