/** Requests that come again, and identifiers that are used for something else. */
import { describe, expect, it } from 'vitest';
import { register } from '../rows/agents-rig.js';
import { texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, group, say, receive, drain } = useSessionsRig();

describe('a request-id', () => {
  it('stands for one session of one agent', async () => {
    await register(rig, 'alice', 'desk');
    const input = { from: 'noc', kind: 'group', 'request-id': 'r-1', member: [{ agent: 'ip' }] };
    const first = await call('alice', 'open', input);
    expect(await call('alice', 'open', input)).toEqual(first);
    for (const other of [
      { from: 'desk', kind: 'group' },
      { from: 'noc', kind: 'topic' },
    ]) {
      expect(await call('alice', 'open', { ...other, 'request-id': 'r-1' })).toMatchObject({
        status: 409,
        output: { 'error-tag': 'data-exists', 'error-message': expect.stringContaining('request-id "r-1"') },
      });
    }
  });

  it('is answered without members that are others by now, and without any to an agent that left', async () => {
    await register(rig, 'bob', 'brief');
    const input = { from: 'noc', kind: 'group', 'request-id': 'r-2', member: [{ agent: 'brief' }, { agent: 'ip' }] };
    const { output } = await call('alice', 'open', input);
    await rig.operation('bob', 'yangent-agents:deregister', { id: 'brief' });
    await register(rig, 'carol', 'brief');
    expect(await call('alice', 'open', input)).toMatchObject({
      status: 200,
      output: {
        id: output.id,
        member: [
          { agent: 'ip', state: 'joined' },
          { agent: 'noc', state: 'joined' },
        ],
      },
    });
    await act('alice', output.id, 'leave', { agent: 'noc' });
    expect((await call('alice', 'open', input)).output.member).toEqual([{ agent: 'noc', state: 'left' }]);
  });
});

describe('the identifier of a message to agents', () => {
  it('is refused for others, which would not get it', async () => {
    const send = (...to: string[]) => call('alice', 'send', { from: 'noc', to, id: 'd-1', content: 'hello' });
    const first = await send('ip');
    expect(first.status).toBe(200);
    expect(await send('ip')).toEqual(first);
    for (const others of [['optics'], ['ip', 'optics']]) {
      expect(await send(...others)).toMatchObject({
        status: 409,
        output: { 'error-tag': 'data-exists', 'error-message': expect.stringContaining('to other agents') },
      });
    }
    expect(await drain('optics')).toEqual([]);
  });
});

describe('the answer to a request', () => {
  it('comes from another, and is found behind a hundred that are not for the one that asks', async () => {
    const session = await group('ip', 'optics');
    const asked = call('bob', 'send', { from: 'ip', session, content: 'who?', type: 'request', id: 'q', wait: 60 });
    const { message } = await receive('optics', { session, wait: 30 });
    const question = {
      'in-reply-to': message.find(({ content }: { content?: string }) => content === 'who?').sequence,
    };
    await say('ip', session, 'I said this myself', question);
    for (let number = 0; number < 100; number += 1) {
      await say('optics', session, 'between us', { ...question, to: ['noc'] });
    }
    await say('optics', session, 'me', { ...question, type: 'response' });
    expect((await asked).output.reply).toMatchObject({ from: 'optics', content: 'me' });
    expect(texts(await receive('ip', { session }))).toEqual(['me']);
  });
});
