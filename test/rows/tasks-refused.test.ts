/** Tasks that could only fail, or say nothing, are refused when they are assigned or changed; nothing of them is kept. */
import { beforeAll, describe, expect, it } from 'vitest';
import { register, TASKS_XML, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();
const PAST = '2020-01-01T00:00:00Z';
const TASK = { from: 'noc', to: 'crew' };

beforeAll(async () => {
  await register(rig, 'alice', 'noc');
  await register(rig, 'carol', 'crew');
});

const assign = (more: object) => rig.operation('alice', 'yangent-tasks:assign', { ...TASK, ...more });
const tasksNamed = async (taskId: string) =>
  (await rig.operation('alice', 'yangent-tasks:query', { from: 'noc', 'task-id': taskId })).status;
/** In so many milliseconds. */
const inTime = (time: number) => new Date(Date.now() + time).toISOString();

describe('a report to an address that is not public', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://0xa9fea9fe/',
  ])('is refused where it is asked for, %s, and nothing is kept', async (url) => {
    const answer = await assign({ type: 'repair', 'task-id': 'nosy', async: true, subscription: { url } });
    expect(answer).toMatchObject({ status: 403, output: { 'error-message': expect.stringContaining('--reach') } });
    expect(await tasksNamed('nosy')).toBe(409);
    const { output } = await assign({ type: 'repair', async: true });
    expect(await rig.onTask('alice', output.id, 'subscribe', { url })).toMatchObject({ status: 403 });
    const draft = await rig.http('alice', 'PUT', '/restconf/data/irtf-agent:tasks', {
      'irtf-agent:tasks': {
        ...{ 'task-sendFrom': 'noc', 'task-sendTo': 'crew', commuType: 'taskAssign', 'task-id': 'nosy' },
        ...{ content: '##task description x', 'task-subscription': { 'subscript-url': url } },
      },
    });
    expect(draft.status).toBe(403);
  });

  it.each([
    ['RESTCONF', () => new URL(rig.node.url).port],
    ['NETCONF', () => rig.node.netconf.port],
  ])('of the node itself is refused: %s', async (_protocol, port) => {
    const subscription = { url: `http://127.0.0.1:${port()}/` };
    expect(await assign({ type: 'repair', async: true, subscription })).toMatchObject({
      status: 403,
      output: { 'error-message': expect.stringContaining('is this node itself') },
    });
  });

  it('of this machine is not, for the node listens on this machine only', async () => {
    const subscription = { url: 'http://127.0.0.1:9/' };
    expect(await assign({ type: 'repair', async: true, subscription })).toMatchObject({ status: 200 });
  });
});

describe('a deadline that is over', () => {
  const message = (path: string) => ({
    status: 400,
    output: {
      'error-tag': 'invalid-value',
      'error-path': path,
      'error-message': expect.stringMatching(
        /^the deadline 2020-01-01T00:00:00Z is over: it is 20\d\d-.*Z now; give a later one, or none$/,
      ),
    },
  });

  it('is refused in an assignment, of which nothing is kept', async () => {
    const answer = await assign({ type: 'repair', 'task-id': 'late', deadline: PAST });
    expect(answer).toMatchObject(message('/yangent-tasks:assign/deadline'));
    expect(await tasksNamed('late')).toBe(409);
  });

  it('is refused over NETCONF', async () => {
    const reply = await rig.netconf(
      'alice',
      `<assign xmlns="${TASKS_XML}"><from>noc</from><to>crew</to><type>repair</type><deadline>${PAST}</deadline></assign>`,
    );
    expect(reply).toContain('<error-tag>invalid-value</error-tag>');
    expect(reply).toContain('>/yangent-tasks:assign/yangent-tasks:deadline</error-path>');
  });

  it('is refused in an update, and the task stays as it was', async () => {
    const { output } = await assign({ type: 'repair' });
    const change = { objective: 'another', deadline: PAST };
    expect(await rig.onTask('alice', output.id, 'update', change)).toMatchObject(
      message('/yangent-tasks:update/deadline'),
    );
    const { output: now } = await rig.operation('alice', 'yangent-tasks:query', { id: output.id });
    expect(now.task).toMatchObject({ state: 'accepted' });
    expect(now.task).not.toHaveProperty('objective');
    expect(now.task).not.toHaveProperty('deadline');
  });

  it('does not keep an assignment from being repeated, nor from being said again in an update', async () => {
    const deadline = inTime(1_500);
    const task = { type: 'repair', 'task-id': 'repeated', deadline };
    const first = await assign(task);
    expect(first).toMatchObject({ status: 200, output: { state: 'accepted' } });
    const { id } = first.output;
    await expect.poll(() => Date.now(), { timeout: 5_000 }).toBeGreaterThan(Date.parse(deadline));
    expect(await assign(task)).toMatchObject({ status: 200, output: { id } });
    expect((await assign({ ...task, 'task-id': 'another' })).status).toBe(400);
    const again = await rig.onTask('alice', id, 'update', { deadline });
    // The node has ended it by now, or it is about to.
    expect(again.output['error-app-tag'] ?? again.output.state).toMatch(/^(bad-transition|accepted)$/);
  });
});

describe('a task that does not say what is to be done', () => {
  const refusal = {
    status: 400,
    output: {
      'error-tag': 'missing-element',
      'error-path': '/yangent-tasks:assign',
      'error-info': { 'bad-element': 'content' },
      'error-message':
        'the task does not say what is to be done: give "content", a prompt with the section "##task description", or a structured description with at least one of "type", "objective" and "input"',
    },
  };

  it.each([
    ['nothing', {}],
    ['blanks', { objective: ' \n' }],
    ['all but that', { priority: 5, 'expected-response': 'soon', constraint: [{ name: 'cost', value: '1' }] }],
  ])('is refused: %s', async (_title, more) => {
    expect(await assign({ ...more, 'task-id': 'empty' })).toMatchObject(refusal);
    expect(await tasksNamed('empty')).toBe(409);
  });

  it.each([
    { content: '##task description drive there' },
    { objective: 'reach the site' },
    { type: 'repair' },
    { input: { site: 'roof' } },
  ])('is one by %j alone', async (more) => {
    expect(await assign(more)).toMatchObject({ status: 200, output: { state: 'accepted' } });
  });
});
