/** Steps without room for their tasks (`tasks-per-user-and-agent`) hold nobody up, and go on when there is room. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { deskOf, type Run, states, stepOf, task, WorkflowRig, worker } from './rig.js';

let rig: WorkflowRig;
let ann: Https;
/** The steps that were executed, in their order. */
let order: string[];
/** Ends the execution of a step by its name. */
let gates: Map<string, () => void>;

beforeEach(async () => {
  order = [];
  gates = new Map();
  const note = async ({ input }: { readonly input?: unknown }) => {
    order.push(String(Object(input).name));
  };
  const gate = async ({ input }: { readonly input?: unknown }) => {
    await note({ input });
    await new Promise<void>((resolve) => gates.set(String(Object(input).name), resolve));
  };
  const skills = { note, gate };
  const willing = { ...worker('worker', skills), feasibility: async () => ({ feasible: true }) };
  rig = await WorkflowRig.start({
    agents: [willing, worker('other', skills)],
    limits: { tasks: { perUserAndAgent: 1 } },
  });
  await rig.rig.node.edit({
    'yangent-access:access': { user: [{ name: 'ann', password: '$0$ann-ann-ann' }] },
    'yangent-agents:agents': { agent: [deskOf('ann')] },
  });
  ann = new Https(rig.rig, 'ann', 'ann-ann-ann');
  const body = JSON.stringify({ 'yangent-workflows:pool': [{ name: 'bed', slots: 1 }] });
  await rig.admin.send('PUT', '/restconf/data/yangent-workflows:workflows/pool=bed', { body });
});
afterEach(async () => {
  ann.close();
  await rig.stop();
});

const inBed = { pool: ['bed'] };
const ended = ({ state }: Run) => state === 'completed' || state === 'failed' || state === 'canceled';
const reasonOf = (run: Run, node: string) => String(stepOf(run, node)['state-reason']);

/** Starts a run of one step, which says its name. */
async function started(name: string, skill: string, more: object = {}, by?: Https): Promise<string> {
  const node = task(name, skill, { input: [{ name: 'name', value: JSON.stringify(name) }], ...more });
  return (await rig.rpc('start', { dag: { version: '1.0', node: [node] } }, by)).id;
}

/** Starts a run whose step ends when its gate opens. */
async function holder(name: string, more: object = {}, by?: Https): Promise<string> {
  const id = await started(name, 'gate', more, by);
  await rig.until(id, () => gates.has(name));
  return id;
}

async function use(): Promise<object> {
  const { body } = await rig.admin.send('GET', '/restconf/data/yangent-workflows:workflows/pool=bed');
  const [{ used, waiting }] = JSON.parse(body)['yangent-workflows:pool'];
  return { used, waiting };
}

it.each([false, true])(
  'a step without room leaves its slot to others, and keeps its place (paused: %s)',
  async (pauses) => {
    const one = await holder('one', {}, ann);
    const two = await started('two', 'note', inBed, ann);
    await rig.until(two, (run) => reasonOf(run, 'two').includes('tasks-per-user-and-agent'));
    expect(await use()).toEqual({ used: 0, waiting: 1 });
    if (pauses) await rig.act(`${two}/pause`);
    const three = await holder('three', inBed);
    const four = await started('four', 'note', { ...inBed, task: { agent: 'other' } });
    expect([states(await rig.run(four)), await use()]).toEqual([{ four: 'ready' }, { used: 1, waiting: 2 }]);
    gates.get('one')?.();
    await rig.until(one, ended);
    if (pauses) await rig.act(`${two}/resume`);
    await rig.until(two, (run) => reasonOf(run, 'two') === 'waits for the pool bed');
    gates.get('three')?.();
    for (const id of [one, two, three, four]) expect((await rig.until(id, ended)).state).toBe('completed');
    expect([order, await use()]).toEqual([['one', 'three', 'two', 'four'], { used: 0, waiting: 0 }]);
  },
);

it('steps that wait for room leave their slots to the next of the same run', async () => {
  const one = await holder('one', {}, ann);
  const nodes = [task('a', 'none', inBed), task('b', 'none', { ...inBed, task: { agent: 'other' } })];
  const { id } = await rig.rpc('start', { dag: { version: '1.0', node: nodes } }, ann);
  await rig.until(id, (run) => states(run).b === 'completed');
  expect(states(await rig.run(id)).a).toBe('ready');
  gates.get('one')?.();
  for (const each of [one, id]) expect((await rig.until(each, ended)).state).toBe('completed');
});

it('a step that negotiates goes on when there is room', async () => {
  const one = await holder('one', {}, ann);
  const two = await started('two', 'note', { ...inBed, task: { content: 'note it', negotiate: true } }, ann);
  await rig.until(two, (run) => reasonOf(run, 'two').includes('tasks-per-user-and-agent'));
  gates.get('one')?.();
  for (const id of [one, two]) expect((await rig.until(id, ended)).state).toBe('completed');
  expect(order).toEqual(['one', 'two']);
});
