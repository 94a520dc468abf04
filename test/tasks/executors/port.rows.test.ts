/** The executor port, as an executor beside those of the node uses it. Its tasks come over RESTCONF. */
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, expect, it } from 'vitest';
import { listenRestconf, type RestconfListener } from '../../../src/restconf/index.js';
import { access, JSON_TYPE, type Reply, send } from '../../restconf/support/listener.js';
import {
  agentEntry,
  cleanUp,
  configure,
  type Fixture,
  openFixture,
  type Plain,
  temporaryDirectory,
} from '../fixture.js';
import { Robot, type Use } from './robot.js';

/** A node with the robot beside its own executors, and a RESTCONF listener. */
interface Rig {
  readonly node: Fixture;
  readonly listener: RestconfListener;
  readonly robot: Robot;
}

const open: Rig[] = [];
afterEach(async () => {
  for (const rig of open.splice(0)) await close(rig);
});
afterAll(cleanUp);

async function start(directory = temporaryDirectory()): Promise<Rig> {
  let robot: Robot | undefined;
  const node = await openFixture({
    directory,
    prepare: ({ store, tasks }) => {
      robot = new Robot(store, tasks.work);
      tasks.register(robot);
    },
  });
  if (!robot) throw new Error('the fixture was not prepared');
  await configure(node, agentEntry('noc', ['ada']), agentEntry('robot', ['ada']));
  const { server } = node;
  const log = pino({ level: 'silent' });
  const listener = await listenRestconf({ server, access, host: '127.0.0.1', port: 0, tls: false, log });
  const rig = { node, listener, robot };
  open.push(rig);
  return rig;
}

async function close({ node, listener }: Rig): Promise<void> {
  await listener.close();
  await node.close();
}

async function end(rig: Rig): Promise<void> {
  open.splice(open.indexOf(rig), 1);
  await close(rig);
}

/** The node again, as the next process finds it. */
async function restart(rig: Rig): Promise<Rig> {
  await end(rig);
  return start(rig.node.directory);
}

async function post({ listener, robot }: Rig, path: string, body: string): Promise<Reply> {
  const reply = await send(listener, 'POST', path, { headers: JSON_TYPE, body });
  await robot.settled();
  return reply;
}

const ASSIGN = '/restconf/operations/yangent-tasks:assign';
const onTask = (id: string, action: string) => `/restconf/data/yangent-tasks:tasks/task=${id}/${action}`;

async function state({ listener }: Rig, id: string): Promise<string> {
  const reply = await send(listener, 'GET', `/restconf/data/yangent-tasks:tasks/task=${id}?fields=state`);
  return (reply.json as Plain)['yangent-tasks:task'][0].state;
}

it('an executor is offered a task, keeps a place, begins, is steered, and takes its tasks up after a restart', async () => {
  const rig = await start();
  const { robot } = rig;
  const refused = await post(
    rig,
    ASSIGN,
    `{"yangent-tasks:input": {"from": "noc", "to": "robot", "task-id": "t-0", "type": "fly", "objective": "fly"}}`,
  );
  expect(refused).toMatchObject({
    status: 200,
    json: {
      'yangent-tasks:output': {
        'task-id': 't-0',
        to: 'robot',
        state: 'rejected',
        error: { code: 'lack-of-skills', message: 'a robot does not fly', recovery: ['reassign'] },
      },
    },
  });
  const assigned = await post(
    rig,
    ASSIGN,
    `{"yangent-tasks:input": {"from": "noc", "to": "robot", "task-id": "t-1", "objective": "clean", "async": false, "wait": 0}}`,
  );
  expect(assigned).toMatchObject({
    status: 200,
    json: { 'yangent-tasks:output': { 'task-id': 't-1', to: 'robot', state: 'running' } },
  });
  const { id } = (assigned.json as Plain)['yangent-tasks:output'];
  const states: unknown[] = [];
  const act = async (action: string, body: string) => {
    const reply = await post(rig, onTask(id, action), body);
    states.push((reply.json as Plain)['yangent-tasks:output'].state);
  };
  await act('suspend', '{"yangent-tasks:input": {"reason": "people are in the room"}}');
  await act('resume', '{"yangent-tasks:input": {}}');
  await act('update', '{"yangent-tasks:input": {"objective": "clean twice"}}');
  await robot.ask(id);
  await act('provide-input', '{"yangent-tasks:input": {"content": "the kitchen"}}');
  await act('cancel', '{"yangent-tasks:input": {"reason": "guests come"}}');
  expect(states).toEqual(['suspended', 'accepted', 'running', 'running', 'canceled']);
  expect(robot.uses).toEqual([
    { what: 'offer' },
    { what: 'reserve' },
    { what: 'offer' },
    { what: 'begin', task: id, sequence: 3 },
    { what: 'suspend', task: id, sequence: 4 },
    { what: 'resume', task: id, sequence: 5 },
    { what: 'begin', task: id, sequence: 6 },
    { what: 'update', task: id, sequence: 7 },
    { what: 'input', task: id, sequence: 9 },
    { what: 'cancel', task: id, sequence: 10 },
  ]);

  const last = await post(
    rig,
    ASSIGN,
    `{"yangent-tasks:input": {"from": "noc", "to": "robot", "task-id": "t-2", "objective": "clean"}}`,
  );
  const { id: left } = (last.json as Plain)['yangent-tasks:output'];
  expect(await state(rig, left)).toBe('running');
  const again = await restart(rig);
  expect(again.robot.uses).toEqual([{ what: 'recover', task: left, sequence: 3 }]);
  await again.robot.complete(left);
  expect(await state(again, left)).toBe('completed');
});

it('an executor that cannot follow a change refuses it', async () => {
  const rig = await start();
  const assigned = await post(
    rig,
    ASSIGN,
    `{"yangent-tasks:input": {"from": "noc", "to": "robot", "task-id": "t-1", "objective": "clean"}}`,
  );
  const { id } = (assigned.json as Plain)['yangent-tasks:output'];
  rig.robot.refuses = 'suspend';
  const reply = await post(rig, onTask(id, 'suspend'), '{"yangent-tasks:input": {}}');
  expect(reply).toMatchObject({
    status: 412,
    json: {
      'ietf-restconf:errors': { error: [{ 'error-tag': 'operation-failed', 'error-message': 'it cannot stop' }] },
    },
  });
  expect(await state(rig, id)).toBe('running');
});

it('an executor is told of the end of a task that it has, also where another executor serves the agent now', async () => {
  const rig = await start();
  const assigned = await post(
    rig,
    ASSIGN,
    `{"yangent-tasks:input": {"from": "noc", "to": "robot", "task-id": "t-1", "objective": "clean"}}`,
  );
  const { id } = (assigned.json as Plain)['yangent-tasks:output'];
  rig.robot.hasAgent = false;
  const reply = await post(rig, onTask(id, 'cancel'), '{"yangent-tasks:input": {}}');
  expect(reply).toMatchObject({ status: 200, json: { 'yangent-tasks:output': { state: 'canceled' } } });
  expect(rig.robot.uses.at(-1)).toEqual({ what: 'cancel', task: id, sequence: 4 });
  expect(rig.robot.active.size).toBe(0);
});

it('an agent whose places are not counted begins all its tasks at once', async () => {
  const rig = await start();
  rig.robot.places = 'unlimited';
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const reply = await post(
      rig,
      ASSIGN,
      `{"yangent-tasks:input": {"from": "noc", "to": "robot", "task-id": "${name}", "objective": "clean", "async": false, "wait": 0}}`,
    );
    expect(reply.json).toMatchObject({ 'yangent-tasks:output': { 'task-id': name, state: 'running' } });
  }
  expect(rig.robot.active.size).toBe(5);
});

/** What may happen to a task; `restart` happens to the node. */
const STEPS = [
  'assign',
  'assign and wait',
  'suspend',
  'resume',
  'update',
  'cancel',
  'ask',
  'answer',
  'complete',
  'fail',
  'restart',
] as const;

it('an executor knows by the port alone which of its tasks run, whatever happens', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat({ max: 5 })), { minLength: 10, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      let rig = await start();
      const ids: string[] = [];
      const uses: Use[] = [];
      for (const [step, which] of chosen) {
        if (step === 'restart') {
          uses.push(...rig.robot.uses);
          rig = await restart(rig);
        } else await take(rig, step, ids, ids[which % Math.max(1, ids.length)]);
        await rig.robot.settled();
        await expectToKnow(rig, ids);
      }
      expectGrowing([...uses, ...rig.robot.uses]);
      await end(rig);
    }),
    { numRuns: 25 },
  );
}, 120_000);

type Step = Exclude<(typeof STEPS)[number], 'restart'>;

/** Takes a step with the task that was chosen, where there is one; `ids` gets a new task. */
async function take(rig: Rig, step: Step, ids: string[], id: string | undefined): Promise<void> {
  if (step === 'assign' || step === 'assign and wait') {
    const wait = step === 'assign' ? '' : ', "async": false, "wait": 0';
    const input = `{"from": "noc", "to": "robot", "task-id": "t-${ids.length}", "objective": "clean"${wait}}`;
    const reply = await post(rig, ASSIGN, `{"yangent-tasks:input": ${input}}`);
    ids.push((reply.json as Plain)['yangent-tasks:output'].id);
  } else if (id !== undefined) {
    if (step === 'ask' || step === 'complete' || step === 'fail') await rig.robot[step](id).catch(onlyBadTransition);
    else await post(rig, onTask(id, ACTIONS[step][0]), ACTIONS[step][1]);
  }
}

const ACTIONS = {
  suspend: ['suspend', '{"yangent-tasks:input": {}}'],
  resume: ['resume', '{"yangent-tasks:input": {}}'],
  update: ['update', '{"yangent-tasks:input": {"expected-response": "a report"}}'],
  cancel: ['cancel', '{"yangent-tasks:input": {}}'],
  answer: ['provide-input', '{"yangent-tasks:input": {"content": "the kitchen"}}'],
} as const;

function onlyBadTransition(error: Plain): void {
  expect(error).toMatchObject({ appTag: 'bad-transition' });
}

/** The robot has exactly the tasks that run, and no more of them than it has places. */
async function expectToKnow(rig: Rig, ids: readonly string[]): Promise<void> {
  const running: string[] = [];
  for (const id of ids) if (['running', 'input-required'].includes(await state(rig, id))) running.push(id);
  expect([...rig.robot.active.keys()].sort()).toEqual(running.sort());
  expect(running.length).toBeLessThanOrEqual(2);
}

/** Each task is spoken of with a sequence that grows. */
function expectGrowing(uses: readonly Use[]): void {
  const last = new Map<string, number>();
  for (const { what, task, sequence = 0 } of uses) {
    if (task === undefined) continue;
    const before = last.get(task) ?? 0;
    // A recovered task is as it was.
    if (what === 'recover') expect(sequence).toBeGreaterThanOrEqual(before);
    else expect(sequence).toBeGreaterThan(before);
    last.set(task, sequence);
  }
}
