/** Documents and messages over HTTP: what is asked, and what is answered, as they are on the wire. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFace } from '../../../adapters/dag/index.js';
import { errorIn } from '../../support/http.js';
import { contentOf, DagRig, refusalOf, TYPE } from './dag-rig.js';
import { PAGE, patternOf } from './page.js';

let rig: DagRig;
beforeAll(async () => {
  rig = await DagRig.start();
});
afterAll(() => rig.stop());

const graph = {
  version: '1.0',
  input: [],
  node: [{ name: 'look', task: { skill: 'do', agent: 'worker' }, input: [{ name: 'site', value: 'input.site' }] }],
  output: [{ name: 'site', value: 'steps.look.output.result.site' }],
};
const { input: _, ...plain } = graph;
const outside = { version: '1.0', node: [{ name: 'inspect', task: { skill: 'inspect', agent: 'field' } }] };

describe('a document', () => {
  it('ATD-9-e ATD-9-f ATD-9-n ATD-9-g ATD-7-j: starts a run, which GET shows as a document with its head and steps', async () => {
    const started = await rig.post('alice', '/dag', 'dag', { graph: plain, request: { input: { site: 'north' } } });
    expect(started.status).toBe(201);
    expect(started.headers['content-type']).toBe(TYPE);
    const { uri, run } = contentOf(started);
    expect(uri).toBe(`agent-dag:${uri.slice(10, 46)}/${run.id}`);
    expect(started.headers.location).toBe(`${rig.flows.rig.url}/dag/${run.id}`);
    expect(started.headers['dag-execution-id']).toBe(`"${run.id}"`);
    expect(started.headers['dag-checkpoint']).toBe('"1"');
    await rig.flows.until(run.id, ({ state }) => state === 'completed');
    const shown = await rig.send('alice', 'GET', `/dag/${run.id}`);
    expect(shown.status).toBe(200);
    expect(contentOf(shown)).toMatchObject({
      uri,
      owner: 'alice',
      graph: { version: '1.0', node: [{ name: 'look', task: { skill: 'do', agent: 'worker' } }] },
      run: { state: 'completed', output: { site: 'north' } },
      step: [{ node: 'look', item: 0, generation: 1, state: 'yangent-workflows:completed', agent: ['worker'] }],
      checkpoint: [{ id: '1' }],
    });
  });

  it('ATD-4.1-c: gets an identifier of the node where it has none, and keeps its digest when it travels', async () => {
    const first = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside })).run;
    const shown = contentOf(await rig.send('alice', 'GET', `/dag/${first.id}`));
    expect(shown.graph.id).toMatch(/^agent-dag:[0-9a-f-]{36}\/[0-9a-f]{32}$/);
    const second = contentOf(await rig.post('alice', '/dag', 'dag', { graph: shown.graph })).run;
    const again = contentOf(await rig.send('alice', 'GET', `/dag/${second.id}`));
    expect(again.run.digest).toBe(shown.run.digest);
    expect(second.id).not.toBe(first.id);
  });

  it('is one run, however often it is sent with the same id or run-key', async () => {
    const document = { graph: { ...plain, id: 'urn:example:g1' }, request: { input: { site: 'a' } } };
    const one = contentOf(await rig.post('alice', '/dag', 'dag', document)).run;
    const two = contentOf(await rig.post('alice', '/dag', 'dag', document)).run;
    expect(two.id).toBe(one.id);
    const other = { ...document, request: { ...document.request, 'run-key': 'second' } };
    expect(contentOf(await rig.post('alice', '/dag', 'dag', other)).run.id).not.toBe(one.id);
    const changed = { ...document, request: { input: { site: 'b' } } };
    expect(refusalOf(await rig.post('alice', '/dag', 'dag', changed))).toEqual([409, 'data-exists']);
  });

  it('of a definition has the identifier that the node wrote', async () => {
    await rig.flows.define('looking', plain);
    const shown = contentOf(await rig.send('admin', 'GET', '/dag/definitions/looking'));
    expect(shown).toMatchObject({ graph: { id: shown.uri, node: [{ name: 'look' }] }, owner: 'admin' });
    expect(shown.uri).toMatch(/^agent-dag:[0-9a-f-]{36}\/looking$/);
    expect(shown.graph).not.toHaveProperty('coordinator');
    expect((await rig.send('admin', 'GET', '/dag/definitions/absent')).status).toBe(404);
  });

  it.each([
    ['another media type', { type: 'application/json' }, [415, 'invalid-value']],
    ['no answer that it takes', { accept: 'text/html' }, [406, 'invalid-value']],
    ['no JSON', { body: '{' }, [400, 'malformed-message']],
    ['no structure', { body: '{"dag":{}}' }, [400, 'invalid-value']],
    ['no graph', { body: '{"yangent-workflows:dag":{}}' }, [400, 'invalid-value']],
    ['a stranger', { body: '{"yangent-workflows:dag":{"graph":{},"x":1}}' }, [400, 'unknown-element']],
    ['no nodes', { body: '{"yangent-workflows:dag":{"graph":{"version":"1"}}}' }, [412, 'operation-failed']],
  ] as const)('with %s is refused', async (_what, o, refusal) => {
    expect(refusalOf(await rig.post('alice', '/dag', 'dag', { graph: plain }, o))).toEqual(refusal);
  });

  it('with a cycle is refused as start refuses it', async () => {
    const node = ['a', 'b'].map((name) => ({ name, type: 'yangent-workflows:none' }));
    const edge = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ];
    const answer = await rig.post('alice', '/dag', 'dag', { graph: { version: '1', node, edge } });
    expect(answer.body).toContain('dag-cycle');
    expect(answer.status).toBe(400);
  });

  it('with an edge to a node that is not there is refused as start refuses it: the path of the request is right', async () => {
    const bad = { ...outside, edge: [{ from: 'inspect', to: 'absent' }] };
    const answer = await rig.post('alice', '/dag', 'dag', { graph: bad });
    expect(refusalOf(answer)).toEqual([409, 'data-missing']);
    expect(answer.body).toContain('refers to \\"absent\\", which does not exist');
  });

  it('is taken from those only who may start graphs of their own, and shown to those who may see the run', async () => {
    const strange = await rig.post('carol', '/dag', 'dag', { graph: plain });
    expect([strange.status, strange.body]).toEqual([403, expect.stringContaining('owns no agent')]);
    const { id } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside })).run;
    for (const path of ['', '/checkpoints', '/graph.svg'])
      expect((await rig.send('carol', 'GET', `/dag/${id}${path}`, { accept: '*/*' })).status).toBe(404);
    expect((await rig.send('alice', 'GET', '/dag/%2e%2e%2frestconf')).status).toBe(404);
    expect((await rig.send('alice', 'DELETE', `/dag/${id}`)).status).toBe(405);
  });
});

describe('messages about a step', () => {
  it('ATD-5-z ATD-7-j ATD-9-h: carry a task from its request to its result, between two who know only these', async () => {
    const { id } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside })).run;
    const path = `/dag/${id}/steps/inspect`;
    const asked = contentOf(await rig.send('bob', 'GET', `${path}?agent=field`), 'dag-message');
    expect(asked).toMatchObject({
      node: `${asked.dag.replace('agent-dag', 'agent-task')}/inspect;g=1`,
      'execution-request': { skill: 'inspect', callback: `${rig.flows.rig.url}/dag/${id}/steps/inspect%3Bg%3D1` },
    });
    const say = (kind: string, said: object, o = {}) =>
      rig.post('bob', `${path}/${kind}?agent=field`, 'dag-message', { dag: asked.dag, [kind]: said }, o);
    const accepted = contentOf(await say('acceptance', { estimate: 5 }), 'dag-message');
    expect(accepted.acceptance).toEqual({ attempt: 1, 'lease-expires': expect.any(String) });
    expect((await say('status', { percent: 50, note: 'half' })).status).toBe(204);
    expect((await say('result', { output: { seen: { ok: true }, note: 'dry' } })).status).toBe(204);
    const run = await rig.flows.until(id, ({ state }) => state === 'completed');
    expect(run.step).toMatchObject([{ output: { seen: { ok: true }, note: 'dry' } }]);
    expect((await say('result', { output: {} })).status).toBe(412);
  });

  it('ATD-5-f: an acceptance is answered with the token of the executor, which names the step', async () => {
    const capability = [{ name: 'read', action: ['data.read'] }];
    const trusted = { ...outside, node: [{ ...outside.node[0], authorization: { capability } }] };
    const { id } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: trusted })).run;
    const { dag } = contentOf(await rig.send('bob', 'GET', `/dag/${id}/steps/inspect?agent=field`), 'dag-message');
    const answer = await rig.post('bob', `/dag/${id}/steps/inspect/acceptance?agent=field`, 'dag-message', {
      ...{ dag, acceptance: {} },
    });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const { attempt, token } = contentOf(answer, 'dag-message').acceptance;
    expect(attempt).toBe(1);
    expect(decodeJwt(token)).toMatchObject({ dagid: dag, tasknode: 'inspect', checkpointref: `${dag};c=1` });
    const shown = await rig.send('alice', 'GET', `/dag/${id}`);
    expect(shown.body).not.toContain(token);
  });

  it('tell an error, with the attempt that runs', async () => {
    const failing = { ...outside, node: [{ ...outside.node[0], retry: { 'max-attempts': 1 } }] };
    const { id } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: failing })).run;
    const { dag } = contentOf(await rig.send('bob', 'GET', `/dag/${id}/steps/inspect?agent=field`), 'dag-message');
    const say = (kind: string, said: object) =>
      rig.post('bob', `/dag/${id}/steps/inspect/${kind}?agent=field`, 'dag-message', { dag, [kind]: said });
    await say('acceptance', {});
    const error = { code: 'no-access', message: 'the door is shut', diagnostic: 'd', recovery: ['reassign'] };
    expect((await say('error', error)).status).toBe(204);
    const run = await rig.flows.until(id, ({ state }) => state === 'failed');
    expect(run.step).toMatchObject([{ error }]);
  });

  it('are refused from others than the executor, about another run, and with a stale DAG-Checkpoint', async () => {
    const { id } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside })).run;
    const path = `/dag/${id}/steps/inspect`;
    const { dag } = contentOf(await rig.send('bob', 'GET', `${path}?agent=field`), 'dag-message');
    const say = (user: string, said: object, headers = {}) =>
      rig.post(user, `${path}/status?agent=field`, 'dag-message', { dag, status: {}, ...said }, { headers });
    expect((await say('carol', {})).status).toBe(404);
    expect((await say('bob', { dag: 'agent-dag:x/y' })).status).toBe(400);
    expect((await say('bob', {}, { 'dag-execution-id': '"other"' })).status).toBe(400);
    expect((await say('bob', {}, { 'dag-checkpoint': '1' })).status).toBe(400);
    const head = await rig.send('alice', 'GET', `/dag/${id}`);
    const known = { 'dag-checkpoint': String(head.headers['dag-checkpoint']) };
    const made = await rig.post('alice', `/dag/${id}/checkpoints`, 'dag-message', { dag, 'checkpoint-request': {} });
    expect([made.status, made.headers['dag-checkpoint']]).toEqual([201, '"2"']);
    const stale = await say('bob', {}, known);
    expect([stale.status, errorIn(stale)['error-app-tag']]).toEqual([412, 'stale-checkpoint']);
    expect(refusalOf(await rig.send('alice', 'GET', `/dag/${id}`, { headers: known }))[0]).toBe(412);
    const listed = contentOf(await rig.send('alice', 'GET', `/dag/${id}/checkpoints`));
    expect(listed.checkpoint.map((each: { id: string }) => each.id)).toEqual(['1', '2']);
  });
});

describe('checkpoints', () => {
  it('ATD-6-c ATD-7-j: are made and read by the executor of a step, who does not see the run', async () => {
    const { id } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside })).run;
    const { dag } = contentOf(await rig.send('bob', 'GET', `/dag/${id}/steps/inspect?agent=field`), 'dag-message');
    const message = { dag, 'checkpoint-request': { label: 'before the door' } };
    const made = await rig.post('bob', `/dag/${id}/checkpoints?agent=field`, 'dag-message', message);
    expect([made.status, made.body, made.headers['dag-checkpoint']]).toEqual([201, '', '"2"']);
    const shown = await rig.send('bob', 'GET', `/dag/${id}/checkpoints?agent=field`);
    expect([shown.status, contentOf(shown).checkpoint]).toMatchObject([200, [{ id: '2', label: 'before the door' }]]);
    // Others make none.
    expect((await rig.post('carol', `/dag/${id}/checkpoints?agent=field`, 'dag-message', message)).status).toBe(404);
    expect((await rig.send('alice', 'GET', `/dag/${id}`)).headers['dag-checkpoint']).toBe('"2"');
  });
});

describe('messages about a way back', () => {
  const refused = { version: '1.0', node: [{ name: 'look', task: { skill: 'do', agent: 'stubborn' } }] };
  const way = (next: string) =>
    Object.fromEntries(Object.entries({ to: '1', reason: 'the wrong site' }).concat([['then', next]]));
  const end = way('end');

  it('send a run back to a checkpoint, and have it go on without the answer of an agent', async () => {
    const { uri, run } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: refused }));
    await rig.flows.until(run.id, ({ state }) => state === 'completed');
    const answer = await rig.post('alice', `/dag/${run.id}/rollback`, 'dag-message', { dag: uri, rollback: end });
    expect([answer.status, answer.headers['dag-execution-id']]).toEqual([202, `"${run.id}"`]);
    expect(contentOf(answer, 'dag-message')).toEqual({
      ...{ dag: uri, at: expect.any(String), rollback: { ...end, number: 1 } },
    });
    const waits = await rig.flows.until(run.id, ({ state }) => state === 'escalated');
    expect(waits['state-reason']).toBe(
      'agent "stubborn" does not acknowledge the rollback of step "look": the tool is still in use',
    );
    const say = (user: string, acknowledgement: object) =>
      rig.post(user, `/dag/${run.id}/acknowledgement`, 'dag-message', { dag: uri, acknowledgement });
    const known = { agent: 'stubborn', reason: 'cleaned up by hand' };
    expect((await say('carol', known)).status).toBe(404);
    expect(refusalOf(await say('admin', { ...known, agent: 'worker' }))).toEqual([404, 'data-missing']);
    expect((await say('admin', { ...known, number: 2 })).status).toBe(404);
    expect(refusalOf(await say('admin', { agent: 'stubborn' }))).toEqual([400, 'missing-element']);
    const last = await say('admin', { ...known, node: 'look' });
    expect([last.status, last.body, last.headers['dag-execution-id']]).toEqual([204, '', `"${run.id}"`]);
    const over = await rig.flows.until(run.id, ({ state }) => state === 'rolled-back');
    expect(over.rollback).toMatchObject([
      { number: 1, by: 'alice', state: 'restored', acknowledgement: [{ state: 'forced' }] },
    ]);
  });

  it('are refused from those who do not steer the run, about another run or a step, and when they are stale', async () => {
    const { uri, run } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside }));
    const say = (said: object, user = 'alice', headers = {}, kind = 'rollback') =>
      rig.post(user, `/dag/${run.id}/${kind}`, 'dag-message', { dag: uri, rollback: end, ...said }, { headers });
    expect((await say({}, 'carol')).status).toBe(404);
    expect((await say({}, 'bob')).status).toBe(404);
    expect(refusalOf(await say({ dag: `${uri}x` }))).toEqual([400, 'invalid-value']);
    expect((await say({ node: `${uri.replace('dag', 'task')}/inspect` })).status).toBe(400);
    expect(refusalOf(await say({ rollback: { ...end, number: 1 } }))).toEqual([400, 'unknown-element']);
    expect(refusalOf(await say({ rollback: way('fly') }))).toEqual([400, 'invalid-value']);
    expect(refusalOf(await say({ rollback: { to: '1' } }))).toEqual([400, 'missing-element']);
    expect(refusalOf(await say({ rollback: { ...end, to: '7' } }))).toEqual([404, 'data-missing']);
    expect((await say({}, 'alice', { 'dag-checkpoint': '"0"' })).status).toBe(412);
    expect((await say({}, 'alice', { 'dag-execution-id': '"other"' })).status).toBe(400);
    const early = { rollback: undefined, acknowledgement: { agent: 'field', reason: 'none' } };
    for (const user of ['alice', 'admin'])
      expect(refusalOf(await say(early, user, {}, 'acknowledgement'))).toEqual([404, 'data-missing']);
    expect(
      refusalOf(
        await say(
          { ...early, acknowledgement: { number: "1'] or 1", agent: 'field' } },
          'admin',
          {},
          'acknowledgement',
        ),
      ),
    ).toEqual([400, 'invalid-value']);
    expect((await rig.send('alice', 'GET', `/dag/${run.id}/rollback`)).status).toBe(405);
    expect((await rig.flows.run(run.id)).state).toBe('running');
  });
});

describe('the context of an agent', () => {
  it('ATD-7-e ATD-7-f ATD-7-h ATD-8-h: has its nodes, and of those before them what the edges share', async () => {
    const dag = {
      node: [
        { name: 'secret', task: { skill: 'do', agent: 'worker' }, input: [{ name: 'pin', value: '"0000"' }] },
        {
          name: 'survey',
          task: { skill: 'do', agent: 'worker' },
          input: ['a', 'b'].map((name) => ({ name, value: '"x"' })),
        },
        { name: 'inspect', task: { skill: 'inspect', agent: 'field' } },
      ],
      edge: [
        { from: 'secret', to: 'inspect', type: 'yangent-workflows:control' },
        { from: 'survey', to: 'inspect', share: ['/result/a'] },
      ],
    };
    const started = await rig.flows.rpc('start', { dag: { version: '1.0', ...dag }, input: { word: 'hidden' } });
    await rig.flows.until(started.id, ({ step }) => JSON.stringify(step ?? '').includes('"inspect"'));
    const shown = contentOf(await rig.send('bob', 'GET', `/dag/${started.id}?agent=field`));
    expect(shown.graph.node.map(({ name }: { name: string }) => name).toSorted()).toEqual(['inspect', 'survey']);
    expect(JSON.stringify(shown)).not.toMatch(/hidden|0000|"initiator"|"input"/);
    const asked = { run: started.id, agent: 'field', element: ['results'] };
    const { step } = await rig.flows.rpc('context', asked, rig.users.bob);
    expect(step.find(({ node }: { node: string }) => node === 'survey').output).toEqual({ result: { a: 'x' } });
    for (const user of ['alice', 'carol'])
      await expect(rig.flows.rpc('context', asked, rig.users[user])).rejects.toMatchObject({ status: 409 });
    const path = `/dag/${started.id}/context`;
    const answer = await rig.send('bob', 'GET', `${path}?agent=field&element=results`);
    expect([answer.status, answer.headers['dag-execution-id']]).toEqual([200, `"${started.id}"`]);
    const message = contentOf(answer, 'dag-message');
    expect(message).toMatchObject({ dag: shown.uri, at: expect.any(String), context: { run: { state: 'running' } } });
    expect(Object.keys(message.context).toSorted()).toEqual(['run', 'step']);
    expect(message.context.step).toMatchObject([
      { node: 'inspect', item: 0 },
      { node: 'survey', output: { result: { a: 'x' } } },
    ]);
    const whole = contentOf(await rig.send('admin', 'GET', path), 'dag-message');
    expect(Object.keys(whole.context).toSorted()).toEqual(['checkpoint', 'graph', 'run', 'step']);
    expect(whole.context.graph.node).toHaveLength(3);
    expect((await rig.send('carol', 'GET', `${path}?agent=field`)).status).toBe(404);
    expect((await rig.send('bob', 'GET', path)).status).toBe(404);
    const strange = await rig.send('admin', 'GET', `${path}?element=secrets`);
    expect(refusalOf(strange)).toEqual([400, 'invalid-value']);
    expect(errorIn(strange)['error-message']).toBe(
      'there is no element "secrets"; the elements are graph, state, results, checkpoints',
    );
    expect((await rig.send('bob', 'POST', `${path}?agent=field`)).status).toBe(405);
  });
});

it('ATD-E-d: names runs, definitions, checkpoints and steps by the syntax of the page, under its media type', async () => {
  await rig.flows.define('named', plain);
  const { run } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside }));
  const answer = await rig.send('alice', 'GET', `/dag/${run.id}`);
  const shown = contentOf(answer);
  const definition = contentOf(await rig.send('admin', 'GET', '/dag/definitions/named'));
  const asked = contentOf(await rig.send('bob', 'GET', `/dag/${run.id}/steps/inspect?agent=field`), 'dag-message');
  const [checkpoint] = (await rig.flows.run(run.id)).checkpoint as readonly { readonly uri: string }[];
  for (const uri of [shown.uri, shown.graph.id, definition.uri, checkpoint?.uri])
    expect(uri).toMatch(patternOf('agent-dag-uri'));
  expect(asked.node).toMatch(patternOf('agent-task-uri'));
  for (const other of [asked.node, `${shown.uri};c=0`, `${shown.uri}/x`, 'agent-dag:/x', shown.uri.slice(0, 46)])
    expect(other).not.toMatch(patternOf('agent-dag-uri'));
  expect(answer.headers['content-type']).toBe(TYPE);
  expect(PAGE).toContain(`Subtype name: ${TYPE.replace('application/', '')}.`);
});

describe('a picture', () => {
  it('is drawn in three formats, and runs and loads nothing', async () => {
    const evil = '<script>alert(1)</script>';
    const { id } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: { ...outside, description: evil } })).run;
    for (const [name, type] of [
      ['graph.svg', 'image/svg+xml'],
      ['graph.dot', 'text/vnd.graphviz'],
      ['graph.mmd', 'text/vnd.mermaid'],
    ] as const) {
      const answer = await rig.send('alice', 'GET', `/dag/${id}/${name}`, { accept: '*/*' });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(answer.body).not.toContain('<script');
    }
    expect((await rig.send('admin', 'GET', '/dag/definitions/looking/graph.dot', { accept: '*/*' })).status).toBe(200);
  });
});

it('has its keys where tokens have theirs, and no settings', async () => {
  const answer = await rig.send('alice', 'GET', '/dag/jwks', { accept: '*/*' });
  expect([answer.status, answer.headers.location]).toEqual([308, '/oauth/jwks']);
  expect(() => createFace({ port: 1 })).toThrow('"port" is no setting of dag; it has none');
});
