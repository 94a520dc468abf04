/** Rules about approvals name skills: what a hosted agent makes of the words of a task is no way around them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { deskOf, worker } from '../workflows/rig.js';

let node: TestNode;
let ann: Https;
beforeAll(async () => {
  node = await startTestNode({ agents: [worker('field', { mend: async () => 'mended' })] });
  await node.node.edit({
    'yangent-access:access': {
      user: [{ name: 'ann', password: '$0$ann-ann-ann' }],
      'approval-rule': [{ name: 'mending', action: ['yangent-tasks.assign'], skill: ['mend'] }],
    },
    'yangent-agents:agents': { agent: [deskOf('ann')] },
  });
  ann = new Https(node, 'ann', 'ann-ann-ann');
});
afterAll(async () => {
  ann.close();
  await node.stop();
});

async function assign(input: object): Promise<readonly [number, unknown]> {
  const answer = await ann.send('POST', '/restconf/operations/yangent-tasks:assign', {
    body: JSON.stringify({ 'yangent-tasks:input': { from: 'desk-of-ann', async: true, ...input } }),
  });
  return [answer.status, answer.status === 200 ? undefined : errorIn(answer)['error-app-tag']];
}

const ASKED = [403, 'aap_approval_required'];

test.each([
  ['its type', { to: 'field', type: 'mend' }, ASKED],
  ['its type in capitals', { to: 'field', type: 'MEND' }, ASKED],
  ['an objective behind a type that the agent does not have', { to: 'field', type: 'walk', objective: 'mend' }, ASKED],
  [
    'an objective, for an agent that is still to be found',
    { discover: { name: 'field' }, type: 'walk', objective: 'mend' },
    ASKED,
  ],
  ['another type that the agent has', { to: 'field', type: 'do', objective: 'mend' }, [200, undefined]],
  ['another skill, for an agent that is found by it', { discover: { skill: ['do'] }, type: 'do' }, [200, undefined]],
])('a rule about a skill concerns a task that names it by %s, or not', async (_what, input, answer) => {
  expect(await assign(input)).toEqual(answer);
});
