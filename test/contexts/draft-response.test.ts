/** The response in an entry of the draft's context: the receiver's to give, once; and nodes of the draft that nobody carries. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain, type User } from '../tasks/fixture.js';

let node: Fixture;
let alice: User;
let carol: User;
const TIME = '2025-04-21T14:19:00Z';
const PATH = "/irtf-agent:context[id='q1']";

beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
  carol = node.as('carol');
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
  await alice.edit({ 'irtf-agent:data-params': [{ id: 'plan', dataType: 'text', data: 'the plan' }] });
  await alice.edit({ 'irtf-agent:context': [request] });
  await carol.edit({ 'irtf-agent:data-params': [{ id: 'photo', dataType: 'text', data: 'a photo' }] });
});
afterEach(() => node.close());
afterAll(cleanUp);

const request = {
  id: 'q1',
  sendFrom: 'noc',
  sendTo: 'crew',
  'request-info': { content: 'how does it look?', dataParam: 'plan', time: TIME },
};
const response = { 'response-info': { dataParam: 'photo', time: TIME } };
const header = { id: 'q1', sendFrom: 'noc', sendTo: 'crew' };
const write = (user: User, entry: Plain, how?: 'merge' | 'replace') =>
  user.edit({ 'irtf-agent:context': [entry] }, how);

describe('the response of an entry', () => {
  it.each([
    ['nothing else', { id: 'q1', ...response }],
    ['the header only', { ...header, ...response }],
    ['the whole entry', { ...request, ...response }],
  ])('is given by its receiver with %s, and both sides read all of it', async (_, entry) => {
    await write(carol, entry);
    for (const user of [alice, carol]) {
      expect(await user.read(PATH)).toEqual({ ...request, ...response });
      expect(await user.read("/irtf-agent:data-params[id='photo']")).toMatchObject({ data: 'a photo' });
      expect(await user.read("/irtf-agent:data-params[id='plan']")).toMatchObject({ data: 'the plan' });
    }
  });

  it('may come in one edit with the data it names', async () => {
    await carol.edit({
      'irtf-agent:data-params': [{ id: 'note', dataType: 'text', data: 'a note' }],
      'irtf-agent:context': [{ ...header, 'response-info': { dataParam: 'note', time: TIME } }],
    });
    expect(await alice.read("/irtf-agent:data-params[id='note']")).toMatchObject({ data: 'a note' });
  });

  it('is given once; the same again is the same', async () => {
    await write(carol, { ...header, ...response });
    await write(carol, { ...header, ...response });
    await carol.edit({ 'irtf-agent:data-params': [{ id: 'other', dataType: 'text', data: 'another' }] });
    await expect(
      write(carol, { ...header, 'response-info': { dataParam: 'other', time: TIME } }),
    ).rejects.toMatchObject({ tag: 'data-exists' });
    expect(await alice.read(PATH)).toMatchObject(response);
  });

  it('is not written by the sender, neither with the request nor later', async () => {
    const own = { 'response-info': { dataParam: 'plan', time: TIME } };
    await expect(write(alice, { ...request, ...own })).rejects.toMatchObject({ tag: 'access-denied' });
    await expect(write(alice, { ...request, id: 'q2', ...own })).rejects.toMatchObject({ tag: 'access-denied' });
    expect(await carol.read(PATH)).toEqual(request);
  });

  it('changes nothing of the request', async () => {
    const other = { ...request, 'request-info': { content: 'all well?', time: TIME } };
    await expect(write(carol, { ...other, ...response })).rejects.toMatchObject({ tag: 'access-denied' });
    expect(await alice.read(PATH)).toEqual(request);
  });

  it('names data which the receiver may read itself', async () => {
    await alice.edit({ 'irtf-agent:data-params': [{ id: 'secret', dataType: 'text', data: 'x' }] });
    await expect(
      write(carol, { ...header, 'response-info': { dataParam: 'secret', time: TIME } }),
    ).rejects.toMatchObject({ tag: 'data-missing' });
  });
});

it.each([
  ['msg-base', { 'irtf-agent:msg-base': { 'task-sendFrom': 'noc', content: 'secret words' } }],
  ['data', { 'irtf-agent:data': { 'irtf-agent:note': 'x' } }],
])('%s is refused: it would reach no agent', async (name, document) => {
  const admin = node.as('admin', { groups: ['admin', 'operator'] });
  await expect(admin.edit(document)).rejects.toMatchObject({
    tag: 'operation-not-supported',
    message: expect.stringContaining('irtf-agent:tasks'),
  });
  expect(await admin.read(`/irtf-agent:${name}`)).toBeUndefined();
});
