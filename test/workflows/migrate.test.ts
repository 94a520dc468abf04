/** Runs that go on in another revision of their definition, over RESTCONF. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { jwkOf } from '../../src/keys/index.js';
import { keysOf, verifyExport } from '../../src/workflows/index.js';
import { Https } from '../support/http.js';
import { edge, type Run, states, stepOf, stepsOf, task, WorkflowRig, worker } from './rig.js';

type Members = Readonly<Record<string, unknown>>;

let rig: WorkflowRig;
/** Ends the tasks of the skill `held`, the oldest first. */
const held: ((level: number) => void)[] = [];

beforeAll(async () => {
  const hold = () =>
    new Promise<{ artifacts: { name: string; data: unknown }[] }>((resolve) => {
      held.push((level) => resolve({ artifacts: [{ name: 'result', data: { level } }] }));
    });
  rig = await WorkflowRig.start({ agents: [worker('worker', { held: hold })] });
  await rig.rig.node.edit({
    'yangent-access:access': {
      user: [
        { name: 'olga', password: '$0$olga-olga', group: ['operator'] },
        { name: 'bob', password: '$0$bob-bob-bob' },
      ],
    },
  });
});
afterAll(() => rig.stop());

const signal = (name: string, more: Members = {}) => ({
  ...{ name, type: 'yangent-workflows:wait', wait: { signal: { name } } },
  ...more,
});
const compute = (name: string, value: string, more: Members = {}) => ({
  ...{ name, type: 'yangent-workflows:none', output: [{ name: 'x', value }] },
  ...more,
});
const isAt =
  (...wanted: readonly string[]) =>
  ({ state }: Run) =>
    wanted.includes(state);
/** Ends the task that is held. */
async function release(level: number): Promise<void> {
  await expect.poll(() => held.length).toBe(1);
  held.shift()?.(level);
}
/** A run without the estimates, which are made as it is read. */
const lasting = ({ progress: _, ...run }: Run) => run;
const journal = (run: Run) => run.event as readonly { kind: string; data: Members; [member: string]: unknown }[];

let number = 0;
/** Stores the revisions of a definition, and starts a run of the first one. */
async function started(first: Members, ...later: readonly Members[]): Promise<{ id: string; name: string }> {
  const name = `d${++number}`;
  await rig.define(name, first);
  const { id } = await rig.rpc('start', { definition: name });
  for (const each of later) await rig.define(name, each);
  return { id, name };
}

const WAITS = {
  node: [compute('a', '1'), signal('go'), compute('b', 'steps.a.output.x + 1')],
  edge: [edge('a', 'b'), edge('go', 'b')],
};

test('ATD-6-w: a run goes on in a revision that was made while it waited: judged, refused, done, ended', async () => {
  const { id } = await started(
    { ...WAITS, output: [{ name: 'o', value: 'steps.b.output.x' }] },
    { version: '2.0', node: [signal('go'), compute('b', '2')], edge: [edge('go', 'b')] },
    {
      version: '3.0',
      node: [...WAITS.node, compute('c', 'steps.b.output.x * 10')],
      edge: [...WAITS.edge, edge('b', 'c')],
      output: [{ name: 'o', value: 'steps.c.output.x' }],
    },
  );
  const before = await rig.until(id, (run) => states(run).go === 'executing');
  expect(await rig.act(`${id}/migrate`, { revision: 2, 'dry-run': true })).toEqual({
    state: 'running',
    revision: 2,
    finding: [
      {
        id: 1,
        severity: 'error',
        code: 'migrate-image',
        path: "node[name='a']",
        message:
          'step "a" is completed, and has no node in the new graph; keep the node, or map it to one of the new graph',
      },
    ],
  });
  await expect(rig.act(`${id}/migrate`, { revision: 2 })).rejects.toMatchObject({
    status: 400,
    error: {
      'error-tag': 'invalid-value',
      'error-app-tag': 'migrate-image',
      'error-path': expect.stringMatching(/definition\[name='d\d+'\]\/node\[name='a'\]$/),
    },
  });
  expect(await rig.act(`${id}/migrate`, { 'dry-run': true })).toEqual({ state: 'running', revision: 3 });
  expect(lasting(await rig.run(id))).toEqual(lasting(before));
  expect(await rig.act(`${id}/migrate`, { reason: 'ten times as much' })).toEqual({ state: 'running', revision: 3 });
  const migrated = await rig.run(id);
  expect(migrated).toMatchObject({
    revision: 3,
    version: '3.0',
    digest: expect.not.stringContaining(String(before.digest)),
  });
  expect(journal(migrated).at(journal(before).length)).toMatchObject({
    kind: 'action',
    by: 'admin',
    data: {
      action: 'migrate',
      reason: 'ten times as much',
      from: before.digest,
      to: migrated.digest,
      version: '3.0',
      revision: 3,
    },
  });
  await rig.act(`${id}/signal`, { name: 'go' });
  expect(await rig.until(id, isAt('completed'))).toMatchObject({ output: { o: 20 } });
});

test('a map that names wrong nodes is one finding, and not another one about the step that it leaves without a node', async () => {
  const { id } = await started(WAITS, { ...WAITS, version: '2.0' });
  await rig.until(id, (run) => states(run).go === 'executing');
  const findings = async (...map: object[]) => {
    const { finding = [] } = await rig.act(`${id}/migrate`, { map, 'dry-run': true });
    return finding.map(({ code, message }: Record<string, string>) => `${code}: ${message}`);
  };
  expect(await findings({ from: 'nope', to: 'a' })).toEqual(['migrate-map: the present graph has no node "nope"']);
  expect(await findings({ from: 'a', to: 'nope' })).toEqual([
    'migrate-map: the new graph has no node "nope", to which "a" is mapped',
  ]);
  expect(await findings({ from: 'b', to: 'a' })).toContain(
    'migrate-image: step "a" is completed, and has no node in the new graph; "b" is mapped to it; map it, too',
  );
});

test('those who see the run are told of its migration', async () => {
  const { id } = await started(WAITS, { ...WAITS, version: '2.0' });
  await rig.act(`${id}/migrate`, { reason: 'a better one' });
  const span = new URLSearchParams({
    'start-time': '2020-01-01T00:00:00Z',
    'stop-time': new Date().toISOString(),
    filter: `/yangent-workflows:run-changed[id='${id}']`,
  });
  const { body } = await rig.admin.send('GET', `/restconf/streams/NETCONF/json?${span}`, {
    accept: 'text/event-stream',
  });
  expect(body).toContain('it goes on in revision 2: a better one');
});

describe('steps that have begun', () => {
  it('keep their task under another name, and its end is theirs', async () => {
    const { id } = await started(
      { node: [task('a', 'held'), compute('b', 'steps.a.output.result.level')], edge: [edge('a', 'b')] },
      {
        version: '2.0',
        node: [task('z', 'held'), compute('b', 'steps.z.output.result.level + 1')],
        edge: [edge('z', 'b')],
        output: [{ name: 'o', value: 'steps.b.output.x' }],
      },
    );
    const before = await rig.until(id, (run) => states(run).a === 'executing');
    await rig.act(`${id}/migrate`, { map: [{ from: 'a', to: 'z' }] });
    const run = await rig.run(id);
    expect(states(run)).toEqual({ z: 'executing' });
    expect(stepOf(run, 'z')).toMatchObject({ task: stepOf(before, 'a').task, agent: ['worker'] });
    await release(4);
    const ended = await rig.until(id, isAt('completed'));
    expect(ended).toMatchObject({ output: { o: 5 } });
    expect(stepOf(ended, 'z').state).toBe('yangent-workflows:completed');
  });

  it('have their name in what was made of them, and take back their old one', async () => {
    const { id } = await started(WAITS, {
      version: '2.0',
      node: [compute('one', '1'), signal('go'), compute('b', 'steps.one.output.x + 1')],
      edge: [edge('one', 'b'), edge('go', 'b')],
    });
    await rig.until(id, (run) => states(run).go === 'executing');
    await rig.act(`${id}/migrate`, { map: [{ from: 'a', to: 'one' }] });
    expect(states(await rig.run(id))).toMatchObject({ one: 'completed', go: 'executing' });
    await rig.act(`${id}/migrate`, { revision: 1, map: [{ from: 'one', to: 'a' }] });
    expect(states(await rig.run(id))).toMatchObject({ a: 'completed', go: 'executing' });
    await rig.act(`${id}/signal`, { name: 'go' });
    const run = await rig.until(id, isAt('completed'));
    expect(stepOf(run, 'b')).toMatchObject({ output: { x: 2 }, lineage: [{ input: 'x', step: ['a'] }] });
  });

  it('of a for-each keep their items', async () => {
    const each = (items: string) => ({ ...task('a', 'held'), 'for-each': { items, 'max-parallel': 1 } });
    const { id } = await started({ node: [each('[1, 2]')] }, { version: '2.0', node: [each('[1, 2, 3]')] });
    await rig.until(id, (run) => states(run)['a.1'] === 'executing');
    expect(await rig.act(`${id}/migrate`)).toMatchObject({
      finding: [{ severity: 'warning', code: 'migrate-begun' }],
    });
    await release(1);
    await rig.until(id, (run) => states(run)['a.2'] === 'executing');
    await release(2);
    const run = await rig.until(id, isAt('completed'));
    expect(stepsOf(run).map(({ item }) => item)).toEqual([0, 1, 2]);
  });
});

test('a step that is ready in a paused run waits for one that the new revision puts before it', async () => {
  const { id } = await started(
    { node: [signal('go'), compute('b', '1')], edge: [edge('go', 'b')] },
    {
      version: '2.0',
      node: [signal('go'), signal('sure'), compute('b', '2')],
      edge: [edge('go', 'b'), edge('sure', 'b')],
    },
  );
  await rig.until(id, (run) => states(run).go === 'executing');
  await rig.act(`${id}/pause`);
  await rig.act(`${id}/signal`, { name: 'go' });
  await rig.until(id, (run) => states(run).b === 'ready');
  await rig.act(`${id}/migrate`);
  expect(states(await rig.run(id))).toMatchObject({ go: 'completed', b: 'pending' });
  await rig.act(`${id}/resume`);
  await rig.until(id, (run) => states(run).sure === 'executing');
  expect(states(await rig.run(id)).b).toBe('pending');
  await rig.act(`${id}/signal`, { name: 'sure' });
  const run = await rig.until(id, isAt('completed'));
  expect(stepOf(run, 'b').output).toEqual({ x: 2 });
});

test('a failure for which a run waits gets a way on in the new revision', async () => {
  const failing = task('a', 'fail');
  const { id } = await started(
    { node: [failing, compute('b', '1')], edge: [edge('a', 'b')], execution: { 'on-failure': 'escalate' } },
    {
      version: '2.0',
      node: [failing, compute('b', '1'), compute('c', '3')],
      edge: [edge('a', 'b'), edge('a', 'c', { on: ['failure'] })],
      execution: { 'on-failure': 'escalate' },
      output: [{ name: 'o', value: 'steps.c.output.x' }],
    },
  );
  await rig.until(id, isAt('escalated'));
  expect(await rig.act(`${id}/migrate`)).toMatchObject({ state: 'escalated', revision: 2 });
  await rig.act(`${id}/resume`);
  expect(await rig.until(id, isAt('completed'))).toMatchObject({ output: { o: 3 } });
});

/** The administrator may vote on runs of their own. */
const FAST = { execution: { assurance: 'fast' } };

describe('votes', () => {
  const oversight = (question: string) => ({ oversight: { separation: false, question } });
  const asked = async (id: string) => {
    const run = await rig.until(id, (now) => stepsOf(now).some(({ state }) => state.endsWith('awaiting-approval')));
    return (stepOf(run, 'a').gate as readonly Members[])[0] ?? {};
  };

  it('are asked for again under the new revision, and earlier ones are void', async () => {
    const { id } = await started(
      { ...FAST, node: [task('a', 'do', oversight('May it?'))] },
      { ...FAST, version: '2.0', node: [task('a', 'do', oversight('May it now?'))] },
    );
    const { digest } = await asked(id);
    await rig.act(`${id}/migrate`);
    const again = await asked(id);
    expect(again).toMatchObject({ state: 'open', question: 'May it now?' });
    expect(JSON.parse(String(again.subject)).revision).toBe((await rig.run(id)).digest);
    const approve = (of: unknown) => rig.act(`${id}/step=a,0,1/approve`, { digest: of });
    await expect(approve(digest)).rejects.toMatchObject({ error: { 'error-app-tag': 'stale-approval' } });
    await approve(again.digest);
    await rig.until(id, isAt('completed'));
  });

  it('are not passed by: a gate that vanishes refuses the migration', async () => {
    const { id } = await started(
      { ...FAST, node: [task('a', 'do', oversight('May it?'))] },
      { ...FAST, version: '2.0', node: [task('a', 'do')] },
    );
    const before = await asked(id);
    await expect(rig.act(`${id}/migrate`)).rejects.toMatchObject({ error: { 'error-app-tag': 'migrate-gate' } });
    expect(await asked(id)).toEqual(before);
  });

  it('stay when the revision is the same, of which the journal alone tells', async () => {
    const { id } = await started({ ...FAST, node: [task('a', 'do', oversight('May it?')), signal('go')] });
    await asked(id);
    const { sequence, 'state-hash': hash, event, ...before } = await rig.run(id);
    await rig.act(`${id}/migrate`, { revision: 1 });
    const { sequence: next, 'state-hash': after, event: events, progress, ...now } = await rig.run(id);
    expect({ ...now, progress: before.progress }).toEqual(before);
    expect([Number(next), after === hash, (events as unknown[]).length]).toEqual([
      Number(sequence) + 1,
      false,
      (event as unknown[]).length + 1,
    ]);
  });
});

describe('a checkpoint', () => {
  it('from before the migration verifies, and the run goes back to it in its present graph', async () => {
    const { id } = await started(
      { ...WAITS, execution: { assurance: 'standard' } },
      {
        version: '2.0',
        node: [compute('one', '7'), signal('go'), compute('b', 'steps.one.output.x + 10')],
        edge: [edge('one', 'b'), edge('go', 'b')],
        output: [{ name: 'o', value: 'steps.b.output.x' }],
      },
    );
    const before = await rig.until(id, (run) => states(run).go === 'executing');
    const { id: early } = await rig.act(`${id}/take-checkpoint`, { label: 'as it was' });
    await rig.act(`${id}/migrate`, { map: [{ from: 'a', to: 'one' }] });
    const migrated = await rig.run(id);
    const made = migrated.checkpoint as readonly Members[];
    expect(made.map(({ version, digest }) => [version, digest])).toEqual([
      ['1.0', before.digest],
      ['1.0', before.digest],
      ['2.0', migrated.digest],
    ]);
    const keys = await documentKeys();
    for (const input of [{}, { checkpoint: early }, { checkpoint: '3' }]) {
      const { document } = await rig.act(`${id}/export`, input);
      const verdicts = await verifyExport(document, keys);
      expect(verdicts.filter(({ holds }) => !holds)).toEqual([]);
    }
    await rig.act(`${id}/signal`, { name: 'go' });
    await rig.until(id, isAt('completed'));
    await rig.act(
      `${id}/roll-back`,
      Object.fromEntries([
        ['to', early],
        ['reason', 'once more'],
        ['then', 'resume'],
      ]),
    );
    await rig.until(id, (run) => states(run).go === 'executing' && run.state === 'running');
    const back = await rig.run(id);
    // `one` had ended there, as `a`.
    expect(stepsOf(back).map(({ node, generation, state }) => `${node} ${generation} ${state.split(':')[1]}`)).toEqual([
      'b 1 rolled-back',
      'b 2 pending',
      'go 1 rolled-back',
      'go 2 executing',
      'one 1 completed',
    ]);
    await rig.act(`${id}/signal`, { name: 'go' });
    expect(await rig.until(id, isAt('completed'))).toMatchObject({ output: { o: 11 } });
  });
});

async function documentKeys() {
  const { body } = await rig.admin.send('GET', '/restconf/data/yangent-keys:keys/active=document');
  const [{ 'public-key': spki }] = JSON.parse(body)['yangent-keys:active'];
  const { id: kid, text } = jwkOf(Buffer.from(spki, 'base64'));
  return keysOf(JSON.stringify({ keys: [{ ...JSON.parse(text), kid }] }));
}

describe('is refused', () => {
  it('for a run that has ended, that executes a graph of its own, and for a revision that is not there', async () => {
    const { id } = await started({ node: [compute('a', '1')] });
    await rig.until(id, isAt('completed'));
    await expect(rig.act(`${id}/migrate`)).rejects.toMatchObject({
      error: { 'error-app-tag': 'bad-transition', 'error-message': expect.stringContaining('is completed') },
    });
    const own = await rig.start({ node: [signal('go')] }, { wait: 0 });
    await expect(rig.act(`${own.id}/migrate`)).rejects.toMatchObject({ error: { 'error-app-tag': 'no-revisions' } });
    const waiting = await started(WAITS);
    await expect(rig.act(`${waiting.id}/migrate`, { revision: 9 })).rejects.toMatchObject({
      error: { 'error-tag': 'data-missing', 'error-message': expect.stringContaining('no revision number 9') },
    });
  });

  it('for those who do not steer the run, and operators may', async () => {
    const { id } = await started(WAITS, { ...WAITS, version: '2.0' });
    const [bob, olga] = [new Https(rig.rig, 'bob', 'bob-bob-bob'), new Https(rig.rig, 'olga', 'olga-olga')];
    await expect(rig.act(`${id}/migrate`, {}, bob)).rejects.toMatchObject({ status: 404 });
    expect(await rig.act(`${id}/migrate`, {}, olga)).toMatchObject({ revision: 2 });
    bob.close();
    olga.close();
  });

  it('for a user who may start no run of the definition any more', async () => {
    await rig.define('kept', WAITS);
    const bob = new Https(rig.rig, 'bob', 'bob-bob-bob');
    const { id } = await rig.rpc('start', { definition: 'kept' }, bob);
    await rig.define('kept', { ...WAITS, version: '2.0', 'runner-group': ['crew'] });
    await expect(rig.act(`${id}/migrate`, { 'dry-run': true }, bob)).rejects.toMatchObject({
      status: 403,
      error: {
        'error-message': 'user "bob" is in none of the groups whose members may start "kept" (runner-group)',
      },
    });
    expect(await rig.act(`${id}/migrate`)).toMatchObject({ revision: 2 });
    bob.close();
  });

  it('for an input that does not fit the new revision', async () => {
    const { id } = await started(WAITS, {
      ...WAITS,
      version: '2.0',
      'input-schema': '{"type":"object","properties":{"site":{"type":"string"}},"required":["site"]}',
    });
    await expect(rig.act(`${id}/migrate`)).rejects.toMatchObject({
      error: { 'error-app-tag': 'migrate-input', 'error-message': expect.stringContaining('site') },
    });
  });
});
