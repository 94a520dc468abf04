/** Tasks in free text, given to agents of a node: what is done, what is asked, what is refused. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { HostedAgent, Interpreter, SkillTask, Understanding } from '../../../src/tasks/index.js';
import {
  agentEntry,
  cleanUp,
  configure,
  type Fixture,
  type FixtureOptions,
  openFixture,
  type Plain,
  temporaryDirectory,
  type User,
} from '../fixture.js';
import { LINK_INPUT } from './skills.js';

let node: Fixture;
let alice: User;
/** What the skills were called with. */
const calls: SkillTask[] = [];

async function start(options: FixtureOptions = {}, execution: Record<string, unknown> = {}): Promise<void> {
  calls.length = 0;
  node = await openFixture(options);
  alice = node.as('alice');
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('bot', ['bob'], { execution: { kind: 'hosted', ...execution } }),
  );
}

afterEach(() => node.close());
afterAll(cleanUp);

const run = async (task: SkillTask) => {
  calls.push(task);
  return 'done';
};

const DIAGNOSE = {
  run,
  input: LINK_INPUT,
  object: '{device}/{interface}',
  templates: ['diagnose the link {device}/{interface}'],
} as const;

const RESTART = {
  run,
  input: { type: 'object', required: ['device'], properties: { device: LINK_INPUT.properties.device } },
  templates: ['restart {device}'],
};

function bot(skills: HostedAgent['skills']): HostedAgent {
  return { id: 'bot', skills };
}

function assign(more: Record<string, unknown>): Promise<Plain> {
  return alice.rpc('yangent-tasks:assign', { from: 'noc', to: 'bot', async: false, ...more });
}

const question = async (id: string) => (await alice.task(id))['input-request']?.required;
const answer = (id: string, content: string) => alice.onTask(id, 'provide-input', { content });
const ends = (id: string, state: string) =>
  expect.poll(async () => (await alice.task(id)).state, { interval: 5, timeout: 5_000 }).toBe(state);

describe('a structured task', () => {
  it('is given to its skill with the defaults of its input', async () => {
    await start();
    node.tasks.host(bot({ 'diagnose-link': DIAGNOSE }));
    const input = { device: 'edge-1', interface: 'uplink' };
    expect(await assign({ type: 'diagnose-link', input })).toMatchObject({ state: 'completed' });
    expect(calls).toMatchObject([{ input: { ...input, depth: 2 } }]);
    expect(calls[0]).not.toHaveProperty('understood');
  });

  it('with input that the skill does not take is refused when it is assigned', async () => {
    await start();
    node.tasks.host(bot({ 'diagnose-link': DIAGNOSE }));
    expect(await assign({ type: 'diagnose-link', input: { device: 'EDGE' } })).toMatchObject({
      state: 'rejected',
      error: {
        code: 'invalid-input',
        message: 'skill "diagnose-link": input must have required property \'interface\'',
      },
    });
    expect(await assign({ type: 'diagnose-link' })).toMatchObject({ state: 'rejected' });
    expect(calls).toEqual([]);
  });

  it('may say its object as a prompt, in the form that the skill declares', async () => {
    await start();
    node.tasks.host(bot({ 'diagnose-link': DIAGNOSE }));
    const content =
      '##target object <object>edge-1/uplink</object> ##task description <description>look at it</description>';
    expect(await assign({ type: 'diagnose-link', content })).toMatchObject({ state: 'completed' });
    expect(calls).toMatchObject([{ input: { device: 'edge-1', interface: 'uplink' } }]);
  });
});

describe('a task in free text', () => {
  it('begins once the assigner has said yes to what was understood', async () => {
    await start();
    node.tasks.host(bot({ 'diagnose-link': DIAGNOSE, 'restart-router': RESTART }));
    const { id, state } = await assign({ objective: 'Please diagnose the link edge-1/uplink' });
    expect(state).toBe('input-required');
    expect(await question(id)).toBe(
      'Is this meant: diagnose-link {"device":"edge-1","interface":"uplink","depth":2}? Please answer yes, or say what is meant.',
    );
    expect(calls).toEqual([]);
    await answer(id, 'Yes.');
    await ends(id, 'completed');
    expect(calls).toMatchObject([
      {
        input: { device: 'edge-1', interface: 'uplink', depth: 2 },
        prompt: { object: 'edge-1/uplink' },
        understood: { by: 'rules', confidence: 0.95 },
      },
    ]);
    expect((await alice.task(id)).event).toContainEqual(
      expect.objectContaining({
        note: expect.stringMatching(/^understood by rules: diagnose-link \{"device":"edge-1"/),
      }),
    );
  });

  it('that is not confirmed is not done', async () => {
    await start();
    node.tasks.host(bot({ 'restart-router': RESTART }));
    const { id } = await assign({ objective: 'restart core-1' });
    await answer(id, 'No!');
    await ends(id, 'failed');
    expect((await alice.task(id)).error).toMatchObject({
      code: 'invalid-input',
      message: 'the assigner did not say yes to restart-router',
    });
    expect(calls).toEqual([]);
  });

  it('is corrected by the answer, and confirmed anew', async () => {
    await start();
    node.tasks.host(bot({ 'restart-router': RESTART }));
    const { id } = await assign({ objective: 'restart core-1' });
    await answer(id, 'no, I mean core-2');
    await expect.poll(() => question(id)).toContain('restart-router {"device":"core-2"}');
    await answer(id, 'go ahead');
    await ends(id, 'completed');
    expect(calls).toMatchObject([{ input: { device: 'core-2' } }]);
  });

  it('begins by itself where skill and operator allow it', async () => {
    await start();
    node.tasks.host(bot({ 'diagnose-link': { ...DIAGNOSE, freeText: 'allow' } }));
    expect(await assign({ objective: 'diagnose the link edge-1/uplink' })).toMatchObject({ state: 'completed' });
  });

  it.each([
    ['refuse', 'rejected'],
    ['confirm', 'input-required'],
  ])('of an agent for which the operator says %s is %s, whatever its skill says', async (rule, state) => {
    await start({}, { 'free-text': rule });
    node.tasks.host(bot({ 'diagnose-link': { ...DIAGNOSE, freeText: 'allow' } }));
    const words = { objective: 'diagnose the link edge-1/uplink' };
    expect(await assign(words)).toMatchObject({ state });
    expect(await assign({ ...words, type: 'diagnose-link' })).toMatchObject({ state });
    expect(calls).toEqual([]);
    const input = { device: 'edge-1', interface: 'uplink' };
    expect(await assign({ ...words, type: 'diagnose-link', input })).toMatchObject({ state: 'completed' });
  });

  it('for a skill that takes the text as it is, is refused or confirmed where the operator says so', async () => {
    await start({}, { 'free-text': 'confirm' });
    node.tasks.host(bot({ work: run }));
    const { id, state } = await assign({ objective: 'do the work' });
    expect(state).toBe('input-required');
    expect(await question(id)).toContain('This would be done by work');
    await answer(id, 'yes');
    await ends(id, 'completed');
    await configure(node, agentEntry('bot', ['bob'], { execution: { kind: 'hosted', 'free-text': 'refuse' } }));
    expect(await assign({ objective: 'do the work' })).toMatchObject({
      state: 'rejected',
      error: { code: 'invalid-input', message: expect.stringContaining('takes no free text') },
    });
    expect(calls).toHaveLength(1);
  });

  it('for an attached agent that refuses it must name one of the skills of its profile', async () => {
    await start();
    await configure(node, agentEntry('robot', ['bob'], { execution: { kind: 'attached', 'free-text': 'refuse' } }));
    const to = { to: 'robot', async: true };
    expect(await assign({ ...to, objective: 'diagnose that link' })).toMatchObject({
      state: 'rejected',
      error: { code: 'lack-of-skills', message: expect.stringContaining('takes no free text') },
    });
    expect(await assign({ ...to, type: 'diagnose-link' })).toMatchObject({ state: 'accepted' });
  });

  it('that lacks something is asked about, and what is given as data is enough', async () => {
    await start();
    node.tasks.host(bot({ 'diagnose-link': { ...DIAGNOSE, freeText: 'allow' } }));
    const { id } = await assign({ type: 'diagnose-link', objective: 'the link is broken' });
    const asked = (await alice.task(id))['input-request'];
    expect(asked.required).toContain('device (name of the device)');
    expect(JSON.parse(asked.schema)).toEqual({ ...LINK_INPUT, type: ['object', 'string'] });
    await alice.onTask(id, 'provide-input', { data: { device: 'edge-9', interface: 'uplink' } });
    await ends(id, 'completed');
    expect(calls).toMatchObject([{ input: { device: 'edge-9', interface: 'uplink', depth: 2 } }]);
  });

  it('that stays unclear fails after as many questions as are allowed', async () => {
    await start({ interpretationLimits: { questions: 2 } });
    node.tasks.host(bot({ 'diagnose-link': DIAGNOSE }));
    const { id } = await assign({ type: 'diagnose-link', objective: 'the link is broken' });
    for (let asked = 1; asked <= 2; asked++) {
      await expect.poll(async () => (await alice.task(id)).state).toBe('input-required');
      await answer(id, 'I really do not know what you are talking about');
    }
    await ends(id, 'failed');
    expect((await alice.task(id)).error).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('after 2 questions it is still not clear what is to be done'),
    });
  });

  it('that asks for nothing the agent can do fails for lack of skills', async () => {
    await start();
    node.tasks.host(bot({ 'diagnose-link': DIAGNOSE }));
    expect(await assign({ objective: 'Brew coffee' })).toMatchObject({
      state: 'failed',
      error: {
        code: 'lack-of-skills',
        message: 'the text asks for nothing that the agent can do; it can diagnose-link',
      },
    });
  });

  it('is not asked about again after a restart', async () => {
    const directory = temporaryDirectory();
    await start({ directory });
    node.tasks.host(bot({ 'restart-router': { ...RESTART, freeText: 'allow' } }));
    const { id } = await assign({ objective: 'restart the router' });
    expect(await question(id)).toContain('device');
    await node.close();
    node = await openFixture({
      directory,
      prepare: ({ tasks }) => void tasks.host(bot({ 'restart-router': { ...RESTART, freeText: 'allow' } })),
    });
    alice = node.as('alice');
    await answer(id, 'core-3');
    await ends(id, 'completed');
    expect(calls).toMatchObject([{ input: { device: 'core-3' } }]);
    expect((await alice.task(id))['provided-input']).toHaveLength(1);
  });
});

describe('another interpreter', () => {
  const heard: string[] = [];
  const interpreter = (understanding: unknown): Interpreter => ({
    name: 'oracle',
    interpret: async ({ text }, skills) => {
      heard.push(`${text} -> ${skills.map(({ name }) => name)}`);
      if (understanding instanceof Error) throw understanding;
      return understanding as Understanding;
    },
  });
  const allowed = { 'diagnose-link': { ...DIAGNOSE, freeText: 'allow' as const } };
  const words = { objective: 'diagnose the link edge-1/uplink' };

  it('is used, and told which skills there are', async () => {
    heard.length = 0;
    const parameters = { device: 'edge-5', interface: 'x' };
    await start({ interpreter: interpreter({ type: 'diagnose-link', parameters, confidence: 0.8 }) });
    node.tasks.host(bot({ ...allowed, 'restart-router': { ...RESTART, freeText: 'refuse' } }));
    expect(await assign(words)).toMatchObject({ state: 'completed' });
    expect(heard).toEqual(['diagnose the link edge-1/uplink -> diagnose-link']);
    expect(calls).toMatchObject([
      { input: { ...parameters, depth: 2 }, understood: { by: 'oracle', confidence: 0.8 } },
    ]);
  });

  it.each([
    [
      'another skill',
      { type: 'restart-router', parameters: { device: 'core-1' }, confidence: 1 },
      'What is to be done: diagnose-link',
    ],
    ['wrong input', { type: 'diagnose-link', parameters: { device: 'rm -rf' }, confidence: 1 }, 'required property'],
    [
      'more than the input',
      { type: 'diagnose-link', parameters: { device: 'edge-1', interface: 'x', sudo: true }, confidence: 1 },
      'must NOT have additional properties',
    ],
    [
      'a guess',
      { type: 'diagnose-link', parameters: { device: 'edge-1', interface: 'x' }, confidence: 0.2 },
      'Is this meant',
    ],
    [
      'a strange confidence',
      { type: 'diagnose-link', parameters: { device: 'edge-1', interface: 'x' }, confidence: 99 },
      'Is this meant',
    ],
    ['a question', { question: 'Which\u0000 one?' }, 'Which\ufffd one?'],
  ])('that gives %s makes a question of it, and nothing begins', async (_, understanding, asked) => {
    await start({ interpreter: interpreter(understanding) });
    node.tasks.host(bot({ ...allowed, 'restart-router': { ...RESTART, freeText: 'refuse' } }));
    const { id, state } = await assign(words);
    expect(state).toBe('input-required');
    expect(await question(id)).toContain(asked);
    expect(calls).toEqual([]);
  });

  it.each<[string, Interpreter]>([
    ['fails', interpreter(new Error('no such host'))],
    ['does not answer', { name: 'slow', interpret: () => new Promise(() => undefined) }],
  ])('that %s is replaced by the rules', async (_, failing) => {
    await start({ interpreter: failing, interpretationLimits: { time: 30 } });
    node.tasks.host(bot(allowed));
    expect(await assign(words)).toMatchObject({ state: 'completed' });
    expect(calls).toMatchObject([{ understood: { by: 'rules' } }]);
  });

  it('is not shown a text that is too long', async () => {
    heard.length = 0;
    await start({ interpreter: interpreter(undefined), interpretationLimits: { longestText: 100 } });
    node.tasks.host(bot(allowed));
    const { id } = await assign({ objective: `diagnose the link ${'x'.repeat(200)}` });
    expect(await question(id)).toContain('at most 100 are interpreted');
    expect(heard).toEqual([]);
  });
});

describe('a skill', () => {
  it('can ask what a text means, for skills of its agent and for forms of its own', async () => {
    await start();
    const heard: Understanding[] = [];
    node.tasks.host(
      bot({
        'diagnose-link': DIAGNOSE,
        work: async (_task, taskRun) => {
          heard.push(await taskRun.interpret('diagnose the link edge-1/uplink'));
          const place = {
            input: { type: 'object', required: ['road'], properties: { road: { type: 'string', pattern: '^A\\d+$' } } },
          };
          heard.push(await taskRun.interpret('it happened on the A7', { place }));
          heard.push(await taskRun.interpret('it happened somewhere', { place }));
        },
      }),
    );
    expect(await assign({ type: 'work' })).toMatchObject({ state: 'completed' });
    expect(heard).toMatchObject([
      { type: 'diagnose-link', parameters: { device: 'edge-1' } },
      { type: 'place', parameters: { road: 'A7' } },
      { question: 'To place it must be known: road. Please say.' },
    ]);
    expect(calls).toEqual([]);
  });
});
