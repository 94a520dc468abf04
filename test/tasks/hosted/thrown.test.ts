/** Skills can throw anything. */
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { TaskFailure } from '../../../src/tasks/index.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT, type User } from '../fixture.js';

let node: Fixture;
let alice: User;

beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
  await configure(node, agentEntry('noc', ['alice']), agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }));
});
afterEach(() => node.close());
afterAll(cleanUp);

async function outcome(skill: () => unknown) {
  node.tasks.host({ id: 'bot', skills: { work: async () => skill() as undefined } });
  const task = { from: 'noc', to: 'bot', content: PROMPT, policy: { 'max-attempts': 1 } };
  const { id } = await alice.rpc('yangent-tasks:assign', { ...task, async: true });
  await expect.poll(async () => (await alice.task(id)).state, { interval: 5, timeout: 5_000 }).toBe('failed');
  return (await alice.task(id)).error;
}

const refusal = () => {
  throw new Error('do not look');
};
const hostile = new Proxy({}, { get: refusal, getPrototypeOf: refusal, ownKeys: refusal, has: refusal });
const hidden = Object.defineProperty(new Error('x'), 'message', { get: refusal });
const circular = new Error('goes round');
circular.cause = circular;
const list = Object.assign(new TaskFailure('busy', 'later'), { recovery: [{ toJSON: refusal }] });

it.each([
  ['an error whose message throws', hidden, 'something was thrown that has no text'],
  ['a proxy', hostile, 'something was thrown that has no text'],
  ['a proxy of an error', new Proxy(new Error('behind'), {}), 'behind'],
  ['null', null, 'null'],
  ['a symbol', Symbol('odd'), 'Symbol(odd)'],
  ['an object without a prototype', Object.create(null), 'something was thrown that has no text'],
  ['an error that is its own cause', circular, 'goes round'],
  ['a failure whose members cannot be written', list, 'do not look; it says: later'],
  ['an error whose message is no text', Object.assign(new Error(), { message: { a: 1 } }), '[object Object]'],
])('a skill that throws %s has failed', async (_what, thrown, message) => {
  const error = await outcome(() => {
    throw thrown;
  });
  expect(error).toMatchObject({ code: 'internal', message });
});

it.each([
  ['which is a proxy', hostile],
  [
    'with a member that throws',
    {
      artifacts: [hidden],
      get note(): string {
        return refusal();
      },
    },
  ],
])('a skill with a result %s has failed', async (_what, result) => {
  expect(await outcome(() => result)).toMatchObject({ code: 'internal' });
});

it('a long error is kept with its begin', async () => {
  const error = await outcome(() => {
    throw new Error(`it broke ${'x'.repeat(5_000_000)}`);
  });
  expect(error).toMatchObject({
    message: expect.stringMatching(/^it broke x.*… \[cut; the text had 5000009 characters\]$/),
  });
  expect(String(error?.message)).toHaveLength(4_096);
});
