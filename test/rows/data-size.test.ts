/** What is said of the size of data (`dataSize` of the draft) must be so, where the node has the data. */
import { describe, expect, it } from 'vitest';
import { type Plain, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();
const pathOf = (id: string) => `/restconf/data/irtf-agent:data-params=${id}`;
const write = (method: 'PUT' | 'PATCH', id: string, more: Plain) =>
  rig.http('alice', method, pathOf(id), { 'irtf-agent:data-params': [{ id, dataType: 'text', ...more }] });
const entry = async (id: string): Promise<Plain> => {
  const { status, body } = await rig.http('alice', 'GET', pathOf(id));
  return status === 200 ? JSON.parse(body)['irtf-agent:data-params'][0] : status;
};
const refusal = (id: string, message: string) => ({
  'error-type': 'application',
  'error-tag': 'invalid-value',
  'error-path': `/irtf-agent:data-params[id='${id}']/dataSize`,
  'error-message': message,
});
const errorOf = ({ body }: { readonly body: string }): Plain => JSON.parse(body)['ietf-restconf:errors'].error[0];

describe('dataSize', () => {
  it('counts octets, not characters, and another number is refused', async () => {
    const refused = await write('PUT', 'word', { data: 'Grüße', dataSize: '5' });
    expect(refused.status).toBe(400);
    expect(errorOf(refused)).toEqual(
      refusal(
        'word',
        'dataSize says 5, but data parameter "word" has 7 octets; say 7, leave dataSize out, or send all of the data',
      ),
    );
    expect(await entry('word')).toBe(404);
    expect((await write('PUT', 'word', { data: 'Grüße', dataSize: '7' })).status).toBe(201);
    expect(await entry('word')).toMatchObject({ data: 'Grüße', dataSize: '7' });
  });

  it('is refused over NETCONF likewise', async () => {
    const reply = await rig.netconf(
      'alice',
      `<edit-config><target><running/></target><config><data-params xmlns="urn:ietf:params:xml:ns:yang:irtf-agent">
        <id>wire</id><dataType>text</dataType><dataSize>3</dataSize><data>four</data></data-params></config></edit-config>`,
    );
    expect(reply).toContain('<error-tag>invalid-value</error-tag>');
    expect(reply).toContain('dataSize says 3, but data parameter "wire" has 4 octets');
    expect(await entry('wire')).toBe(404);
  });

  it('holds for the data it was said of: changed alone it must fit, and other data come without it', async () => {
    await write('PUT', 'changed', { data: 'abc', dataSize: '3' });
    expect((await write('PATCH', 'changed', { dataSize: '4' })).status).toBe(400);
    expect(await entry('changed')).toMatchObject({ data: 'abc', dataSize: '3' });
    expect((await write('PATCH', 'changed', { data: 'abcdef' })).status).toBe(204);
    expect(await entry('changed')).toEqual({ id: 'changed', dataType: 'text', data: 'abcdef' });
  });

  it('of data in pieces is that of the whole, or of the last piece', async () => {
    for (const [id, size, status] of [
      ['whole', '7', 204],
      ['piece', '3', 204],
      ['neither', '5', 400],
    ] as const) {
      await write('PUT', id, { data: 'abcd', chunked: true, dataSize: size });
      const last = await write('PATCH', id, { data: 'efg', chunked: true, finished: true, dataSize: size });
      expect([id, last.status]).toEqual([id, status]);
      expect((await entry(id)).data).toBe(status === 204 ? 'abcdefg' : 'abcd');
    }
  });

  it('in a form that the draft leaves open, or of data elsewhere, is kept as it is said', async () => {
    expect((await write('PUT', 'about', { data: 'abc', dataSize: '3 B' })).status).toBe(201);
    expect(await entry('about')).toMatchObject({ dataSize: '3 B' });
    const elsewhere = { url: 'https://files.example/film.mp4', dataSize: '70000000' };
    expect((await write('PUT', 'film', elsewhere)).status).toBe(201);
    expect(await entry('film')).toMatchObject(elsewhere);
  });

  it('binds the bytes that are sent for it, of which nothing is kept if they are others', async () => {
    const send = (body: string) => rig.http('alice', 'PUT', '/data/plan', body, 'text/plain');
    await write('PUT', 'plan', { description: 'the plan', dataSize: '4' });
    const refused = await send('abcde');
    expect(refused.status).toBe(400);
    expect(errorOf(refused)).toMatchObject({
      'error-tag': 'invalid-value',
      'error-app-tag': 'length',
      'error-message':
        'data "plan" was described with a dataSize of 4 octets, not with 5; send as many, or change its dataSize',
    });
    expect(await entry('plan')).toEqual({ id: 'plan', dataType: 'text', description: 'the plan', dataSize: '4' });
    expect((await send('abcd')).status).toBe(204);
    expect(await entry('plan')).toMatchObject({
      description: 'the plan',
      dataSize: '4',
      url: `${rig.node.url}/data/plan`,
    });
    const said = await write('PATCH', 'plan', { dataSize: '9' });
    expect(said.status).toBe(400);
    expect(errorOf(said)['error-message']).toContain('dataSize says 9, but data parameter "plan" has 4 octets');
    expect((await rig.http('alice', 'GET', '/data/plan')).body).toBe('abcd');
  });
});
