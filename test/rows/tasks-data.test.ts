/** Data that belongs to a task reaches both sides and nobody else, and what is kept of a task stays as it was said. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Plain, register, type User, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();
const BYTES = 'application/octet-stream';
const IRTF = 'urn:ietf:params:xml:ns:yang:irtf-agent';

beforeAll(async () => {
  await register(rig, 'alice', 'noc');
  await register(rig, 'bob', 'crew');
  await register(rig, 'carol', 'other');
});

const put = async (user: User, id: string, bytes: string) =>
  expect((await rig.http(user, 'PUT', `/data/${id}`, bytes, BYTES)).status).toBe(201);
const bytesOf = async (user: User, id: string) => {
  const { status, body } = await rig.http(user, 'GET', `/data/${id}`);
  return status === 200 ? body : status;
};
const assign = async (user: User, more: Plain): Promise<Plain> => {
  const answer = await rig.operation(user, 'yangent-tasks:assign', { content: '##task description look', ...more });
  expect(answer).toMatchObject({ status: 200, output: { state: 'accepted' } });
  return answer.output;
};
const toCrew = async (more: Plain = {}) => (await assign('alice', { from: 'noc', to: 'crew', ...more })).id;
const entry = (list: string, id: string) => `/restconf/data/irtf-agent:${list}=${id}`;
const MISSING = { status: 409, output: { 'error-tag': 'data-missing' } };

describe('data of a task', () => {
  it.each(['report-progress', 'complete'])(
    'is read by the assigner when its executor names it with %s',
    async (act) => {
      const id = await toCrew();
      await rig.onTask('bob', id, 'claim', {});
      await put('bob', `photo-${act}`, 'a photo');
      const artifact = [{ name: 'photo', 'data-param': `photo-${act}` }];
      expect(await rig.onTask('bob', id, act, { artifact })).toMatchObject({ status: 200 });
      expect(await bytesOf('alice', `photo-${act}`)).toBe('a photo');
      expect(await bytesOf('carol', `photo-${act}`)).toBe(404);
    },
  );

  it('is read by the executor when an update brings it', async () => {
    const id = await toCrew();
    await put('alice', 'plan', 'a plan');
    expect(await rig.onTask('alice', id, 'update', { 'data-param': ['plan'] })).toMatchObject({ status: 200 });
    expect(await bytesOf('bob', 'plan')).toBe('a plan');
    expect(await bytesOf('carol', 'plan')).toBe(404);
  });

  it('is not that of others: naming it is refused, and gives it to nobody', async () => {
    await put('alice', 'secret', 'the secret of alice');
    for (const id of ['twin-1', 'twin-2']) await register(rig, 'carol', id, { domain: 'twins' });
    const { id } = await assign('carol', { from: 'other', discover: { domain: 'twins' } });
    const artifact = [{ name: 'x', 'data-param': 'secret' }];
    expect(await rig.onTask('carol', id, 'update', { 'data-param': ['secret'] })).toMatchObject(MISSING);
    await rig.onTask('carol', id, 'claim', {});
    expect(await rig.onTask('carol', id, 'report-progress', { artifact })).toMatchObject(MISSING);
    expect(await rig.onTask('carol', id, 'complete', { artifact })).toMatchObject(MISSING);
    // The task goes to the other twin, with the data that belongs to it.
    const overloaded = { code: 'overloaded', message: 'too much' };
    expect(await rig.onTask('carol', id, 'fail', overloaded)).toMatchObject({ output: { state: 'accepted' } });
    expect(await bytesOf('carol', 'secret')).toBe(404);
  });

  it('of others is not replaced by the answer to a CapabilityRequest', async () => {
    await put('carol', 'profile-of-crew-for-noc', 'kept by carol');
    const message = { 'task-sendFrom': 'noc', 'task-sendTo': 'crew', commuType: 'CapabilityRequest' };
    const path = '/restconf/data/irtf-agent:tasks';
    expect((await rig.http('alice', 'PUT', path, { 'irtf-agent:tasks': message })).status).toBe(201);
    const shown: Plain = JSON.parse((await rig.http('alice', 'GET', path)).body);
    const answer = await rig.http('alice', 'GET', entry('data-params', shown['irtf-agent:tasks']['msg-data']));
    expect(answer.body).toContain('The agent crew');
    expect(await bytesOf('carol', 'profile-of-crew-for-noc')).toBe('kept by carol');
  });
});

describe('a message of the draft that is refused', () => {
  it('says why in the data that answers it', async () => {
    await register(rig, 'bob', 'picky', { execution: { accepts: { 'min-priority': 7 } } });
    const content = '##target object cell-1 ##task description drive there';
    const message = { 'task-sendFrom': 'noc', 'task-sendTo': 'picky', 'task-id': 'refused', content };
    const path = '/restconf/data/irtf-agent:tasks';
    expect((await rig.http('alice', 'PUT', path, { 'irtf-agent:tasks': message })).status).toBeLessThan(300);
    const shown: Plain = JSON.parse((await rig.http('alice', 'GET', path)).body)['irtf-agent:tasks'];
    expect(shown['task-status']).toBe('failed');
    const answer: Plain = JSON.parse((await rig.http('alice', 'GET', entry('data-params', shown['msg-data']))).body);
    expect(JSON.parse(answer['irtf-agent:data-params'][0].data)).toMatchObject({
      error: { code: 'overloaded', message: 'agent "picky" takes tasks of priority 7 and above; this one has 3' },
    });
  });
});

describe('what a user keeps', () => {
  it('is shown by the draft whatever its kind', async () => {
    await put('carol', 'raw', 'bytes of no kind');
    const { status, body } = await rig.http('carol', 'GET', entry('data-params', 'raw'));
    expect({ status, body: JSON.parse(body) }).toMatchObject({
      status: 200,
      body: { 'irtf-agent:data-params': [{ id: 'raw', dataType: 'text', format: BYTES }] },
    });
    expect((await rig.http('carol', 'GET', '/restconf/data')).status).toBe(200);
    expect(await rig.netconf('carol', '<get/>')).toContain('<id>raw</id>');
  });

  const write = async (id: string) => {
    const context = {
      id,
      sendFrom: 'noc',
      sendTo: 'crew',
      'request-info': { content: 'x', time: '2026-01-01T00:00:00Z' },
    };
    expect((await rig.http('alice', 'PUT', entry('context', id), { 'irtf-agent:context': [context] })).status).toBe(
      201,
    );
    const param = { id, dataType: 'text', data: 'x' };
    const params = { 'irtf-agent:data-params': [param] };
    expect((await rig.http('alice', 'PUT', entry('data-params', id), params)).status).toBe(201);
  };

  it.each(['context', 'data-params'])('in %s is deleted by its key, by himself only', async (list) => {
    const id = `gone-${list}`;
    await write(id);
    expect((await rig.http('carol', 'DELETE', entry(list, id))).status).toBe(404);
    expect((await rig.http('alice', 'DELETE', entry(list, id))).status).toBe(204);
    expect((await rig.http('alice', 'GET', entry(list, id))).status).toBe(404);
    expect((await rig.http('alice', 'DELETE', entry(list, id))).status).toBe(404);
    const edit = (operation: string) => `<edit-config><target><running/></target><config>
      <${list} xmlns="${IRTF}" xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="${operation}"><id>nc-${id}</id></${list}>
      </config></edit-config>`;
    await write(`nc-${id}`);
    expect(await rig.netconf('carol', edit('delete'))).toContain('data-missing');
    expect(await rig.netconf('alice', edit('delete'))).toContain('<ok/>');
    expect(await rig.netconf('alice', edit('delete'))).toContain('data-missing');
    expect(await rig.netconf('alice', edit('remove'))).toContain('<ok/>');
  });
});

describe('what both sides said', () => {
  const negotiate = (more: Plain) =>
    rig.operation('alice', 'yangent-tasks:negotiate', { from: 'noc', type: 'FEASIBILITY', wait: 0, ...more });
  const open = async (more: Plain = {}) =>
    (await negotiate({ to: 'crew', content: ['##task description all of it'], ...more })).output.id;
  const history = async (user: User, task: string): Promise<readonly string[]> => {
    const { output } = await rig.operation(user, 'yangent-contexts:fetch', { task });
    return output.item.map(({ content }: Plain) => content).reverse();
  };

  it('is in the context, counter-proposals and verdicts too, and neither side rewrites it', async () => {
    const id = await open();
    const answer = { type: 'FEASIBILITY', verdict: 'countered', content: ['too much'], counter: 'half of it' };
    await rig.onTask('bob', id, 'propose', answer);
    const said = ['##task description all of it', 'too much\ncounter-proposal: half of it\nverdict: countered'];
    expect(await history('alice', id)).toEqual(said);
    for (const [user, from, to] of [
      ['bob', 'crew', 'noc'],
      ['alice', 'noc', 'crew'],
    ] as const) {
      for (const round of [`${id}-round-1`, `${id}-round-2`]) {
        const info = { content: 'something else', time: '2026-01-01T00:00:00Z' };
        const other = { id: round, sendFrom: from, sendTo: to, 'request-info': info };
        const path = entry('context', round);
        expect((await rig.http(user, 'PUT', path, { 'irtf-agent:context': [other] })).status).toBe(403);
        expect((await rig.http(user, 'DELETE', path)).status).toBe(403);
        const shared = { id: round, from, to, type: 'conversation', content: 'something else' };
        expect(await rig.operation(user, 'yangent-contexts:share', shared)).toMatchObject({ status: 409 });
      }
    }
    expect(await history('bob', id)).toEqual(said);
  });

  it('ends: behind the last round each side has one last word', async () => {
    const id = await open({ 'max-rounds': 1 });
    const last = { type: 'FEASIBILITY', verdict: 'accepted' };
    expect(await rig.onTask('bob', id, 'propose', last)).toMatchObject({ status: 200, output: { round: 2 } });
    expect(await negotiate({ id, verdict: 'accepted' })).toMatchObject({ status: 200, output: { round: 3 } });
    for (const verdict of ['accepted', 'rejected']) {
      const over = { status: 412, output: { 'error-app-tag': 'negotiation-over' } };
      expect(await rig.onTask('bob', id, 'propose', { type: 'FEASIBILITY', verdict })).toMatchObject(over);
      expect(await negotiate({ id, verdict })).toMatchObject(over);
    }
  });

  it('is said by the two agents of the task', async () => {
    await register(rig, 'alice', 'noc-2');
    const id = await open();
    for (const parties of [{ from: 'noc-2' }, { to: 'other' }])
      expect(await negotiate({ id, verdict: 'accepted', ...parties })).toMatchObject({
        status: 400,
        output: { 'error-tag': 'invalid-value' },
      });
  });
});

describe('an assignment', () => {
  it('sent again with other reports is another one', async () => {
    const task = { 'task-id': 'reported', subscription: { url: 'https://127.0.0.1:9/reports' } };
    const id = await toCrew(task);
    expect(await toCrew(task)).toBe(id);
    const again = (more: Plain) =>
      rig.operation('alice', 'yangent-tasks:assign', {
        ...{ from: 'noc', to: 'crew', content: '##task description look', ...task },
        ...more,
      });
    expect(await again({ subscription: { url: 'https://127.0.0.1:9/elsewhere' } })).toMatchObject({
      status: 409,
      output: { 'error-tag': 'data-exists' },
    });
  });

  it('does not tell the executor which user judges', async () => {
    const id = await toCrew({ verification: { wanted: true } });
    await rig.onTask('bob', id, 'claim', {});
    await rig.onTask('bob', id, 'complete', {});
    await rig.onTask('alice', id, 'verify', { verdict: 'accepted' });
    const events = async (user: User) => {
      const { output } = await rig.operation(user, 'yangent-tasks:query', { id });
      return output.task.event.map(({ state, by }: Plain) => [state, by]);
    };
    expect(await events('alice')).toContainEqual(['completed', 'alice']);
    expect(await events('bob')).toEqual([
      ['submitted', undefined],
      ['accepted', 'crew'],
      ['running', 'crew'],
      ['verifying', 'crew'],
      ['completed', undefined],
    ]);
  });
});
