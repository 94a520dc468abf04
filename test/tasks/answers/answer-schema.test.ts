import { describe, expect, it } from 'vitest';
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

describe('a member with the name of one that every JavaScript object has', () => {
  const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const data = (name: string, value: unknown) => JSON.parse(`{ "${name}": ${JSON.stringify(value)} }`);

  it.each(INHERITED)('is missing where it is not: %s', (name) => {
    const { fitted } = answerSchema(JSON.stringify({ type: 'object', required: [name] }));
    expect(() => fitted({ data: {} })).toThrow(`it must have required property '${name}'`);
    expect(() => fitted({ data: data(name, 1) })).not.toThrow();
  });

  it.each(INHERITED)('need not be there: %s', (name) => {
    const { fitted } = answerSchema(`{ "type": "object", "properties": { "${name}": { "type": "string" } } }`);
    expect(() => fitted({ data: {} })).not.toThrow();
    expect(() => fitted({ data: data(name, 'text') })).not.toThrow();
  });

  it.each(INHERITED)('does not ask for another one: %s', (name) => {
    const { fitted } = answerSchema(`{ "dependentRequired": { "${name}": ["site"] } }`);
    expect(() => fitted({ data: {} })).not.toThrow();
    expect(() => fitted({ data: data(name, 1) })).toThrow('site');
  });

  // ajv leaves the schema of a member "__proto__" out.
  it.each(INHERITED.slice(1))('is checked by its schema: %s', (name) => {
    const { fitted } = answerSchema(`{ "type": "object", "properties": { "${name}": { "type": "string" } } }`);
    expect(() => fitted({ data: data(name, [[1]]) })).toThrow('must be string');
  });
});
