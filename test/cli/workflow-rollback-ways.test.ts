import { expect, test } from 'vitest';
import { outcomeText } from '../../src/cli/workflow/print.js';
import type { Run } from '../../src/cli/workflow/records.js';

const silent = { agent: 'silent', node: 'look', item: 0 };
const escalated = (state: 'notifying' | 'compensating', answer: 'expired' | 'acknowledged'): Run =>
  ({
    ...{ id: 'r1', state: 'escalated', 'state-reason': 'agent "silent" is silent' },
    step: [
      { node: 'look', item: 0, generation: 1, state: 'yangent-workflows:completed', agent: ['silent'] },
      { node: 'cut', item: 0, generation: 1, state: 'yangent-workflows:failed', agent: ['cutter'] },
    ],
    rollback: [{ number: 1, to: '1', state, acknowledgement: [{ ...silent, state: answer }] }],
  }) as unknown as Run;

test('a run that waits on its way back names the commands for the agent that is silent, and no others', () => {
  expect(outcomeText(escalated('notifying', 'expired')).split('\n')).toEqual([
    'escalated: agent "silent" is silent',
    'an operator decides how it goes on:',
    '  yangent workflow acknowledge r1 --agent silent --reason TEXT  goes on without its answer',
    '  yangent workflow cancel r1                                    gives the way back up',
  ]);
});

test('after all answers it names the agent that could not undo its step', () => {
  expect(outcomeText(escalated('compensating', 'acknowledged'))).toContain(
    '  yangent workflow acknowledge r1 --agent cutter --reason TEXT  goes on without what it could not undo',
  );
});
