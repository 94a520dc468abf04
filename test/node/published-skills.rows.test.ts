/** The schemas that the skills of a hosted agent declare are found in the registration of the agent. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AgentDefinition, defineAgent } from '../../src/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

let rig: TestNode;
let admin: Https;
let data: string;
beforeEach(() => {
  data = temporaryFolder();
});
afterEach(() => stop());

const profile = { name: 'gauge', description: 'measures', version: '1.0.0', provider: 'ACME' };
const run = async () => ({ artifacts: [{ name: 'level', data: { mean: -61 } }] });
const input = {
  type: 'object',
  properties: { link: { type: 'string' }, samples: { type: 'integer', default: 4 } },
  required: ['link', 'samples'],
};
const output = {
  type: 'object',
  properties: { level: { type: 'object', properties: { mean: { type: 'number' } }, required: ['mean'] } },
  required: ['level'],
  additionalProperties: false,
};
/** Cannot be checked in bounded time: it is not published. */
const tree = { type: 'object', properties: { child: { $ref: '#' } } };

async function start(skills: NonNullable<AgentDefinition['skills']>): Promise<void> {
  const described = Object.entries(skills).map(([name, skill]): [string, typeof skill] => [
    name,
    typeof skill === 'function' ? skill : { description: `the skill ${name}`, ...skill },
  ]);
  rig = await startTestNode({
    data,
    agents: [defineAgent({ id: 'gauge', profile, skills: Object.fromEntries(described) })],
  });
  admin = new Https(rig);
}

async function stop(): Promise<void> {
  admin.close();
  await rig.stop();
}

const text = (schema: object) => JSON.stringify({ $comment: 'declared by the program of the agent', ...schema });

async function registered(): Promise<unknown> {
  const { status, body } = await admin.send('GET', '/restconf/data/yangent-agents:agents/agent=gauge/registration', {
    accept: 'application/yang-data+json',
  });
  return status === 404 ? undefined : JSON.parse(body)['yangent-agents:registration'];
}

const register = (skill: readonly object[]) =>
  admin.send('PATCH', '/restconf/data/yangent-agents:agents/agent=gauge/registration', {
    body: JSON.stringify({ 'yangent-agents:registration': { skill } }),
  });

describe('the schemas of a hosted agent', () => {
  it('are published, as far as a registration takes them', async () => {
    await start({ measure: { input, output, run }, walk: { input: tree, run }, plain: run });
    expect(await registered()).toEqual({
      skill: [{ 'skill-name': 'measure', 'input-schema': text(input), 'output-schema': text(output) }],
    });
  });

  it('are those of the present program after a restart; other entries and schemas stay', async () => {
    await start({ measure: { input, output, run }, show: { input, run }, gone: { input, run } });
    const own = '{"type":"object"}';
    const said = { 'skill-name': 'show', 'input-schema': own, example: ['show me'] };
    expect((await register([said, { 'skill-name': 'other', id: 'o-1' }])).status).toBe(204);
    await stop();
    await start({ measure: { input: { ...input, required: ['link'] }, run }, show: { input, output, run } });
    const { skill } = (await registered()) as { skill: readonly object[] };
    expect(skill).toHaveLength(3);
    expect(skill).toContainEqual({
      'skill-name': 'measure',
      'input-schema': text({ ...input, required: ['link'] }),
    });
    expect(skill).toContainEqual({ ...said, 'output-schema': text(output) });
    expect(skill).toContainEqual({ 'skill-name': 'other', id: 'o-1' });
    await stop();
    await start({ measure: run });
    expect(JSON.stringify(await registered())).not.toContain('declared by');
  });

  it('do not keep input from the program, which fills in its defaults', async () => {
    await start({ measure: { input, output, run } });
    const { body } = await admin.send('POST', '/restconf/operations/yangent-tasks:assign', {
      body: JSON.stringify({
        'yangent-tasks:input': { from: 'gauge', to: 'gauge', type: 'measure', input: { link: 'a' }, async: false },
      }),
    });
    expect(JSON.parse(body)['yangent-tasks:output']).toMatchObject({
      state: 'completed',
      artifact: [{ name: 'level', data: { mean: -61 } }],
    });
  });

  it('tell the author of a workflow which members a step takes and gives', async () => {
    await start({ measure: { input, output, run } });
    const put = (value: string) =>
      admin.send('PUT', '/restconf/data/yangent-workflows:workflows/definition=watch', {
        body: JSON.stringify({
          'yangent-workflows:definition': [
            {
              name: 'watch',
              version: '1',
              node: [
                {
                  name: 'measure',
                  task: { agent: 'gauge', skill: 'measure' },
                  input: [
                    { name: 'link', value: '"a"' },
                    { name: 'samples', value: '1' },
                  ],
                },
                { name: 'report', type: 'none', output: [{ name: 'mean', value }] },
              ],
              edge: [{ from: 'measure', to: 'report', type: 'data' }],
            },
          ],
        }),
      });
    expect((await put('steps.measure.output.level.mean')).status).toBe(201);
    const refused = await put('steps.measure.output.levels.mean');
    expect([refused.status, errorIn(refused)['error-message']]).toEqual([
      400,
      'steps.measure.output has no member "levels" by its schema; it has: level',
    ]);
  });
});
