import { expect, test } from 'vitest';
import { skillNamed } from '../../../src/tasks/skill/skill-choice.js';

test.each([
  ['the type', { type: 'mend', objective: 'look' }, 'mend'],
  ['the type in another case, as queries for agents find it', { type: 'MEND', objective: 'look' }, 'mend'],
  ['the type letter by letter before one in another case', { type: 'Look' }, 'Look'],
  ['the objective where the type names none', { type: 'task', objective: ' look ' }, 'look'],
  ['no skill for words about one', { objective: 'mend the link' }, undefined],
])('a task names a skill by %s', (_what, description, named) => {
  expect(skillNamed(['mend', 'look', 'Look'], description)).toBe(named);
});
