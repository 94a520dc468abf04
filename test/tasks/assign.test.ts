import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT } from './fixture.js';

let node: Fixture;

beforeEach(async () => {
  node = await openFixture();
  await configure(node, agentEntry('noc', ['alice']), agentEntry('ip-fault', ['bob'], { execution: { kind: 'hosted' } }));
});
afterEach(() => node.close());
afterAll(cleanUp);

describe('assigning a task', () => {
  it('answers a synchronous assignment with the result of the hosted skill', async () => {
    node.tasks.host({ id: 'ip-fault', skills: { 'diagnose-link': async (task) => `${task.prompt.object} is unplugged` } });
    const answer = await node.as('alice').rpc('yangent-tasks:assign', { from: 'noc', to: 'ip-fault', 'task-id': 't1', content: PROMPT, async: false });
    expect(answer).toMatchObject({ 'task-id': 't1', to: 'ip-fault', state: 'completed', artifact: [{ name: 'result', value: 'cell-1 is unplugged' }] });
    const states = (await node.as('alice').task(answer.id)).event.map((event: { state: string }) => event.state);
    expect(states).toEqual(['submitted', 'accepted', 'running', 'completed']);
  });
});
