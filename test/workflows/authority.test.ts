/** Runs act with the rights of their initiators, are seen by those whom they concern, and keep their revision. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RunRows } from '../../src/workflows/run/rows.js';
import { Https } from '../support/http.js';
import { deskOf, edge, states, stepOf, task, WorkflowRig, worker } from './rig.js';

let rig: WorkflowRig;
let ann: Https;
let bob: Https;
beforeAll(async () => {
  rig = await WorkflowRig.start({
    agents: [
      worker(),
      worker('secret'),
      worker('asker', { ask: (_, run) => run.requestInput('Which?').then(({ content }) => content) }),
    ],
  });
  await rig.rig.node.edit({
    'yangent-agents:agents': {
      agent: [{ id: 'secret', visibility: 'private', execution: { kind: 'hosted' } }, deskOf('ann')],
    },
    'yangent-access:access': {
      user: [
        { name: 'ann', password: '$0$ann-ann-ann', group: ['runners'] },
        { name: 'bob', password: '$0$bob-bob-bob' },
      ],
    },
  });
  ann = new Https(rig.rig, 'ann', 'ann-ann-ann');
  bob = new Https(rig.rig, 'bob', 'bob-bob-bob');
});
afterAll(async () => {
  ann.close();
  bob.close();
  await rig.stop();
});

const dag = (more: object = {}) => ({ version: '1.0', node: [task('a')], ...more });

describe('an initiator', () => {
  it('cannot name an agent that they may not see: refused as assign would be', async () => {
    const start = rig.rpc(
      'start',
      { dag: { version: '1.0', node: [{ name: 'a', task: { skill: 'do', agent: 'secret' } }] } },
      ann,
    );
    await expect(start).rejects.toMatchObject({ error: { 'error-app-tag': 'dag-unknown-agent' } });
  });

  it('who owns no agent runs no graph of their own, and may start a definition', async () => {
    const own = rig.rpc('start', { dag: dag() }, bob);
    await expect(own).rejects.toMatchObject({ status: 403, error: { 'error-message': /^user "bob" owns no agent/ } });
    await rig.rig.node.edit({
      'yangent-agents:agents': { agent: [{ ...deskOf('bob'), approved: false }] },
    });
    const unapproved = rig.rpc('start', { dag: dag() }, bob);
    await expect(unapproved).rejects.toMatchObject({ error: { 'error-app-tag': 'not-approved' } });
    await rig.define('open', { node: [task('a')] });
    expect((await rig.rpc('start', { definition: 'open', wait: 10 }, bob)).state).toBe('completed');
  });

  it('needs an approval for a task as for one that they assign themselves', async () => {
    const rule = { name: 'tasks', action: ['yangent-tasks.assign'], agent: ['worker'], 'approver-group': ['runners'] };
    const vera = { name: 'vera', password: '$0$vera-vera', group: ['runners'] };
    await rig.rig.node.edit({ 'yangent-access:access': { 'approval-rule': [rule], user: [vera] } });
    const run = await rig.start(dag(), {}, ann);
    expect(run.state).toBe('failed');
    const path = '/restconf/data/yangent-access:approvals/approval';
    const voter = new Https(rig.rig, 'vera', 'vera-vera');
    const [waiting] = JSON.parse((await voter.send('GET', path)).body)['yangent-access:approval'];
    expect(waiting).toMatchObject({
      ...{ user: 'ann', actor: ['agent:coordinator'], operation: 'yangent-tasks.assign', state: 'waiting' },
    });
    expect((await voter.send('POST', `${path}=${waiting.id}/approve`)).status).toBe(200);
    await rig.act(`${run.id}/step=a,0,1/retry`, {}, ann);
    await expect.poll(async () => (await rig.run(run.id, ann)).state).toBe('completed');
    expect(
      JSON.parse((await voter.send('GET', `${path}=${waiting.id}`)).body)['yangent-access:approval'],
    ).toMatchObject([{ state: 'used' }]);
    voter.close();
    const admin = new Https(rig.rig);
    await admin.send('DELETE', '/restconf/data/yangent-access:access/approval-rule=tasks');
    admin.close();
  });

  it('owns the tasks of the run, which are assigned in their name', async () => {
    const run = await rig.start(dag(), {}, ann);
    expect([run.state, run.initiator]).toEqual(['completed', 'ann']);
    const [id] = stepOf(run, 'a').task as readonly string[];
    const { body } = await ann.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
    const [made] = JSON.parse(body)['yangent-tasks:tasks']?.task ?? JSON.parse(body)['yangent-tasks:task'];
    expect([made.from, made.to]).toEqual(['coordinator', 'worker']);
    expect((await bob.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}`)).status).toBe(404);
  });

  it('loses the right to assign while a run waits: its next step fails', async () => {
    const waits = dag({
      node: [{ name: 'go', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } }, task('after')],
      edge: [edge('go', 'after')],
    });
    const { id } = await rig.rpc('start', { dag: waits }, ann);
    await rule('assign', 'deny');
    await rig.act(`${id}/signal`, { name: 'go' });
    const run = await rig.until(id, ({ state }) => state !== 'running');
    expect([run.state, stepOf(run, 'after').error]).toMatchObject(['failed', { code: 'access-denied' }]);
    const start = rig.rpc('start', { dag: dag() }, ann);
    await expect(start).rejects.toMatchObject({ error: { 'error-tag': 'access-denied' } });
    await rule('assign', 'permit');
  });

  it('answers the question of an executor', async () => {
    const ask = { name: 'ask', task: { skill: 'ask', agent: 'asker' } };
    const { id } = await rig.rpc('start', { dag: { version: '1.0', node: [ask] } }, ann);
    const asks = await rig.until(id, (each) => String(stepOf(each, 'ask').state).endsWith('suspended'));
    const [of] = stepOf(asks, 'ask').task as readonly string[];
    const answer = (by: Https) =>
      by.send('POST', `/restconf/data/yangent-tasks:tasks/task=${of}/provide-input`, {
        body: JSON.stringify({ 'yangent-tasks:input': { content: '7' } }),
      });
    expect((await answer(bob)).status).toBe(404);
    expect((await answer(ann)).status).toBe(200);
    expect((await rig.until(id, ({ state }) => state === 'completed')).state).toBe('completed');
  });
});

/** Permits or denies the rpc of tasks to the group of ann. */
async function rule(rpc: string, action: 'permit' | 'deny'): Promise<void> {
  await rig.rig.node.edit({
    'ietf-netconf-acm:nacm': {
      'rule-list': [
        {
          name: 'runners',
          group: ['runners'],
          rule: [{ name: rpc, 'module-name': 'yangent-tasks', 'rpc-name': rpc, 'access-operations': 'exec', action }],
        },
      ],
    },
  });
}

describe('a run', () => {
  it('is seen by its initiator, and by the runner groups of its definition; not by others', async () => {
    await rig.define('shared', { node: [task('a')], 'runner-group': ['runners'] });
    const { id } = await rig.rpc('start', { definition: 'shared', wait: 5 });
    const seen = async (by: Https) =>
      (await by.send('GET', `/restconf/data/yangent-workflows:workflows/run=${id}`)).status;
    expect([await seen(rig.admin), await seen(ann), await seen(bob)]).toEqual([200, 200, 404]);
    expect((await rig.rpc('list-runs', { definition: 'shared' }, bob)).run).toBeUndefined();
    await expect(rig.rpc('start', { definition: 'shared' }, bob)).rejects.toMatchObject({
      error: { 'error-tag': 'access-denied' },
    });
    await expect(rig.act(`${id}/cancel`, {}, bob)).rejects.toMatchObject({ status: 404 });
    await expect(rig.act(`${id}/cancel`, {}, ann)).rejects.toMatchObject({ error: { 'error-tag': 'access-denied' } });
  });

  it('keeps its revision when the definition is edited; a new run has the new one', async () => {
    const go = { name: 'go', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } };
    await rig.define('edited', { node: [go, task('old')], edge: [edge('go', 'old')] });
    const { id } = await rig.rpc('start', { definition: 'edited' });
    await rig.define('edited', { version: '2.0', node: [task('new')] });
    const next = await rig.rpc('start', { definition: 'edited', wait: 5 });
    await rig.act(`${id}/signal`, { name: 'go' });
    const run = await rig.until(id, ({ state }) => state === 'completed');
    expect([run.revision, states(run)]).toEqual([1, { go: 'completed', old: 'completed' }]);
    const other = await rig.run(next.id);
    expect([other.revision, states(other)]).toEqual([2, { new: 'completed' }]);
    const first = await rig.rpc('start', { definition: 'edited', revision: 1, 'dry-run': true });
    expect(first).toEqual({});
  });
});

describe('a definition that the access rules hide from a user', () => {
  const error = (code: object) => ({ error: code });

  it('is for that user as if it were not there: in pictures, and where a graph calls it', async () => {
    const output = JSON.stringify({ type: 'object', properties: { hidden: { type: 'string' } } });
    await rig.define('hidden', { node: [task('a')], 'output-schema': output });
    const { id } = await rig.rpc('start', { definition: 'hidden', wait: 5 }, ann);
    const calls = dag({
      node: [
        { name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'hidden' } },
        { name: 'read', type: 'yangent-workflows:none', output: [{ name: 'x', value: 'steps.call.output.nosuch' }] },
      ],
      edge: [edge('call', 'read')],
    });
    const { finding } = await rig.rpc('check', { dag: calls }, ann);
    expect(finding.map(({ code }: never) => code)).toEqual(['dag-type-mismatch']);
    await hide('hidden');
    try {
      const none = (name: string) =>
        error({ 'error-tag': 'data-missing', 'error-message': `there is no definition "${name}"` });
      for (const name of ['hidden', 'nosuch'])
        await expect(rig.rpc('render', { definition: name, format: 'dot' }, ann)).rejects.toMatchObject(none(name));
      await expect(rig.rpc('render', { run: id, format: 'dot' }, ann)).rejects.toMatchObject(none('hidden'));
      const graph = error({
        'error-tag': 'access-denied',
        'error-message': 'the graph is that of the definition "hidden", which user "ann" may not read',
      });
      await expect(rig.rpc('context', { run: id, element: ['graph'] }, ann)).rejects.toMatchObject(graph);
      await expect(rig.act(`${id}/export`, {}, ann)).rejects.toMatchObject(graph);
      expect((await rig.rpc('check', { dag: calls }, ann)).finding).toMatchObject([
        {
          code: 'dag-unknown-definition',
          message: 'there is no enabled definition "hidden"; load it first, or both files together',
        },
      ]);
      // To start it asks for the right to execute start, and for a runner group, not for the right to read.
      expect((await rig.rpc('start', { definition: 'hidden', wait: 5 }, ann)).state).toBe('completed');
      expect((await rig.rpc('render', { definition: 'hidden', format: 'dot' })).picture).toContain('digraph');
    } finally {
      await hide(undefined);
    }
  });
});

/** Hides a definition from the group of ann, or nothing. */
async function hide(name: string | undefined): Promise<void> {
  const path = `/ywf:workflows/ywf:definition[ywf:name='${name}']`;
  const rule = { name: 'hide', path, 'access-operations': 'read', action: 'deny' };
  const answer = await rig.admin.send('PUT', '/restconf/data/ietf-netconf-acm:nacm/rule-list=hides', {
    body: JSON.stringify({
      'ietf-netconf-acm:rule-list': [{ name: 'hides', group: ['runners'], ...(name ? { rule: [rule] } : {}) }],
    }),
  });
  expect([201, 204]).toContain(answer.status);
}

describe('definitions', () => {
  it('that would call each other are refused when the second one is committed', async () => {
    const call = (name: string, definition: string) => ({
      node: [{ name, type: 'yangent-workflows:workflow', workflow: { definition } }],
    });
    await rig.define('one', { node: [task('a')] });
    await rig.define('two', call('one', 'one'));
    await expect(rig.define('one', call('two', 'two'))).rejects.toMatchObject({
      error: { 'error-app-tag': 'dag-cycle', 'error-message': 'workflows run one another: one -> two -> one' },
    });
  });

  it('that share a pool with their children do not stop one another', async () => {
    const body = JSON.stringify({ 'yangent-workflows:pool': [{ name: 'one', slots: 1 }] });
    await rig.admin.send('PUT', '/restconf/data/yangent-workflows:workflows/pool=one', { body });
    await rig.define('deep', { node: [task('a', 'none', { pool: ['one'] }), task('b', 'none', { pool: ['one'] })] });
    const call = { name: 'call', type: 'yangent-workflows:workflow', workflow: { definition: 'deep' } };
    await expect(rig.define('held', { node: [{ ...call, pool: ['one'] }] })).rejects.toBeDefined();
    const run = await rig.start({ node: [call, task('c', 'none', { pool: ['one'] })] });
    expect(run.state).toBe('completed');
  });
});

describe('stop-all', () => {
  const begun = async () => {
    const { id } = await rig.rpc('start', {
      dag: dag({
        node: [{ name: 'go', type: 'yangent-workflows:wait', wait: { signal: { name: 'go' } } }, task('after')],
        edge: [edge('go', 'after')],
      }),
    });
    await rig.rig.node.invoke('yangent-tasks:stop-all', {});
    await rig.act(`${id}/signal`, { name: 'go' });
    return id;
  };
  const both = { go: 'completed', after: 'completed' };

  it('lets no step begin until resume-all', async () => {
    const id = await begun();
    expect(states(await rig.run(id))).toEqual({ go: 'completed', after: 'ready' });
    await rig.rig.node.invoke('yangent-tasks:resume-all', undefined);
    expect(states(await rig.until(id, ({ state }) => state === 'completed'))).toEqual(both);
  });

  it('strands no run when the disk fails as it ends', async () => {
    const id = await begun();
    const read = vi.spyOn(RunRows.prototype, 'unfinished');
    const failure = () => Promise.reject(Object.assign(new Error('the disk failed'), { code: 'SQLITE_IOERR_READ' }));
    read.mockImplementationOnce(failure).mockImplementationOnce(failure);
    await rig.rig.node.invoke('yangent-tasks:resume-all', undefined);
    expect(states(await rig.until(id, ({ state }) => state === 'completed'))).toEqual(both);
    expect(read).toHaveBeenCalledTimes(3);
    read.mockRestore();
  });
});
