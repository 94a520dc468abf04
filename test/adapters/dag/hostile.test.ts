/** Bodies that are not meant well, or not understood: each is refused for what it is, and changes nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorIn } from '../../support/http.js';
import { contentOf, DagRig, refusalOf } from './dag-rig.js';

let rig: DagRig;
beforeAll(async () => {
  rig = await DagRig.start();
});
afterAll(() => rig.stop());

describe('what a face reads', () => {
  const outside = (version: string) => ({
    ...{ version, node: [{ name: 'inspect', task: { skill: 'inspect', agent: 'field' } }] },
  });

  it('is refused with two members of one name, which others could read in another way', async () => {
    const graphs = `"graph":{"version":"1","node":[]},"graph":${JSON.stringify(outside('twice'))}`;
    const answer = await rig.send('alice', 'POST', '/dag', { body: `{"yangent-workflows:dag":{${graphs}}}` });
    expect(refusalOf(answer)).toEqual([400, 'malformed-message']);
    expect(errorIn(answer)['error-message']).toContain('the member "graph" stands twice in one object');
  });

  it.each([
    ['a node that is an object', { node: { toString: 'x' } }, [400, 'invalid-value']],
    ['a checkpoint that is a number', { checkpoint: 1 }, [400, 'invalid-value']],
    ['a checkpoint that is not the newest', { checkpoint: '77' }, [412, 'operation-failed']],
  ] as const)('of a message about a step: %s is refused', async (_, more, refusal) => {
    const { run } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside('said') }));
    const path = `/dag/${run.id}/steps/inspect/status?agent=field`;
    const said = { dag: run.uri, status: { percent: 5 } };
    expect(refusalOf(await rig.post('bob', path, 'dag-message', { ...said, ...more }))).toEqual(refusal);
  });

  it('of a checkpoint-request is about the run of the path', async () => {
    const { run } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside('asked') }));
    const { run: other } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside('another') }));
    const said = { dag: other.uri, 'checkpoint-request': {} };
    const answer = await rig.post('alice', `/dag/${run.id}/checkpoints`, 'dag-message', said);
    expect(refusalOf(answer)).toEqual([400, 'invalid-value']);
    expect((await rig.flows.run(run.id)).checkpoint).toHaveLength(1);
  });

  it('of a result is kept by its names, whatever they are', async () => {
    const { run } = contentOf(await rig.post('alice', '/dag', 'dag', { graph: outside('names') }));
    const path = `/dag/${run.id}/steps/inspect`;
    const say = (kind: string, said: string) =>
      rig.send('bob', 'POST', `${path}/${kind}?agent=field`, {
        body: `{"yangent-workflows:dag-message":{"dag":"${run.uri}","${kind}":${said}}}`,
      });
    expect((await say('acceptance', '{}')).status).toBe(200);
    const output = '{"__proto__":{"a":"1"},"constructor":"x","toString":{"b":"2"}}';
    expect((await say('result', `{"output":${output}}`)).status).toBe(204);
    const done = await rig.flows.until(run.id, ({ state }) => state === 'completed');
    expect(JSON.stringify((done.step as readonly { output: object }[])[0]?.output)).toBe(output);
  });
});
