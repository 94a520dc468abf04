/** The agents of steps: which one gets a step, what it gets with it, and by which protocol it works (seed 003 §5 and §7). */
import { afterAll, describe, expect, it } from 'vitest';
import { netconfFace } from '../support/faces.js';
import { Https } from '../support/http.js';
import { edge, type Run, stepOf, stepsOf, task, WorkflowClient } from '../workflows/rig.js';
import { profile, RemoteRig } from './remote-rig.js';
import { attached, claimed, DATA, given, OPERATIONS, RUNS, useWorkflowRows } from './workflows-rig.js';

const rows = useWorkflowRows();

/** True for a run whose step was assigned. */
const hasAgent = (name: string) => (run: Run) =>
  stepsOf(run).some(({ node, agent }) => node === name && agent !== undefined);

describe('the agent of a step', () => {
  const near = { latitude: '48.1', longitude: '11.5' };
  const placed = (id: string, latitude: string) =>
    attached(id, ['climb'], {
      registration: { location: { latitude, longitude: '11.5' } },
      execution: { 'max-concurrent-tasks': 1 },
    });

  it('ATD-5-x ATD-7-d: is one with room, near the place, or the one that knows the work', async () => {
    await rows.rig.node.edit({
      'yangent-agents:agents': {
        agent: [placed('close', '48.11'), placed('second', '48.2'), placed('far', '60.0')],
      },
    });
    const climb = (name: string, more: object) => ({
      name,
      task: { skill: 'climb', ...more },
      retry: { 'max-attempts': 1 },
    });
    const around = { discover: { near: { ...near, radius: 50_000 }, 'max-load': '50' } };
    const { id } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        node: [climb('a', around), climb('b', around), climb('again', { 'same-agent-as': ['b'] })],
        edge: [edge('a', 'b'), edge('b', 'again')],
      },
    });
    const agents: string[] = [];
    for (const name of ['a', 'b', 'again']) {
      const run = await rows.until(id, hasAgent(name));
      const [agent = ''] = stepOf(run, name).agent as readonly string[];
      agents.push(agent);
      const made = await rows.claim(agent);
      await rows.onTask(made.id, 'complete', { attempt: 1 });
    }
    expect(agents).not.toContain('far');
    expect(agents[2]).toBe(agents[1]);
    // Of two that fit, the one that has work already gets no more.
    const two = await rows.rpc('start', { dag: { version: '1.0', node: [climb('a', around)] } });
    const first = stepOf(await rows.until(two.id, hasAgent('a')), 'a').agent as string[];
    await rows.claim(first[0] ?? '');
    const three = await rows.rpc('start', { dag: { version: '1.0', node: [climb('a', around)] } });
    const second = stepOf(await rows.until(three.id, hasAgent('a')), 'a').agent as string[];
    expect([...first, ...second].sort()).toEqual(['close', 'second']);
    for (const each of [two.id, three.id]) await rows.act(`${each}/cancel`);
  });

  it('ATD-7-c: is described by the tasks that it takes, what it takes them with, how many at once, and whether they can be taken back', async () => {
    const skilled = attached('painter', ['paint'], {
      registration: {
        skill: [
          {
            ...{ 'skill-name': 'paint', 'input-schema': '{"type":"object","required":["colour"]}' },
            ...{ checkpoint: 'none', duration: 600 },
          },
        ],
      },
      execution: { 'max-concurrent-tasks': 1, accepts: { type: ['paint'], 'min-priority': 2 } },
    });
    expect(
      await rows.admin('PUT', `${DATA}/yangent-agents:agents/agent=painter`, { 'yangent-agents:agent': [skilled] }),
    ).toMatchObject({ status: 201 });
    const { value } = await rows.admin('GET', `${DATA}/yangent-agents:agents/agent=painter/execution`);
    expect(value['yangent-agents:execution']).toMatchObject({
      'max-concurrent-tasks': 1,
      accepts: { type: ['paint'], 'min-priority': 2 },
    });
    const paint = { name: 'paint', task: { skill: 'paint', agent: 'painter' } };
    const check = await rows.admin('POST', `${OPERATIONS}/yangent-workflows:check`, {
      'yangent-workflows:input': { dag: { version: '1.0', node: [paint] } },
    });
    expect(check.value['yangent-workflows:output'].finding).toMatchObject([
      { severity: 'error', code: 'dag-type-mismatch', message: expect.stringContaining('"colour"') },
    ]);
    const found = async (more: object, red: object = {}) => {
      const node = [{ ...paint, ...given({ colour: '"red"' }), ...red }];
      const { value: answer } = await rows.admin('POST', `${OPERATIONS}/yangent-workflows:check`, {
        'yangent-workflows:input': { dag: { version: '1.0', ...more, node } },
      });
      return answer['yangent-workflows:output'].finding ?? [];
    };
    const back = { execution: { 'on-failure': 'rollback' } };
    expect(await found(back)).toMatchObject([
      {
        ...{ severity: 'warning', code: 'dag-checkpoint', path: "node[name='paint']/task/skill" },
        message: expect.stringContaining('agent "painter" says of its skill "paint" that its work stays'),
      },
    ]);
    expect(await found({})).toEqual([]);
    expect(await found(back, { compensation: { skill: 'paint' } })).toEqual([]);
  });

  it('ATD-7-e: gets what its edges carry, and no more', async () => {
    const dag = (value: string) => ({
      version: '1.0',
      node: [task('look', 'measure', given({ owner: '"ann"' })), claimed('use', 'north', given({ x: value }))],
      edge: [edge('look', 'use', { share: ['/level/dbm'] })],
    });
    const { id } = await rows.rpc('start', { dag: dag('steps.look.output.level.dbm') });
    const made = await rows.claim('north');
    expect(made.input).toEqual({ x: -61 });
    expect(JSON.stringify(made)).not.toMatch(/ann|initiator|subscription/);
    // It executes a step of the run, and sees of the run no more than what take-checkpoint needs: that it is there.
    expect(await rows.ask(rows.crew, 'GET', `${RUNS}=${id}`)).toEqual({
      status: 200,
      value: { 'yangent-workflows:run': [{ id, state: 'running' }] },
    });
    expect((await rows.ask(rows.crew, 'GET', `${RUNS}?content=all`)).status).toBe(404);
    const taken = await rows.ask(rows.crew, 'POST', `${RUNS}=${id}/take-checkpoint`, { 'yangent-workflows:input': {} });
    expect(taken).toMatchObject({ status: 200, value: { 'yangent-workflows:output': { id: '2' } } });
    await rows.onTask(made.id, 'complete', { attempt: 1 });
    expect((await rows.ask(rows.crew, 'GET', `${RUNS}=${id}`)).status).toBe(404);
    expect(
      (await rows.ask(rows.crew, 'POST', `${RUNS}=${id}/take-checkpoint`, { 'yangent-workflows:input': {} })).status,
    ).toBe(404);
    const refused = await rows.admin('POST', `${OPERATIONS}/yangent-workflows:start`, {
      'yangent-workflows:input': { dag: dag('steps.look.output.level.owner') },
    });
    expect(refused).toMatchObject({ status: 400 });
  });
});

describe('agents of many protocols', () => {
  let remote: RemoteRig | undefined;
  afterAll(() => remote?.stop());

  it('ATD-1-b ATD-4.3-l ATD-5-z ATD-7-k: do the steps of one run: inside the node, over RESTCONF, over NETCONF, and on another node', async () => {
    remote = await RemoteRig.start();
    const node = remote.near;
    await node.node.edit({
      'yangent-agents:agents': {
        agent: ['by-netconf', 'by-restconf', 'RESTCONF', 'NETCONF'].map((id) => ({
          id,
          profile: { ...profile(id), skills: { skill: [{ 'skill-name': 'survey' }] } },
        })),
      },
    });
    const admin = new Https(node);
    const netconf = await netconfFace(node);
    try {
      const client = new WorkflowClient(admin);
      const step = (name: string, agent: string) => ({ name, task: { skill: 'survey', content: 'look', agent } });
      const { id } = await client.rpc('start', {
        dag: {
          version: '1.0',
          node: [
            ...['by-netconf', 'by-restconf'].map((agent) => step(agent, agent)),
            ...['RESTCONF', 'NETCONF'].map((agent) => step(`on-${agent}`, agent)),
          ],
        },
      });
      const got = await netconf.invoke('yangent-tasks:claim-next', { agent: 'by-netconf', wait: 10 });
      const [one] = (got?.task ?? []) as readonly { readonly id: string }[];
      await netconf.act(one?.id ?? '', 'complete', { attempt: 1, artifact: [{ name: 'report', value: 'seen' }] });
      const { body } = await admin.send('POST', `${OPERATIONS}/yangent-tasks:claim-next`, {
        body: JSON.stringify({ 'yangent-tasks:input': { agent: 'by-restconf', wait: 10 } }),
      });
      const [two] = JSON.parse(body)['yangent-tasks:output'].task;
      await admin.send('POST', `${DATA}/yangent-tasks:tasks/task=${two.id}/complete`, {
        body: JSON.stringify({
          'yangent-tasks:input': { attempt: 1, artifact: [{ name: 'report', value: 'seen' }] },
        }),
      });
      const run = await client.until(id, ({ state }) => state !== 'running');
      expect(run.state).toBe('completed');
      for (const name of ['by-netconf', 'by-restconf', 'on-RESTCONF', 'on-NETCONF'])
        expect(stepOf(run, name).output).toMatchObject({ report: expect.stringContaining('seen') });
      // The other node has each of its steps as a task of its own.
      for (const name of ['on-RESTCONF', 'on-NETCONF']) {
        const [task] = stepOf(run, name).task as readonly string[];
        expect(await remote.counterpart({ id: task ?? '' }, 'completed')).toMatchObject({
          from: 'broker',
          to: 'worker',
          type: 'survey',
        });
      }
    } finally {
      admin.close();
      await netconf.close();
    }
  });
});
