/** The rpc `plan`: graphs for goals, from the rules and from a model that is believed nothing. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPlanner } from '../../../adapters/openai-chat/index.js';
import { Https } from '../../support/http.js';
import { startTestNode, type TestNode } from '../../support/node.js';
import { deskOf, WorkflowClient, worker } from '../rig.js';

const PASSWORD = 'correct horse 1';
const agents = () => [
  worker('fixer', {
    'restart-interface': {
      input: {
        type: 'object',
        properties: { device: { type: 'string', pattern: '^[a-z]+-[0-9]+$' } },
        required: ['device'],
      },
      run: async ({ input }) => ({ artifacts: [{ name: 'result', data: { ...Object(input) } }] }),
    },
  }),
];

let server: Server;
let answers: unknown[];
const got: { messages: { role: string; content: string }[] }[] = [];
let model: TestNode;
let plain: TestNode;
let client: WorkflowClient;
let byRules: WorkflowClient;

beforeAll(async () => {
  server = createServer((request, response: ServerResponse) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      got.push(JSON.parse(body));
      const [next, ...more] = answers;
      if (more.length > 0) answers = more;
      if (next === undefined) response.writeHead(500).end();
      else
        response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: JSON.stringify(next) } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`;
  const planner = await createPlanner({ adapter: 'openai-chat', url, model: 'm-plan' }, '.');
  model = await startTestNode({ agents: agents(), planner });
  plain = await startTestNode({ agents: agents() });
  client = new WorkflowClient(new Https(model));
  byRules = new WorkflowClient(new Https(plain));
});
afterAll(async () => {
  await Promise.all([model?.stop(), plain?.stop()]);
  server?.closeAllConnections();
  server?.close();
});
beforeEach(() => {
  got.length = 0;
});

const node = (name: string, of: string, more: object = {}) => ({
  name,
  does: 'task',
  of,
  input: [],
  after: [],
  ...more,
});
const GOOD = node('restart', 'restart-interface', { input: [{ name: 'device', value: '"edge-1"' }] });

describe('a goal', () => {
  it('becomes a graph by the rules, which is not started', async () => {
    const answer = await byRules.rpc('plan', { goal: 'restart the interface of edge-1' });
    expect(answer).toEqual({
      planner: 'rules',
      rounds: 1,
      dag: {
        version: '1',
        description: 'restart the interface of edge-1',
        output: [{ name: 'result', value: 'steps.restart_interface.output' }],
        node: [
          {
            name: 'restart_interface',
            task: { skill: 'restart-interface' },
            input: [{ name: 'device', value: '"edge-1"' }],
          },
        ],
      },
    });
    expect(await byRules.rpc('list-runs', {})).toEqual({ more: false });
    const run = await byRules.rpc('start', { dag: answer.dag, wait: 30 });
    expect(run).toMatchObject({ state: 'completed', output: { result: { result: { device: 'edge-1' } } } });
  });

  it('becomes a question when the goal does not say enough', async () => {
    expect(await byRules.rpc('plan', { goal: 'restart the interface' })).toEqual({
      planner: 'rules',
      rounds: 1,
      question: 'To restart-interface it must be known: device. Please say.',
    });
  });

  it('is offered no skill by which nodes speak to coordinators, and to the agents of runs', async () => {
    const { question } = await byRules.rpc('plan', { goal: 'brew coffee' });
    expect(question).toContain('What is meant: ');
    expect(question).toContain('restart-interface');
    expect(question).not.toMatch(/agent-task-dag|workflow,/);
  });

  it('may use named definitions only, which the caller may start', async () => {
    await expect(byRules.rpc('plan', { goal: 'anything', template: ['absent'] })).rejects.toMatchObject({
      error: {
        'error-tag': 'invalid-value',
        'error-path': '/yangent-workflows:plan/template',
        'error-message': 'there is no definition "absent" that you may start; there is none',
      },
    });
  });
});

describe('a model', () => {
  it('says of each node no more than it was asked for', async () => {
    const asks = { name: 'ask', does: 'approval', of: { question: 'now?' }, input: [], after: [] };
    const whole = node('do', 'restart-interface', { of: { skill: 'restart-interface', agent: 'fixer' } });
    answers = [{ planned: { nodes: [asks] } }, { planned: { nodes: [whole] } }, { planned: { nodes: [GOOD] } }];
    expect(await client.rpc('plan', { goal: 'restart edge-1' })).toMatchObject({ rounds: 3 });
  });

  it('has its findings fed back until its graph can run', async () => {
    answers = [
      {
        planned: {
          nodes: [node('a', 'restart-interface', { after: ['b'] }), node('b', 'brew-coffee', { after: ['a'] })],
        },
      },
      { planned: { nodes: [{ ...GOOD, input: [{ name: 'device', value: 'input.' }] }] } },
      { planned: { nodes: [GOOD] } },
    ];
    const answer = await client.rpc('plan', { goal: 'restart edge-1' });
    expect(answer).toMatchObject({
      rounds: 3,
      dag: { node: [{ name: 'restart', task: { skill: 'restart-interface' } }] },
    });
    expect(answer.planner).toMatch(/\/m-plan$/);
    const said = got.map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(said[1]).toContain('the edges lead in a circle: a -> b -> a');
    expect(said[1]).toContain('brew-coffee');
    expect(said[2]).toContain('is no expression');
  });

  it('is given up after three proposals that cannot run, and nothing runs', async () => {
    answers = [{ planned: { nodes: [node('a', 'brew-coffee')] } }];
    const answer = await client.rpc('plan', { goal: 'brew coffee' });
    expect(answer).toMatchObject({ rounds: 3, finding: [{ severity: 'error', code: 'dag-unknown-skill' }] });
    expect(answer).not.toHaveProperty('dag');
    expect(got).toHaveLength(3);
    expect(await client.rpc('list-runs', {})).toEqual({ more: false });
  });

  it('that answers no graph is told so', async () => {
    answers = [{ planned: { nodes: 'all of them' } }];
    const answer = await client.rpc('plan', { goal: 'restart' });
    expect(answer).toMatchObject({ rounds: 3, finding: [{ code: 'dag-form' }] });
  });

  it('may ask', async () => {
    answers = [{ planned: { question: 'Which device?' } }];
    expect(await client.rpc('plan', { goal: 'restart' })).toMatchObject({ rounds: 1, question: 'Which device?' });
  });

  it('that fails is replaced by the rules', async () => {
    answers = [undefined];
    expect(await client.rpc('plan', { goal: 'restart the interface of edge-1' })).toMatchObject({
      planner: 'rules',
      rounds: 1,
      dag: { node: [{ name: 'restart_interface' }] },
    });
  });

  it('is shown nothing that the caller may not find', async () => {
    await model.node.edit({
      'yangent-access:access': { user: [{ name: 'alice', password: `$0$${PASSWORD}`, group: ['runners'] }] },
      'yangent-agents:agents': { agent: [deskOf('bob')] },
    });
    await client.define('secret', { 'runner-group': ['vault'], node: [{ name: 'n', type: 'none' }] });
    answers = [{ planned: { question: 'Which?' } }];
    const alice = new Https(model, 'alice', PASSWORD);
    await client.rpc('plan', { goal: 'anything' }, alice);
    const said = JSON.stringify(got.at(-1));
    expect(said).toContain('restart-interface');
    expect(said).not.toMatch(/secret|desk/);
  });
});
