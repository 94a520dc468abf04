import { expect, test } from 'vitest';
import { sentText } from '../../src/cli/session/send.js';

test.each([
  [{ id: 'm-1', sequence: '7' }, '#7 in R1-R2'],
  // A refusal names this identifier later.
  [{ id: 'm-1', status: 'accepted' }, 'stored for R1-R2 as message m-1, and on its way to the node that is its home'],
])('a message that was sent is told with its number, or with its identifier: %j', (answer, said) => {
  expect(sentText(answer, 'R1-R2')).toBe(said);
});
