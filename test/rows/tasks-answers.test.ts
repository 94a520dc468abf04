/** An executor says by a JSON Schema what input it needs: the node refuses a schema that it cannot check by, and an answer that does not fit. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Plain, register, TASKS_XML, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();

beforeAll(async () => {
  await register(rig, 'alice', 'noc');
  await register(rig, 'carol', 'crew');
});

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['site'],
  additionalProperties: false,
  properties: {
    site: { type: 'string', pattern: '^[a-z]+-\\d+$' },
    door: { enum: ['front', 'back'] },
    floor: { type: 'integer', maximum: 9 },
    keys: { type: 'array', items: { type: 'string' } },
    ports: { type: 'array', uniqueItems: true, items: { $ref: '#/$defs/port' } },
  },
  $defs: { port: { type: 'object', properties: { speed: { type: 'number' } } } },
};

/** A task that carol executes. */
async function running(): Promise<string> {
  const { output } = await rig.operation('alice', 'yangent-tasks:assign', { from: 'noc', to: 'crew', type: 'repair' });
  expect((await rig.onTask('carol', output.id, 'claim', {})).output.state).toBe('running');
  return output.id;
}
const ask = (id: string, schema: unknown) =>
  rig.onTask('carol', id, 'request-input', { required: 'where?', schema: JSON.stringify(schema) });
async function asking(schema: unknown): Promise<string> {
  const id = await running();
  expect(await ask(id, schema)).toMatchObject({ status: 200, output: { state: 'input-required' } });
  return id;
}
const answer = (id: string, given: Plain) => rig.onTask('alice', id, 'provide-input', given);
const recordOf = async (id: string): Promise<Plain> =>
  (await rig.operation('carol', 'yangent-tasks:query', { id })).output.task;
const REFUSED = 'the answer is not what the executor asked for (input-request/schema): ';

describe('an answer', () => {
  it.each([
    [{ data: {} }, "it must have required property 'site'"],
    [{ data: { site: 'Roof' } }, '"/site" must match pattern "^[a-z]+-\\d+$"'],
    [
      { data: { site: 'roof-1', door: 'side' } },
      '"/door" must be equal to one of the allowed values: ["front","back"]',
    ],
    [{ data: { site: 'roof-1', floor: 12 } }, '"/floor" must be <= 9'],
    [{ data: { site: 'roof-1', flor: 1 } }, 'it must NOT have additional properties ("flor")'],
    [{ data: { site: 'roof-1', ports: [{ speed: 'fast' }] } }, '"/ports/0/speed" must be number'],
    [{ data: { site: 'roof-1', ports: [{ speed: 1 }, { speed: 1 }] } }, '"/ports" must NOT have duplicate items'],
    [{ content: 'on the roof' }, 'it must be object'],
    [{ content: '{"site":7}' }, '"/site" must be string'],
    [{ content: 'see there', data: { site: 7.5 } }, '"/site" must match pattern "^[a-z]+-\\d+$"'],
  ])('that does not fit is refused, and nothing of it is kept: %j', async (given, problem) => {
    const id = await asking(SCHEMA);
    const before = await recordOf(id);
    const path = `/yangent-tasks:provide-input/${'data' in given ? 'data' : 'content'}`;
    const refused = await answer(id, given);
    expect(refused).toMatchObject({ status: 400, output: { 'error-tag': 'invalid-value', 'error-path': path } });
    expect(refused.output['error-message']).toContain(REFUSED);
    if (!('content' in given && 'data' in given)) expect(refused.output['error-message']).toBe(`${REFUSED}${problem}`);
    expect(await recordOf(id)).toEqual(before);
    expect(before).toMatchObject({ state: 'input-required', 'input-request': { schema: JSON.stringify(SCHEMA) } });
  });

  it('is needed besides the data it refers to', async () => {
    const id = await asking(SCHEMA);
    expect((await rig.http('alice', 'PUT', '/data/plan', 'a plan', 'text/plain')).status).toBe(201);
    expect(await answer(id, { 'data-param': ['plan'] })).toMatchObject({
      status: 400,
      output: { 'error-tag': 'invalid-value', 'error-message': `${REFUSED}it is missing` },
    });
    expect((await rig.http('carol', 'GET', '/data/plan')).status).toBe(404);
  });

  it('that fits reaches the executor', async () => {
    const data = { site: 'roof-1', door: 'back', floor: 3, ports: [{ speed: 1 }, { speed: 2 }] };
    const id = await asking(SCHEMA);
    expect(await answer(id, { data })).toMatchObject({ status: 200, output: { state: 'running' } });
    expect(await recordOf(id)).toMatchObject({ state: 'running', 'provided-input': [{ sequence: 1, data }] });
  });

  it('may come as the text of its JSON, or be a text', async () => {
    const asJson = await asking(SCHEMA);
    const content = '{"site":"roof-1"}';
    expect(await answer(asJson, { content })).toMatchObject({ status: 200 });
    expect(await recordOf(asJson)).toMatchObject({ 'provided-input': [{ content }] });
    const word = await asking({ type: 'string', enum: ['yes', 'no'] });
    expect(await answer(word, { content: 'perhaps' })).toMatchObject({
      status: 400,
      output: { 'error-message': `${REFUSED}it must be equal to one of the allowed values: ["yes","no"]` },
    });
    expect(await answer(word, { content: 'yes' })).toMatchObject({ status: 200 });
  });

  it('through NETCONF, where numbers are texts and a list of one is its entry, is what the schema makes of it', async () => {
    const id = await asking(SCHEMA);
    const given = (data: string) =>
      rig.netconf(
        'alice',
        `<action xmlns="urn:ietf:params:xml:ns:yang:1"><tasks xmlns="${TASKS_XML}"><task><id>${id}</id><provide-input><data>${data}</data></provide-input></task></tasks></action>`,
      );
    const refused = await given('<site xmlns="">roof-1</site><floor xmlns="">high</floor>');
    expect(refused).toContain('<error-tag>invalid-value</error-tag>');
    expect(refused).toContain(`${REFUSED}"/floor" must be integer`);
    expect(await given('<site xmlns="">roof-1</site><floor xmlns="">3</floor><keys xmlns="">red</keys>')).toContain(
      '<state xmlns="urn:yangent:params:xml:ns:yang:yangent-tasks">running</state>',
    );
    expect((await recordOf(id))['provided-input'][0].data).toEqual({ site: 'roof-1', floor: 3, keys: ['red'] });
  });

  it('that would take long to check is checked soon, or refused', async () => {
    const items = { type: 'array', uniqueItems: true };
    const id = await asking({
      type: 'object',
      properties: { list: items, text: { type: 'string', pattern: '^(a+)+$' } },
    });
    const list = Array.from({ length: 20_000 }, (_, at) => ({ at }));
    const began = performance.now();
    expect((await answer(id, { data: { list: [...list, { at: 0 }] } })).output['error-message']).toContain('duplicate');
    expect((await answer(id, { data: { text: `${'a'.repeat(20_000)}b` } })).output['error-message']).toContain(
      'pattern',
    );
    expect(await answer(id, { data: { text: 'a'.repeat(4_000_000) } })).toMatchObject({
      status: 413,
      output: { 'error-tag': 'too-big', 'error-path': '/yangent-tasks:provide-input/data' },
    });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await recordOf(id)).state).toBe('input-required');
  });
});

/** Each refers twice to the next. */
const doubled = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `d${at}`,
    at === 39 ? { type: 'string' } : { anyOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
  ]),
);

describe('a schema', () => {
  const unfit = 'the schema is no JSON Schema (2020-12) by which answers can be checked: ';

  it.each([
    ['no JSON', '{', /JSON/],
    ['no object', '7', /it is not an object/],
    ['no JSON Schema', { type: 'strin' }, /\/type must be equal to one of the allowed values/],
    ['of another dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, /"\$schema" names/],
    ['with no regular expression', { pattern: '(' }, /the pattern "\(" cannot be checked in bounded time/],
    ['with a pattern that may not end', { pattern: '^(?=(a+)+$)' }, /it looks ahead or behind/],
    ['with such a pattern of names', { patternProperties: { '(a)\\1': {} } }, /it refers back to a group/],
    ['that leaves itself', { $ref: 'http://127.0.0.1:9/x' }, /leaves the schema/],
    ['that leads nowhere', { $ref: '#/$defs/none' }, /leads nowhere/],
    ['without end', { $ref: '#' }, /comes back/],
    [
      'without end in two steps',
      { $ref: '#/$defs/a', $defs: { a: { not: { $ref: '#/$defs/b' } }, b: { $ref: '#/$defs/a' } } },
      /comes back/,
    ],
    ['that multiplies', { $ref: '#/$defs/d0', $defs: doubled }, /with its references followed it has \d+ parts/],
  ])('is refused when input is asked for by one %s', async (_title, schema, problem) => {
    const id = await running();
    const before = await recordOf(id);
    const text = typeof schema === 'string' ? schema : JSON.stringify(schema);
    const refused = await rig.onTask('carol', id, 'request-input', { required: 'where?', schema: text });
    expect(refused).toMatchObject({
      status: 400,
      output: { 'error-tag': 'invalid-value', 'error-path': '/yangent-tasks:request-input/schema' },
    });
    expect(refused.output['error-message']).toContain(unfit);
    expect(refused.output['error-message']).toMatch(problem);
    expect(await recordOf(id)).toEqual(before);
  });

  it('is refused when it is too long', async () => {
    const id = await running();
    expect(await ask(id, { description: 'x'.repeat(65_536) })).toMatchObject({
      status: 413,
      output: { 'error-tag': 'too-big', 'error-path': '/yangent-tasks:request-input/schema' },
    });
    expect((await recordOf(id)).state).toBe('running');
  });
});
