import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAgent, outputOf, type SkillResult } from '../../../src/tasks/index.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain } from '../fixture.js';

let node: Fixture;

beforeEach(async () => {
  node = await openFixture();
  const hosted = { execution: { kind: 'hosted' } };
  await configure(node, agentEntry('noc', ['alice']), agentEntry('bot', ['bob'], hosted));
});
afterEach(() => node.close());
afterAll(cleanUp);

const output = {
  type: 'object',
  properties: {
    report: { type: 'string', minLength: 3 },
    levels: {
      type: 'object',
      properties: { mean: { type: 'number' } },
      required: ['mean'],
      additionalProperties: false,
    },
    graph: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
  },
  required: ['report'],
  additionalProperties: false,
} as const;

/** Has a skill give these results, one an attempt, and gives the task at its end. */
async function resultOf(results: readonly SkillResult[], policy: Plain = { 'max-attempts': 1 }): Promise<Plain> {
  const left = [...results];
  const stop = node.tasks.host({ id: 'bot', skills: { measure: { output, run: async () => left.shift() } } });
  const order = { from: 'noc', to: 'bot', type: 'measure', policy, async: false };
  const done = await node.as('alice').rpc('yangent-tasks:assign', order);
  stop();
  return done;
}

const report = { name: 'report', value: 'dark' };

describe('the declared output of a skill', () => {
  it.each<[string, SkillResult]>([
    ['text', { artifacts: [report] }],
    ['data', { artifacts: [report, { name: 'levels', data: { mean: -61.5 } }] }],
    ['an address', { artifacts: [report, { name: 'graph', url: 'https://bot.example/1.png' }] }],
  ])('lets a result with %s through', async (_what, result) => {
    expect(await resultOf([result])).toMatchObject({ state: 'completed' });
  });

  it.each<[SkillResult, string]>([
    ['dark', "it must have required property 'report'"],
    [undefined, "it must have required property 'report'"],
    [{ artifacts: [{ name: 'report', value: 'no' }] }, '"/report" must NOT have fewer than 3 characters'],
    [{ artifacts: [report, { name: 'levels', data: { mean: 'low' } }] }, '"/levels/mean" must be number'],
    [{ artifacts: [report, { name: 'graph', value: 'x' }] }, '"/graph" must be object'],
    [{ artifacts: [report, { name: 'notes', value: 'x' }] }, 'it must NOT have additional properties ("notes")'],
  ])('fails a task with the result %j and names the member', async (result, problem) => {
    expect(await resultOf([result])).toMatchObject({
      state: 'failed',
      error: {
        code: 'invalid-output',
        message: `the result of skill "measure" is not as its output says: ${problem}`,
        recovery: ['retry', 'escalate'],
      },
    });
  });

  it('has a wrong result tried again, as the policy says', async () => {
    const right = { artifacts: [report] };
    expect(await resultOf(['wrong', right], {})).toMatchObject({ state: 'completed', artifact: [report] });
    expect(await resultOf(['wrong', right], { 'never-retry': ['invalid-output'] })).toMatchObject({ state: 'failed' });
  });

  it('counts artifacts that were delivered before the end', async () => {
    node.tasks.host({
      id: 'bot',
      skills: { measure: { output, run: async (_task, run) => void (await run.deliver(report)) } },
    });
    const order = { from: 'noc', to: 'bot', type: 'measure', async: false };
    expect(await node.as('alice').rpc('yangent-tasks:assign', order)).toMatchObject({ state: 'completed' });
  });

  it.each([
    [{ type: 'string' }, 'agent "a": skill "x": the schema of its output must have "type": "object"'],
    [{ type: 'object', propertys: {} }, 'the schema of its output is wrong: strict mode: unknown keyword: "propertys"'],
    [
      { type: 'object', properties: { a: { pattern: '(?=a)' } } },
      'the schema of its output is wrong: the pattern "(?=a)" cannot be checked in bounded time',
    ],
    [
      { type: 'object', properties: { a: { $ref: '#' } } },
      'the schema of its output is wrong: a reference ("$ref") comes back to where it stands',
    ],
  ])('is refused with the agent when it is %j', (schema, message) => {
    const agent = { id: 'a', skills: { x: { output: schema, run: async () => undefined } } };
    expect(() => defineAgent(agent)).toThrow(message);
  });
});

it('the output of a task has a member for each artifact', () => {
  expect(
    outputOf([
      { name: 'text', value: 'old' },
      { name: 'text', value: 'new' },
      { name: 'data', data: { a: 1 } },
      { name: 'far', url: 'https://x.example/' },
      { name: 'bulk', 'data-param': 'p-1', digest: 'sha-256:00' },
      { name: 'kept', 'data-param': 'p-2' },
      { name: 'told', description: 'of nothing' },
    ]),
  ).toEqual({
    text: 'new',
    data: { a: 1 },
    far: { url: 'https://x.example/' },
    bulk: { 'data-param': 'p-1', digest: 'sha-256:00' },
    kept: { 'data-param': 'p-2' },
    told: null,
  });
});
