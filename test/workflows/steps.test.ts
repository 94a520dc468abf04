/** Kinds of steps: waits, items, other workflows, rounds, agents that are looked for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TaskFailure } from '../../src/index.js';
import { edge, type Refused, states, stepOf, stepsOf, task, WorkflowRig, worker } from './rig.js';

let rig: WorkflowRig;
let calls = 0;
const keys: string[] = [];
const under = { way: 0, most: 0 };
beforeAll(async () => {
  rig = await WorkflowRig.start({
    agents: [
      worker('worker', {
        count: async () => ({ artifacts: [{ name: 'n', data: { calls: ++calls } }] }),
        item: async ({ input }) => {
          under.way++;
          under.most = Math.max(under.most, under.way);
          await new Promise((resolve) => setImmediate(resolve));
          under.way--;
          const { value } = Object(input);
          if (value === 13) throw new TaskFailure('unlucky', 'thirteen');
          return { artifacts: [{ name: 'twice', data: { of: value * 2 } }] };
        },
        wrong: async () => ({ artifacts: [{ name: 'links', value: 'many' }] }),
        thrice: async ({ attempt }) => {
          if (attempt < 3) throw new Error('not yet');
        },
        key: async (given) => {
          if (keys.push(given.key) < 3) throw new Error('not yet');
        },
        never: () => new Promise(() => {}),
        who: async () => ({ artifacts: [{ name: 'who', value: 'worker' }] }),
        ask: async (_, run) => {
          const { content } = await run.requestInput('Which port?');
          return content;
        },
      }),
      {
        ...worker('unwilling', { dig: async () => 'never', fly: async () => 'never' }),
        feasibility: async () => ({ feasible: false, reason: 'no' }),
      },
      {
        ...worker('willing', { dig: async ({ prompt }) => prompt.description }),
        feasibility: async () => ({ feasible: false, counter: 'dig less' }),
      },
      worker('other', { who: async () => ({ artifacts: [{ name: 'who', value: 'other' }] }) }),
    ],
  });
});
afterAll(() => rig.stop());

const data = (name: string, value: string) => ({ input: [{ name, value }] });
const wait = (name: string, terms: object) => ({ name, type: 'yangent-workflows:wait', wait: terms });

describe('a wait', () => {
  it('goes on after its time, and at a time', async () => {
    const at = new Date(Date.now() + 300).toISOString();
    const run = await rig.start(
      { node: [wait('short', { seconds: 0 }), wait('at', { until: 'input.at' })] },
      { input: { at } },
    );
    expect([run.state, states(run)]).toEqual(['completed', { short: 'completed', at: 'completed' }]);
    expect(Date.parse(String(run.ended))).toBeGreaterThanOrEqual(Date.parse(at));
  });

  it('consumes one signal that fits, the oldest first; a second one with the same key is not taken', async () => {
    const { id } = await rig.rpc('start', {
      dag: {
        version: '1.0',
        node: [
          wait('go', { signal: { name: 'go', match: 'event.site == "north"' } }),
          task('use', 'do', data('site', 'steps.go.output.site')),
          wait('more', { signal: { name: 'go' } }),
        ],
        edge: [edge('go', 'use'), edge('use', 'more')],
      },
    });
    const signal = (key: string, site: string) => rig.act(`${id}/signal`, { name: 'go', key, data: { site } });
    expect(await signal('a', 'south')).toEqual({ accepted: true });
    expect(await signal('a', 'south')).toEqual({ accepted: false });
    expect(await signal('b', 'north')).toEqual({ accepted: true });
    const run = await rig.until(id, ({ state }) => state === 'completed');
    expect(stepOf(run, 'use').input).toEqual({ site: 'north' });
    expect(stepOf(run, 'more').output).toEqual({ site: 'south' });
  });
});

describe('for-each', () => {
  const each = (more: object = {}) => ({
    ...task('each', 'item', data('value', 'item')),
    'for-each': { items: 'input.list', 'max-parallel': 3, ...more },
  });
  it('executes a task for each item, so many at a time, and keeps the order', async () => {
    under.most = 0;
    const list = Array.from({ length: 12 }, (_, index) => index);
    const run = await rig.start(
      { node: [each()], output: [{ name: 'all', value: 'steps.each.output.map(o, o.twice.of)' }] },
      { input: { list } },
    );
    expect([run.state, run.output]).toEqual(['completed', { all: list.map((value) => value * 2) }]);
    expect(under.most).toBeLessThanOrEqual(3);
    expect(stepsOf(run)).toHaveLength(13);
  });

  it('completes at once without items, and tolerates failures as it is told', async () => {
    const none = await rig.start({ node: [each()] }, { input: { list: [] } });
    expect([none.state, stepOf(none, 'each')['output-text']]).toEqual(['completed', '[]']);
    const list = [12, 13, 14];
    const strict = await rig.start({ node: [each()] }, { input: { list } });
    expect([strict.state, strict.error]).toMatchObject(['failed', { code: 'item-failed' }]);
    const lax = await rig.start({ node: [each({ tolerate: 34 })] }, { input: { list } });
    expect([lax.state, stepOf(lax, 'each')['output-text']]).toEqual([
      'completed',
      '[{"twice":{"of":24}},null,{"twice":{"of":28}}]',
    ]);
  });
});

describe('a step of type workflow', () => {
  it('runs another definition, and gives its output', async () => {
    await rig.define('inner', {
      'input-schema': '{"type":"object","required":["site"]}',
      node: [task('do', 'do', data('site', 'input.site'))],
      output: [{ name: 'site', value: 'steps.do.output.result.site' }],
    });
    const call = (value: string) => ({
      name: 'call',
      type: 'yangent-workflows:workflow',
      workflow: { definition: 'inner' },
      ...data('site', value),
    });
    const run = await rig.start({ node: [call('"north"')], output: [{ name: 'o', value: 'steps.call.output.site' }] });
    expect([run.state, run.output]).toEqual(['completed', { o: 'north' }]);
    const child = await rig.run(String(stepOf(run, 'call').run));
    expect([child.state, child.parent, child.definition]).toEqual(['completed', `${run.id}/call`, 'inner']);
  });

  it('fails with its child, and is canceled with its parent', async () => {
    await rig.define('slow', { node: [wait('long', { seconds: 600 })] });
    const dag = {
      version: '1.0',
      node: [{ name: 'c', type: 'yangent-workflows:workflow', workflow: { definition: 'slow' } }],
    };
    const one = await rig.rpc('start', { dag });
    const two = await rig.rpc('start', { dag });
    const childOf = async (id: string) =>
      String(stepOf(await rig.until(id, (run) => stepOf(run, 'c').run !== undefined), 'c').run);
    const [first, second] = [await childOf(one.id), await childOf(two.id)];
    await rig.act(`${first}/cancel`, { reason: 'enough' });
    expect((await rig.run(one.id)).state).toBe('failed');
    await rig.act(`${two.id}/cancel`);
    expect([(await rig.run(two.id)).state, (await rig.run(second)).state]).toEqual(['canceled', 'canceled']);
  });
});

describe('a step', () => {
  it('is repeated until its condition holds', async () => {
    calls = 0;
    const run = await rig.start({
      node: [task('poll', 'count', { repeat: { until: 'output.n.calls >= 3', delay: 0 } })],
    });
    expect([run.state, stepOf(run, 'poll').round, calls]).toEqual(['completed', 3, 3]);
    const never = await rig.start({ node: [task('poll', 'count', { repeat: { until: 'false', delay: 0, max: 2 } })] });
    expect([never.state, never.error]).toMatchObject(['failed', { code: 'not-reached' }]);
  });

  it('finds its agent by skill, and keeps to or away from another', async () => {
    const open = (name: string, more: object) => ({ name, task: { skill: 'none', ...more } });
    const run = await rig.start({
      node: [
        task('first'),
        open('same', { 'same-agent-as': ['first'] }),
        open('other', { 'other-agent-than': ['first'] }),
      ],
      edge: [edge('first', 'same'), edge('first', 'other')],
    });
    expect(run.state).toBe('completed');
    expect(stepOf(run, 'same').agent).toEqual(['worker']);
    expect(stepOf(run, 'other').agent).not.toEqual(['worker']);
  });

  it('is tried again after errors and timeouts, and a wrong output names its member', async () => {
    const retry = { 'max-attempts': 3, delay: 0, jitter: false };
    const run = await rig.start({
      node: [
        { ...task('thrice', 'thrice'), retry },
        {
          ...task('wrong', 'wrong', { 'on-failure': 'continue' }),
          'output-schema': '{"type":"object","properties":{"links":{"type":"integer"}},"required":["links"]}',
        },
        {
          ...task('never', 'never', { 'on-failure': 'continue' }),
          retry: { ...retry, 'max-attempts': 2 },
          timeout: { attempt: 1 },
        },
      ],
    });
    expect([run.state, states(run)]).toEqual(['completed', { thrice: 'completed', wrong: 'failed', never: 'failed' }]);
    expect(stepOf(run, 'wrong').error).toMatchObject({
      code: 'invalid-output',
      message: expect.stringContaining('/links'),
    });
    expect(stepOf(run, 'never').error).toMatchObject({ code: 'attempt-timeout' });
  });

  it('has one key in all its attempts and tries', async () => {
    const dag = {
      execution: { 'on-failure': 'escalate' },
      node: [task('key', 'key', { retry: { 'max-attempts': 2, delay: 0 } })],
    };
    keys.length = 0;
    const { id } = await rig.rpc('start', { dag: { version: '1.0', ...dag } });
    await rig.until(id, ({ state }) => state === 'escalated');
    await rig.act(`${id}/step=key,0,1/retry`);
    const run = await rig.until(id, ({ state }) => state === 'completed');
    expect(new Set(keys)).toEqual(new Set([`${String(run.uri).replace('agent-dag:', 'agent-task:')}/key;g=1`]));
    expect(keys).toHaveLength(3);
  });

  it('waits for an answer to the question of its executor', async () => {
    const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [task('ask', 'ask')] } });
    const asks = await rig.until(id, (run) => stepsOf(run).some(({ state }) => state.endsWith('suspended')));
    expect(stepOf(asks, 'ask')['state-reason']).toBe('input-required');
    const [of] = stepOf(asks, 'ask').task as readonly string[];
    await rig.rig.node.act(`/yangent-tasks:tasks/task[id='${of}']/provide-input`, { content: '7' }, { user: 'admin' });
    const run = await rig.until(id, ({ state }) => state === 'completed');
    expect(stepOf(run, 'ask').output).toEqual({ result: '7' });
  });
});

describe('a run', () => {
  it('is started once for a key', async () => {
    const start = (more: object) =>
      rig.rpc('start', { dag: { version: '1.0', node: [task('a')] }, 'run-key': 'k', ...more });
    const [one, two] = [await start({}), await start({})];
    expect(two.id).toBe(one.id);
    await expect(start({ input: { x: 1 } })).rejects.toMatchObject({
      error: { 'error-tag': 'data-exists' },
    } satisfies Partial<Refused>);
  });

  it('is the one of its key, whatever became of its definition', async () => {
    const start = (more: object = {}) => rig.rpc('start', { definition: 'keyed', 'run-key': 'of keyed', ...more });
    const labelled = { label: [{ name: 'site', value: 'a' }] };
    await rig.define('keyed', { node: [task('a')] });
    const { id } = await start(labelled);
    await rig.define('keyed', { node: [task('b')] });
    expect((await start({ ...labelled, wait: 10 })).id).toBe(id);
    expect((await start()).id).toBe(id);
    const others = [
      { ...labelled, revision: 1 },
      { ...labelled, input: { x: 1 } },
      { ...labelled, definition: undefined, dag: { version: '1.0', node: [task('a')] } },
    ];
    for (const other of others)
      await expect(start(other)).rejects.toMatchObject({ error: { 'error-tag': 'data-exists' } });
    await rig.admin.send('DELETE', '/restconf/data/yangent-workflows:workflows/definition=keyed');
    expect(await start(labelled)).toMatchObject({ id, state: 'completed' });
  });

  it('is paused and resumed', async () => {
    const { id } = await rig.rpc('start', {
      dag: { version: '1.0', node: [wait('a', { seconds: 1 }), task('b')], edge: [edge('a', 'b')] },
    });
    expect(await rig.act(`${id}/pause`)).toEqual({ state: 'paused' });
    const paused = await rig.until(id, (run) => stepOf(run, 'a').due === undefined);
    expect(states(paused)).toEqual({ a: 'executing' });
    expect(await rig.act(`${id}/resume`)).toEqual({ state: 'running' });
    expect(states(await rig.until(id, ({ state }) => state === 'completed'))).toEqual({
      a: 'completed',
      b: 'completed',
    });
    await expect(rig.act(`${id}/cancel`)).rejects.toMatchObject({ error: { 'error-app-tag': 'bad-transition' } });
  });

  it('is canceled at its deadline', async () => {
    const deadline = new Date(Date.now() + 500).toISOString();
    const run = await rig.start({ node: [wait('long', { seconds: 600 })] }, { deadline });
    expect([run.state, states(run)]).toEqual(['canceled', { long: 'canceled' }]);
  });

  it('is found by definition, state and label', async () => {
    await rig.define('labelled', { node: [task('a')] });
    const { id } = await rig.rpc('start', {
      definition: 'labelled',
      label: [{ name: 'site', value: 'north' }],
      wait: 5,
    });
    const found = await rig.rpc('list-runs', { label: [{ name: 'site', value: 'north' }], definition: 'labelled' });
    expect(found.run.map((run: { readonly id: string }) => run.id)).toEqual([id]);
    expect(await rig.rpc('list-runs', { definition: 'labelled', state: 'failed' })).toEqual({ more: false });
  });
});

describe('a step that negotiates', () => {
  it('asks one candidate after the other, and takes a counter-proposal of other words', async () => {
    const run = await rig.start({
      node: [
        { name: 'deal', task: { skill: 'dig', content: 'dig deep', negotiate: true }, retry: { 'max-attempts': 1 } },
      ],
    });
    expect(run.state).toBe('completed');
    expect(stepOf(run, 'deal').agent).toEqual(['willing']);
    expect(stepOf(run, 'deal').output).toEqual({ result: 'dig less' });
    expect(stepOf(run, 'deal').task).toHaveLength(2);
  });

  it('fails when nobody can do it', async () => {
    const run = await rig.start({
      node: [{ name: 'deal', task: { skill: 'fly', content: 'fly', agent: 'unwilling', negotiate: true } }],
    });
    expect([run.state, stepOf(run, 'deal').error]).toMatchObject(['failed', { code: 'lack-of-skills' }]);
  });
});

describe('several executors', () => {
  const both = (skill: string, more: object = {}) => ({
    name: 'both',
    task: { skill, executors: 2, ...more },
    retry: { 'max-attempts': 1 },
    'on-failure': 'continue',
  });
  it('end a step with the first success, or when enough of them agree', async () => {
    const one = await rig.start({ node: [both('do')] });
    expect([one.state, states(one)]).toEqual(['completed', { both: 'completed' }]);
    expect(stepOf(one, 'both').agent).toHaveLength(2);
    const two = await rig.start({ node: [{ ...both('do', { agree: 2 }), input: [{ name: 'x', value: '1' }] }] });
    expect(stepOf(two, 'both').output).toEqual({ result: { x: 1 } });
  });

  it('fail a step when too few of them agree', async () => {
    const run = await rig.start({ node: [both('who', { agree: 2 })] });
    expect(stepOf(run, 'both').error).toMatchObject({ code: 'no-quorum' });
  });
});

describe('a pool', () => {
  it('lets only so many tasks of all runs be executed, in the order in which they came', async () => {
    const body = JSON.stringify({ 'yangent-workflows:pool': [{ name: 'bed', slots: 1 }] });
    await rig.admin.send('PUT', '/restconf/data/yangent-workflows:workflows/pool=bed', { body });
    const dag = {
      version: '1.0',
      node: ['a', 'b', 'c'].map((name) => task(name, 'item', { pool: ['bed'], ...data('value', '1') })),
    };
    under.most = 0;
    const starts = await Promise.all([rig.rpc('start', { dag, wait: 10 }), rig.rpc('start', { dag, wait: 10 })]);
    expect(starts.map(({ state }) => state)).toEqual(['completed', 'completed']);
    expect(under.most).toBe(1);
    const { body: pool } = await rig.admin.send('GET', '/restconf/data/yangent-workflows:workflows/pool=bed');
    expect(JSON.parse(pool)['yangent-workflows:pool'][0]).toMatchObject({ slots: 1, used: 0, waiting: 0 });
  });
});

describe('a wait for a notification', () => {
  it('sees what was notified since the step before it began', async () => {
    const run = await rig.start({
      node: [
        task('change', 'do'),
        wait('seen', {
          notification: {
            name: 'yangent-tasks:task-changed',
            match: 'event.state == "completed" && event.to == "worker"',
          },
        }),
      ],
      edge: [edge('change', 'seen')],
    });
    expect([run.state, states(run)]).toEqual(['completed', { change: 'completed', seen: 'completed' }]);
    expect(stepOf(run, 'seen').output).toMatchObject({ state: 'completed' });
  });
});
