import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_SHAPE } from '../../../src/server/index.js';
import { type Skill, TaskFailure, type TaskRun } from '../../../src/tasks/index.js';
import { errorOf, resultOf } from '../../../src/tasks/skill/result.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT } from '../fixture.js';

let node: Fixture;
/** What the agent `bot` does. */
let skill: Skill;

beforeAll(async () => {
  node = await openFixture();
  const hosted = { execution: { kind: 'hosted' } };
  await configure(node, agentEntry('noc', ['alice']), agentEntry('bot', ['bob'], hosted));
  node.tasks.host({ id: 'bot', skills: { work: (task, run) => skill(task, run) } });
});
afterAll(async () => {
  await node.close();
  cleanUp();
});

async function expectFailure(work: Skill, error: object): Promise<void> {
  skill = work;
  const order = { from: 'noc', to: 'bot', type: 'work', policy: { 'max-attempts': 1 }, async: false };
  expect(await node.as('alice').rpc('yangent-tasks:assign', order)).toMatchObject({ state: 'failed', error });
}

describe('what a skill gives back', () => {
  it('can be nothing, a text, or artifacts', () => {
    expect(resultOf(ANY_SHAPE, undefined)).toEqual({ artifacts: [] });
    expect(resultOf(ANY_SHAPE, 'ok').artifacts).toMatchObject([{ name: 'result', value: 'ok' }]);
    const artifacts = [
      { name: 'a', url: 'https://x.example/', digest: `sha-256:${'0'.repeat(64)}` },
      { name: 'b', data: { x: [1] } },
    ];
    expect(resultOf(ANY_SHAPE, { note: 'n', artifacts })).toEqual({ note: 'n', artifacts });
    expect(resultOf(ANY_SHAPE, { quality: { accuracy: 0.9, by: 'two probes' } })).toEqual({
      artifacts: [],
      quality: [
        { name: 'accuracy', value: '0.9' },
        { name: 'by', value: 'two probes' },
      ],
    });
    expect(resultOf(ANY_SHAPE, { artifacts: [{ name: 'c', data: [1, 2] }] }).artifacts).toEqual([
      { name: 'c', value: '[1,2]', 'media-type': 'application/json' },
    ]);
  });

  it.each<[unknown, string]>([
    [7, 'the result of the skill is a number; it must be a text or { artifacts, note }'],
    [['x'], 'the result of the skill is a list; it must be a text or { artifacts, note }'],
    [
      { artifact: [] },
      'the result of the skill has no member "artifact" (did you mean \'artifacts\'?); it has artifacts, note, quality',
    ],
    [
      { artifacts: { name: 'a' } },
      "the result of the skill is refused at artifacts: the list 'artifact' is an array of objects in JSON, not an object",
    ],
    [
      { artifacts: [{ value: 'x' }] },
      "the result of the skill is refused at artifacts[0]: the key 'name' of the list 'artifact' is missing",
    ],
    [
      { artifacts: [{ name: 'a', digest: 'nonsense' }] },
      "the result of the skill is refused at artifacts[name='a']/digest: 'nonsense' does not match the pattern 'sha-256:[0-9a-f]{64}|sha-512:[0-9a-f]{128}'",
    ],
    [
      { artifacts: [{ name: 'a', odd: 1 }] },
      "the result of the skill is refused at artifacts[name='a']: there is no node 'odd' in 'artifact'",
    ],
    [
      { artifacts: [{ name: 'a', value: 42 }] },
      "the result of the skill is refused at artifacts[name='a']/value: a value of type string is a JSON string (RFC 7951 §6), not the number 42",
    ],
    [
      { artifacts: [{ name: 'a' }, { name: 'a' }] },
      "the result of the skill is refused at artifacts[name='a']: an entry of the list 'artifact' with the key 'a' stands there twice",
    ],
    [
      { note: 5 },
      'the result of the skill is refused at note: a value of type string is a JSON string (RFC 7951 §6), not the number 5',
    ],
    [
      { quality: { accuracy: true } },
      'the result of the skill has no "quality" of texts and numbers, such as { accuracy: 0.9 }',
    ],
    [
      { artifacts: [{ name: 'a', data: { big: 1n } }] },
      'the result of the skill is refused: Do not know how to serialize a BigInt',
    ],
  ])('fails the task when it is %o', async (result, message) => {
    // @ts-expect-error: what only the compiler of an author would refuse
    await expectFailure(async () => result, { code: 'internal', message });
  });

  it.each<[string, (run: TaskRun) => Promise<unknown>, string]>([
    [
      'progress of no number',
      (run) => run.progress(Number.NaN),
      'run.progress: percent is a number from 0 to 100, not NaN',
    ],
    [
      'an estimate below zero',
      (run) => run.progress(50, 'half', { estimate: -3 }),
      'run.progress(percent, note) or run.deliver(artifact) is refused at estimate: -3 does not fit uint32: 0..4294967295',
    ],
    ['progress beyond its end', (run) => run.progress(101), 'run.progress: percent is a number from 0 to 100, not 101'],
    [
      'an artifact without a name',
      // @ts-expect-error: it has no name
      (run) => run.deliver({ value: 'x' }),
      "run.progress(percent, note) or run.deliver(artifact) is refused at artifacts[0]: the key 'name' of the list 'artifact' is missing",
    ],
    [
      'a question without words',
      (run) => run.requestInput(''),
      'run.requestInput(required, { schema }) is refused at required: the length 0 is not in 1..18446744073709551615',
    ],
    [
      'a proposal without words',
      (run) => run.propose(''),
      'run.propose(content) is refused at content: the length 0 is not in 1..18446744073709551615',
    ],
    [
      'a failure without a code',
      async () => {
        // @ts-expect-error: it has no code
        throw new TaskFailure(7, 'why', { recovery: ['retry'] });
      },
      'the TaskFailure of the skill is refused at code: the number 7 fits no member type of yangent-tasks:error-code: a value of type enumeration is a JSON string (RFC 7951 §6), not the number 7; a value of type string is a JSON string (RFC 7951 §6), not the number 7; it says: why',
    ],
  ])('fails the task when it reports %s', async (_what, work, message) => {
    await expectFailure(
      async (_task, run) => {
        await work(run);
      },
      { code: 'internal', message },
    );
  });

  it('is made fit for documents, whatever characters it holds', async () => {
    const alice = node.as('alice');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const said = `\u001b[31m\u0000\ud800${text}`;
        skill = async (_task, run) => {
          await run.progress(10, said);
          if (said.length % 2) throw new Error(said);
          return { note: said, artifacts: [{ name: `n${said}`, data: { x: said } }] };
        };
        const order = { from: 'noc', to: 'bot', content: PROMPT, async: false };
        const { id, state } = await alice.rpc('yangent-tasks:assign', order);
        expect(state).toMatch(/completed|failed/);
        expect((await alice.task(id)).state).toBe(state);
      }),
      { numRuns: 30 },
    );
  });

  it('is told as an error when it throws', () => {
    expect(errorOf(ANY_SHAPE, new TaskFailure('overloaded', 'busy', { recovery: ['retry'] }))).toEqual({
      code: 'overloaded',
      message: 'busy',
      recovery: ['retry'],
    });
    expect(errorOf(ANY_SHAPE, 'plain')).toMatchObject({ code: 'internal', message: 'plain' });
  });
});
