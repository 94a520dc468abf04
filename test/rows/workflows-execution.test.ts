/** How runs are executed, and what the coordinator and the agents tell each other (seed 003 §4.3, §5 and §7), over RESTCONF. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { afterAll, describe, expect, it } from 'vitest';
import { netconfFace } from '../support/faces.js';
import { Https } from '../support/http.js';
import { edge, type Run, states, stepOf, stepsOf, task, WorkflowClient } from '../workflows/rig.js';
import { profile, RemoteRig } from './remote-rig.js';
import { attached, claimed, compute, DATA, given, OPERATIONS, RUNS, useWorkflowRows } from './workflows-rig.js';

const rows = useWorkflowRows();

interface Event {
  readonly kind: string;
  readonly node?: string;
  readonly by: string;
  readonly hash: string;
  readonly data: { readonly state: string };
}

describe('a run', () => {
  it('ATD-0-a: does the parts of a work in their order and side by side, and a person decides about a failure', async () => {
    const { id } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        execution: { 'on-failure': 'escalate' },
        node: [claimed('left', 'north'), claimed('right', 'south'), task('bad', 'fail'), task('end')],
        edge: [edge('left', 'end'), edge('right', 'end'), edge('bad', 'end')],
      },
    });
    const both = [await rows.claim('north'), await rows.claim('south')];
    await rows.until(id, ({ state }) => state === 'escalated');
    for (const { id: each } of both) await rows.onTask(each, 'complete', { attempt: 1 });
    expect(
      await rows.admin('POST', `${RUNS}=${id}/step=bad,0,1/set-output`, {
        'yangent-workflows:input': { output: { by: 'hand' }, reason: 'seen on site' },
      }),
    ).toEqual({
      status: 200,
      value: { 'yangent-workflows:output': { state: 'yangent-workflows:completed' } },
    });
    const run = await rows.until(id, ({ state }) => state === 'completed');
    expect(states(run)).toEqual({ left: 'completed', right: 'completed', bad: 'completed', end: 'completed' });
  });

  it('ATD-4.3-b ATD-5-b ATD-5-c ATD-5-d ATD-5-e: is checked, goes by the edges with all that can at one time, and its output is verified', async () => {
    const diamond = {
      version: '1.0',
      'output-schema': '{"type":"object","properties":{"n":{"type":"integer"}}}',
      node: [task('first', 'measure'), claimed('left', 'north'), claimed('right', 'south'), task('last')],
      edge: [edge('first', 'left'), edge('first', 'right'), edge('left', 'last'), edge('right', 'last')],
      output: [{ name: 'n', value: 'input.n' }],
    };
    const start = (input: object, more: object = {}) =>
      rows.admin('POST', `${OPERATIONS}/yangent-workflows:start`, {
        'yangent-workflows:input': { dag: { ...diamond, ...more }, input },
      });
    const unknown = { node: [...diamond.node, { name: 'who', task: { agent: 'unknown' } }] };
    expect(await start({}, unknown)).toMatchObject({
      status: 400,
      value: { 'ietf-restconf:errors': { error: [{ 'error-app-tag': 'dag-unknown-agent' }] } },
    });
    const finish = async (input: object) => {
      const { value } = await start(input);
      const { id } = value['yangent-workflows:output'];
      const [left, right] = [await rows.claim('north'), await rows.claim('south')];
      expect(states(await rows.run(id))).toEqual({ first: 'completed', left: 'executing', right: 'executing' });
      for (const each of [right, left]) await rows.onTask(each.id, 'complete', { attempt: 1 });
      return rows.until(id, ({ state }) => state === 'completed' || state === 'failed');
    };
    const good = await finish({ n: 7 });
    expect([good.state, good.output]).toEqual(['completed', { n: 7 }]);
    const events = good.event as readonly Event[];
    expect(events.filter(({ kind }) => kind === 'run').map(({ data }) => data.state)).toEqual(['running', 'completed']);
    const ended = events.filter(({ kind, data }) => kind === 'step' && data.state === 'completed');
    expect(ended.map(({ node }) => node)).toEqual(['first', 'right', 'left', 'last']);
    expect(await finish({ n: 'seven' })).toMatchObject({ state: 'failed', error: { code: 'invalid-output' } });
  });

  it('ATD-4.3-c ATD-4.3-d ATD-4.3-e ATD-4.3-f ATD-4.3-g ATD-4.3-h: has steps that are pending, ready, executing, completed, failed and skipped', async () => {
    const { id } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        node: [
          task('done'),
          task('left-out', 'none', { condition: 'false' }),
          task('bad', 'fail', { 'on-failure': 'continue' }),
          claimed('works', 'north'),
          claimed('next', 'south'),
          claimed('later', 'south'),
        ],
        edge: [edge('works', 'later')],
      },
    });
    await rows.claim('north');
    const run = await rows.until(id, (each) => states(each).bad === 'failed' && states(each).done === 'completed');
    expect(states(run)).toEqual({
      done: 'completed',
      'left-out': 'skipped',
      bad: 'failed',
      works: 'executing',
      next: 'ready',
    });
    const { value } = await rows.admin('GET', `${RUNS}=${id}?fields=progress`);
    expect(value['yangent-workflows:run'][0].progress.steps).toEqual(
      expect.arrayContaining(
        ['pending', 'ready', 'executing', 'completed', 'failed', 'skipped'].map((state) => ({
          state: `yangent-workflows:${state}`,
          number: 1,
        })),
      ),
    );
    await rows.act(`${id}/cancel`);
  });
});

describe('a run under an assurance profile', () => {
  it('ATD-0-b: is executed fast, or with care, as its assurance profile says: one of the node, or a configured one', async () => {
    const careful = { name: 'careful', checkpoint: { 'every-steps': 1 } };
    expect(
      await rows.admin('PUT', `${DATA}/yangent-workflows:workflows/assurance-profile=careful`, {
        'yangent-workflows:assurance-profile': [careful],
      }),
    ).toMatchObject({ status: 201 });
    const under = async (assurance: string) => {
      const { id } = await rows.rpc('start', {
        dag: {
          ...{ version: '1.0', execution: { assurance } },
          node: [task('look'), task('mend', 'none', { risk: 'medium' }), task('tell', 'none', { risk: 'high' })],
          edge: [edge('look', 'mend'), edge('mend', 'tell')],
        },
      });
      const run = await rows.until(id, (now) => now.state === 'completed' || states(now).tell === 'awaiting-approval');
      const checkpoints = (run.checkpoint ?? []) as readonly { readonly type: string }[];
      return { id, state: run.state, types: checkpoints.map(({ type }) => type.replace('yangent-workflows:', '')) };
    };
    expect(await under('fast')).toMatchObject({ state: 'completed', types: ['automatic', 'recovery'] });
    expect(await under('careful')).toMatchObject({ state: 'completed', types: ['automatic', 'automatic', 'recovery'] });
    const { id, state } = await under('regulated');
    expect(state).toBe('running');
    await rows.act(`${id}/cancel`, { reason: 'enough' });
    const unknown = await rows.admin('POST', `${OPERATIONS}/yangent-workflows:start`, {
      'yangent-workflows:input': { dag: { version: '1.0', execution: { assurance: 'hasty' }, node: [task('look')] } },
    });
    expect(unknown.status).toBe(412);
    expect(JSON.stringify(unknown.value)).toContain('There is no assurance profile of this name');
  });
});

describe('the execution of a step', () => {
  it('ATD-5-f ATD-5-k ATD-5-l ATD-5-m ATD-5-n ATD-5-w ATD-9-g ATD-9-h: is asked for by its agent, which gets the whole task, and reports at its address', async () => {
    const { id, uri } = await rows.rpc('start', {
      dag: {
        version: '1.0',
        node: [
          {
            name: 'look',
            task: {
              ...{ skill: 'survey', agent: 'north', objective: 'find the fault', content: 'look at the links' },
              constraint: [{ name: 'power', type: 'resource', value: '40 W' }],
              'expected-artifact': [{ name: 'report', format: 'text/plain' }],
            },
            ...given({ link: 'input.link' }),
            timeout: { total: 900 },
          },
        ],
      },
      input: { link: 'R1-R2' },
    });
    expect(uri).toMatch(new RegExp(`^agent-dag:[0-9a-f-]{36}/${id}$`));
    const got = await rows.ask(rows.crew, 'POST', `${OPERATIONS}/yangent-tasks:claim-next`, {
      'yangent-tasks:input': { agent: 'north', wait: 10 },
    });
    const [made] = got.value['yangent-tasks:output'].task;
    expect(made).toMatchObject({
      'task-id': `${id}/look;g=1`,
      key: `${uri.replace('agent-dag:', 'agent-task:')}/look;g=1`,
      from: 'coordinator',
      type: 'survey',
      objective: 'find the fault',
      content: 'look at the links',
      input: { link: 'R1-R2' },
      constraint: [{ name: 'power', type: 'resource', value: '40 W' }],
      'expected-artifact': [{ name: 'report', format: 'text/plain' }],
      deadline: expect.any(String),
      priority: 3,
      executor: { agent: 'north', 'lease-expires': expect.any(String) },
    });
    expect(await rows.onTask(made.id, 'report-progress', { attempt: 1, percent: 40, note: 'at R1' })).toEqual({
      status: 200,
      value: { 'yangent-tasks:output': { state: 'running' } },
    });
    expect(await rows.taskOf(id, 'look')).toMatchObject({ progress: { percent: 40, note: 'at R1' } });
    await rows.onTask(made.id, 'complete', { attempt: 1, artifact: [{ name: 'report', value: 'dark' }] });
    await rows.until(id, ({ state }) => state === 'completed');
  });

  it('ATD-5-g: is confirmed with the time and the resources that the agent expects to need', async () => {
    const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [claimed('look', 'north')] } });
    const { id: waiting } = await rows.taskOf(id, 'look');
    expect(
      await rows.onTask(waiting, 'claim', { estimate: 3600, resource: [{ name: 'van', value: '7' }] }),
    ).toMatchObject({ status: 200, value: { 'yangent-tasks:output': { state: 'running', attempt: 1 } } });
    expect(await rows.taskOf(id, 'look')).toMatchObject({
      executor: { agent: 'north', estimate: 3600, resource: [{ name: 'van', value: '7' }] },
    });
    await rows.act(`${id}/cancel`);
  });

  it('ATD-5-v: is begun by an agent that is told of its task, and asks for none', async () => {
    const run = await rows.start({ node: [task('look', 'measure')] });
    expect(stepOf(run, 'look')).toMatchObject({ state: 'yangent-workflows:completed', agent: ['worker'] });
    expect(await rows.taskOf(run.id, 'look')).toMatchObject({ to: 'worker', state: 'completed', attempt: 1 });
  });

  it('ATD-5-a: is assigned by the coordinator to the agent that says it can do it', async () => {
    const run = await rows.start({ node: [{ name: 'deal', task: { skill: 'dig', content: 'dig', negotiate: true } }] });
    expect([run.state, stepOf(run, 'deal').agent]).toEqual(['completed', ['willing']]);
    expect(await rows.admin('GET', `${RUNS}=${run.id}/step=deal,0,1`)).toMatchObject({
      value: { 'yangent-workflows:step': [{ task: [expect.any(String), expect.any(String)] }] },
    });
  });
});

describe('the result of a step', () => {
  it('ATD-5-o ATD-5-p ATD-5-q: is structured data, with how it was made and how good it is', async () => {
    const run = await rows.start({
      node: [
        task('look', 'measure', given({ link: '"R1"' })),
        compute('judge', { accuracy: 'steps.look.quality.accuracy' }),
      ],
      edge: [edge('look', 'judge')],
    });
    expect(stepOf(run, 'look')).toMatchObject({
      agent: ['worker'],
      started: expect.any(String),
      ended: expect.any(String),
      output: { level: { link: 'R1', dbm: -61 } },
    });
    expect(await rows.taskOf(run.id, 'look')).toMatchObject({
      attempt: 1,
      artifact: [{ name: 'level', data: { link: 'R1', dbm: -61 } }],
      quality: [{ name: 'accuracy', value: '0.9' }],
    });
    expect(stepOf(run, 'judge').output).toEqual({ accuracy: '0.9' });
  });

  it('ATD-5-r ATD-5-s ATD-5-t: is an error with its code, a diagnostic and what to do next', async () => {
    const { id } = await rows.rpc('start', { dag: { version: '1.0', node: [claimed('look', 'north')] } });
    const made = await rows.claim('north');
    const error = {
      code: 'unreachable',
      message: 'link R1 does not answer',
      diagnostic: 'no light at 1550 nm',
      recovery: ['escalate'],
    };
    expect(await rows.onTask(made.id, 'fail', { attempt: 1, ...error })).toEqual({
      status: 200,
      value: { 'yangent-tasks:output': { state: 'failed' } },
    });
    const run = await rows.until(id, ({ state }) => state === 'failed');
    expect(stepOf(run, 'look').error).toEqual(error);
    expect(run.error).toMatchObject({ code: 'unreachable' });
  });

  it('ATD-5-u: is what the next step needs, or that fails', async () => {
    const schema = '{"type":"object","properties":{"dbm":{"type":"integer","minimum":-50}}}';
    const run = await rows.start({
      node: [
        task('look', 'measure'),
        task('use', 'do', { ...given({ dbm: 'steps.look.output.level.dbm' }), 'input-schema': schema }),
      ],
      edge: [edge('look', 'use')],
    });
    expect(run.state).toBe('failed');
    expect(stepOf(run, 'use').error).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('/dbm'),
    });
    expect(stepOf(run, 'use').task).toBeUndefined();
  });

  it('ATD-5-j: is known by where it came from, in a journal of which each entry is bound to the one before', async () => {
    const run = await rows.start({
      node: [task('look', 'measure'), compute('tell', { dbm: 'steps.look.output.level.dbm' })],
      edge: [edge('look', 'tell')],
    });
    expect(stepOf(run, 'tell').lineage).toEqual([{ input: 'dbm', step: ['look'] }]);
    const events = run.event as readonly Event[];
    for (const [index, { hash, ...event }] of events.entries()) {
      const before = events[index - 1]?.hash;
      if (before === undefined) continue;
      const entry = canonicalize({ ...event, sequence: index + 1 }) ?? '';
      expect(createHash('sha256').update(Buffer.from(before, 'hex')).update(entry).digest('hex')).toBe(hash);
    }
    expect(events.at(-1)?.hash).toBe(run['state-hash']);
    const done = events.find(({ node, data }) => node === 'look' && data.state === 'completed');
    expect(done).toMatchObject({ by: 'worker', data: { output: expect.stringMatching(/^sha-256:/) } });
  });
});

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
