import { expect, it } from 'vitest';
import { answerSchema } from '../../../src/tasks/answers/answer-schema.js';

it('an answer is checked by each pattern of its schema', () => {
  const schema = {
    type: 'object',
    properties: { port: { type: 'string', pattern: '^[a-z]+$' }, slot: { type: 'string', pattern: '^[0-9]+$' } },
  };
  const { fitted } = answerSchema(JSON.stringify(schema));
  expect(fitted({ data: { port: 'up', slot: '7' } })).toEqual({ data: { port: 'up', slot: '7' } });
  expect(() => fitted({ data: { port: 'up', slot: 'up' } })).toThrow('"/slot" must match pattern "^[0-9]+$"');
  expect(() => fitted({ data: { port: '7', slot: '7' } })).toThrow('"/port" must match pattern "^[a-z]+$"');
});
