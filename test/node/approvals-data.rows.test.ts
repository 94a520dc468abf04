/** The data to which a request refers are approved with it. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { errorIn } from '../support/http.js';
import { approvalsRig, type Members, needed } from './approvals-rig.js';

const rig = approvalsRig();
const sha256 = (text: string) => `sha-256:${createHash('sha256').update(text).digest('hex')}`;

async function write(id: string, more: Members, who = rig.by.ann): Promise<void> {
  const body = JSON.stringify({ 'irtf-agent:data-params': [{ id, dataType: 'text', ...more }] });
  const { status } = await who.send('PUT', `/restconf/data/irtf-agent:data-params=${id}`, { body });
  expect(status).toBeLessThan(300);
}

async function dataIn(id: string): Promise<unknown> {
  return JSON.parse(String((await rig.shown(id)).input))['yangent-contexts:data'];
}

describe('a task that refers to data', () => {
  it('is approved with their digests, and not after they have changed', async () => {
    await rig.rule('assign');
    await write('plan', { data: 'the plan', format: 'text/plain' });
    const input = rig.fresh({ 'data-param': ['plan'] });
    const id = needed(await rig.assign(input));
    expect(await dataIn(id)).toEqual({
      param: [
        {
          id: 'plan',
          modality: 'text',
          complete: true,
          'media-type': 'text/plain',
          size: '8',
          digest: sha256('the plan'),
        },
      ],
    });
    const { salt, input: text, digest } = await rig.shown(id);
    const octets = [Buffer.from(String(salt), 'base64'), Buffer.from(String(text))];
    expect(digest).toBe(createHash('sha256').update(Buffer.concat(octets)).digest('hex'));
    expect(await rig.vote(id, rig.by.vera)).toBe('granted');

    await write('plan', { data: 'a better plan', format: 'text/plain' });
    const refused = await rig.assign(input);
    expect([refused.status, errorIn(refused)]).toEqual([
      412,
      expect.objectContaining({
        ...{ 'error-tag': 'operation-failed', 'error-app-tag': 'stale-approval' },
        'error-message': expect.stringContaining('the data to which it refers, have changed since approval'),
      }),
    ]);
    expect(await rig.tasksOf(input.objective)).toBe(0);
    expect(await rig.shown(id)).toMatchObject({ state: 'expired' });

    const again = needed(await rig.assign(input));
    expect(again).not.toBe(id);
    expect(await dataIn(again)).toMatchObject({ param: [{ digest: sha256('a better plan') }] });
    expect(await rig.vote(again, rig.by.vera)).toBe('granted');
    expect((await rig.assign(input)).status).toBe(200);
  });

  it('keeps them as they were approved until it is over, whoever writes or deletes them, and however', async () => {
    await rig.rule('assign');
    await write('fixed', { data: 'as approved', format: 'text/plain' });
    // Nobody claims it.
    const input = rig.fresh({ to: 'desk', 'data-param': ['fixed'] });
    expect(await rig.vote(needed(await rig.assign(input)), rig.by.vera)).toBe('granted');
    const { status, body: assigned } = await rig.assign(input);
    expect(status).toBe(200);
    const param = '/restconf/data/irtf-agent:data-params=fixed';
    const other = JSON.stringify({ 'irtf-agent:data-params': [{ id: 'fixed', dataType: 'text', data: 'other' }] });
    const refused = [
      await rig.by.ann.send('PUT', param, { body: other }),
      await rig.by.ann.send('DELETE', param),
      await rig.by.ann.send('PUT', '/data/fixed', { body: 'other', type: 'text/plain' }),
      await rig.by.ann.send('DELETE', '/data/fixed'),
    ];
    for (const answer of refused) {
      expect(answer.status).toBe(409);
      expect(errorIn(answer)).toMatchObject({ 'error-tag': 'in-use', 'error-app-tag': 'approved-data' });
    }
    expect((await rig.by.ann.send('GET', '/data/fixed')).body).toBe('as approved');
    const { id } = JSON.parse(assigned)['yangent-tasks:output'];
    const cancel = await rig.by.ann.send('POST', `/restconf/data/yangent-tasks:tasks/task=${id}/cancel`);
    expect(cancel.status).toBeLessThan(300);
    expect((await rig.by.ann.send('PUT', param, { body: other })).status).toBe(204);
  });

  it('is one of other data when they are written again at their URL', async () => {
    await rig.rule('assign');
    await write('far', { url: 'https://data.example/1' });
    const input = rig.fresh({ 'data-param': ['far'] });
    const id = needed(await rig.assign(input));
    expect(await dataIn(id)).toMatchObject({ param: [{ id: 'far', url: 'https://data.example/1' }] });
    await write('far', { url: 'https://data.example/2' });
    expect((await rig.assign(input)).status).toBe(412);
  });

  it('tells voters nothing of data that the caller may not read', async () => {
    await rig.rule('assign');
    await write('of-bob', { data: 'secret' }, rig.by.bob);
    const id = needed(await rig.assign(rig.fresh({ 'data-param': ['of-bob'] })));
    expect(await dataIn(id)).toEqual({ param: [] });
  });

  it('may be a message of the draft', async () => {
    await rig.rule('assign');
    await write('note', { data: 'one' });
    const body = JSON.stringify({
      'irtf-agent:tasks': {
        ...{ 'task-sendFrom': 'desk', 'task-sendTo': 'worker', commuType: 'taskAssign', 'task-id': 'with data' },
        ...{ content: '##task description\nwork', 'msg-data': 'note' },
      },
    });
    const send = () => rig.by.ann.send('PUT', '/restconf/data/irtf-agent:tasks', { body });
    const id = needed(await send());
    expect(await dataIn(id)).toMatchObject({ param: [{ id: 'note', digest: sha256('one') }] });
    expect(await rig.vote(id, rig.by.vera)).toBe('granted');
    await write('note', { data: 'two' });
    expect((await send()).status).toBe(412);
    const again = needed(await send());
    expect(await rig.vote(again, rig.by.vera)).toBe('granted');
    expect((await send()).status).toBeLessThan(300);
  });
});
