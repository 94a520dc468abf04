/** Hosted members: their functions are called in order, and what they answer is said once. */
import { expect, it } from 'vitest';
import { description, type Plain } from '../rows/agents-rig.js';
import { until } from '../until.js';
import { member, useHostedRig } from './hosted-rig.js';

const rig = useHostedRig();

it('a hosted member hears each message once and in order, and its answers go back into the session', async () => {
  const heard: string[] = [];
  const echo = member('echo', {
    sessions: {
      message: ({ content = '', from }, { session }) => {
        heard.push(`${session.kind} ${from} ${content}`);
        return content === 'quiet' ? undefined : `you said ${content}`;
      },
    },
  });
  await rig.start([echo]);
  const session = await rig.open('group', ['echo']);
  await rig.say(session, 'one');
  await rig.untilSaid(session, 'noc discussion: one', 'echo discussion: you said one');
  await rig.say(session, 'quiet');
  const { sequence } = await rig.say(session, 'two', { type: 'yangent-sessions:request' });
  await rig.untilSaid(
    session,
    ...['noc discussion: one', 'echo discussion: you said one', 'noc discussion: quiet'],
    ...['noc request: two', 'echo response: you said two'],
  );
  expect(heard).toEqual(['group noc one', 'group noc quiet', 'group noc two']);
  const { message } = await rig.call('yangent-sessions:history', { session, from: 'echo' });
  expect(message[1]).toMatchObject({ id: `${session}/${sequence}/echo/1`, 'in-reply-to': sequence });
});

it('an invitation is decided by the agent, where its configuration says that it is asked', async () => {
  const picky = member('picky', {
    sessions: { invited: ({ session: { goal = '' } }) => goal.includes('optics'), message: () => 'here' },
  });
  const password = 'the password of bob';
  await rig.start([picky], { passwords: { bob: password } });
  const entry = { id: 'picky', owner: ['carol'], execution: { accepts: { sessions: 'ask' } } };
  const { status } = await rig.http.send('PATCH', '/restconf/data/yangent-agents:agents/agent=picky', {
    body: JSON.stringify({ 'yangent-agents:agent': [entry] }),
  });
  expect(status).toBe(204);
  const bob = rig.as('bob', password);
  await bob('yangent-agents:register', description('ip'));
  const invite = async (goal: string) => {
    const input = { from: 'ip', kind: 'group', member: [{ agent: 'picky' }], goal };
    return (await bob('yangent-sessions:open', input)).id;
  };
  const stateIn = async (session: string) => {
    const { member = [] } = await rig.read(session);
    return member.find(({ agent }: { agent: string }) => agent === 'picky')?.state;
  };
  const [taken, left] = [await invite('optics of R1'), await invite('routing of R1')];
  await until(
    () => stateIn(taken),
    (state) => state === 'joined',
  );
  await until(
    () => stateIn(left),
    (state) => state === 'declined',
  );
});

it('an answer that was said before the rest of it failed is not said again, whatever it is then', async () => {
  let calls = 0;
  const moody = member('moody', {
    sessions: {
      message: () => {
        calls += 1;
        return [{ content: `mood ${calls}` }, { content: 'more' }, { content: 'the rest' }];
      },
    },
  });
  await rig.start([moody], { limits: { agentSessions: { hookTries: 10 } }, logLevel: 'silent' });
  const session = await rig.open('group', ['moody'], { qos: { 'max-backlog': 2 } });
  await rig.say(session, 'how are you?');
  const first = ['noc discussion: how are you?', 'moody discussion: mood 1', 'moody discussion: more'];
  await rig.untilSaid(session, ...first);
  const { message } = await rig.call('yangent-sessions:receive', { agent: 'noc', session });
  const position = [{ session, through: message.at(-1).sequence }];
  await rig.call('yangent-sessions:acknowledge', { agent: 'noc', position });
  await rig.untilSaid(session, ...first, 'moody discussion: the rest');
  expect(calls).toBeGreaterThan(1);
});

it('a member answers what waits for it, also when no more may wait for it', async () => {
  await rig.start([member('echo', { sessions: { message: ({ content = '' }) => content } })]);
  const session = await rig.open('group', ['echo'], { qos: { 'max-backlog': 1 } });
  await rig.say(session, 'one');
  await rig.untilSaid(session, 'noc discussion: one', 'echo discussion: one');
});

it('a member that was stopped in the middle goes on after the restart, and says nothing twice', async () => {
  const heard: string[] = [];
  let isStuck = true;
  const slow = member('slow', {
    sessions: {
      message: async ({ content = '', redelivered = false }, { signal }) => {
        heard.push(`${content}${redelivered ? ' again' : ''}`);
        if (content === 'two' && isStuck) {
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        }
        return [{ content: `${content}, first part` }, { content: `${content}, second part` }];
      },
    },
  });
  await rig.start([slow]);
  const session = await rig.open('group', ['slow']);
  await rig.say(session, 'one');
  await rig.untilSaid(
    session,
    ...['noc discussion: one', 'slow discussion: one, first part', 'slow discussion: one, second part'],
  );
  await rig.say(session, 'two');
  await until(
    () => heard.length,
    (length) => length === 2,
  );
  await rig.stop();
  isStuck = false;
  await rig.start([slow]);
  await rig.untilSaid(
    session,
    ...['noc discussion: one', 'slow discussion: one, first part', 'slow discussion: one, second part'],
    ...['noc discussion: two', 'slow discussion: two, first part', 'slow discussion: two, second part'],
  );
  expect(heard).toEqual(['one', 'two', 'two again']);
});

it('a function that fails is called again, and passed over after the last time', async () => {
  const calls: string[] = [];
  const weak = member('weak', {
    sessions: {
      message: ({ content = '' }) => {
        calls.push(content);
        if (content === 'poison' || calls.length === 1) throw new Error('I can not');
        return content;
      },
    },
  });
  await rig.start([weak], { limits: { agentSessions: { hookTries: 2 } }, logLevel: 'silent' });
  const session = await rig.open('group', ['weak']);
  for (const content of ['one', 'poison', 'two']) await rig.say(session, content);
  await rig.untilSaid(
    session,
    ...['noc discussion: one', 'noc discussion: poison', 'noc discussion: two'],
    ...['weak discussion: one', 'weak discussion: two'],
  );
  expect(calls).toEqual(['one', 'one', 'poison', 'poison', 'two']);
});

it('a function that hangs is given up, and does not hold up other sessions', async () => {
  const hanging = member('hanging', {
    sessions: { message: ({ content = '' }) => (content === 'hang' ? new Promise(() => undefined) : content) },
  });
  await rig.start([hanging], { limits: { agentSessions: { hookTime: 1_500, hookTries: 1 } }, logLevel: 'silent' });
  const [one, other] = [await rig.open('group', ['hanging']), await rig.open('group', ['hanging'])];
  await rig.say(one, 'hang');
  await rig.say(one, 'after it');
  await rig.say(other, 'beside it');
  await rig.untilSaid(other, 'noc discussion: beside it', 'hanging discussion: beside it');
  await rig.untilSaid(one, ...['noc discussion: hang', 'noc discussion: after it', 'hanging discussion: after it']);
});

it('under stop-all no member is called, running ones are aborted, and all goes on at resume-all', async () => {
  const heard: string[] = [];
  const busy = member('busy', {
    sessions: {
      message: async ({ content = '' }, { signal }) => {
        heard.push(content);
        if (heard.length > 1) return content;
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        return 'never';
      },
    },
  });
  await rig.start([busy]);
  const session = await rig.open('group', ['busy']);
  await rig.say(session, 'one');
  await until(
    () => heard.length,
    (length) => length === 1,
  );
  await rig.call('yangent-tasks:stop-all', { reason: 'drill' });
  await rig.say(session, 'two');
  const other = await rig.open('group', ['busy']);
  await rig.say(other, 'three');
  expect(heard).toEqual(['one']);
  await rig.stop();
  await rig.start([busy]);
  await rig.say(other, 'four');
  expect(heard).toEqual(['one']);
  await rig.call('yangent-tasks:resume-all');
  await rig.untilSaid(
    session,
    'noc discussion: one',
    'noc discussion: two',
    'busy discussion: one',
    'busy discussion: two',
  );
  await rig.untilSaid(
    other,
    ...['noc discussion: three', 'noc discussion: four', 'busy discussion: three', 'busy discussion: four'],
  );
});

it('a hosted member does no more than its owner may', async () => {
  const heard: string[] = [];
  const echo = member('echo', {
    sessions: {
      message: ({ content = '' }) => {
        heard.push(content);
        return content;
      },
    },
  });
  await rig.start([echo], { logLevel: 'silent' });
  const put = async (path: string, value: Plain) => {
    const { status, body } = await rig.http.send('PATCH', `/restconf/data/${path}`, { body: JSON.stringify(value) });
    expect({ status, body }).toMatchObject({ status: 204 });
  };
  const user = [{ name: 'bob', password: '$0$the password of bob' }];
  await put('yangent-access:access', { 'yangent-access:access': { user } });
  await put('yangent-agents:agents/agent=echo', { 'yangent-agents:agent': [{ id: 'echo', owner: ['bob'] }] });
  const rule = { name: 'no-send', 'module-name': 'yangent-sessions', 'rpc-name': 'send' };
  const quiet = [{ name: 'quiet', group: ['quiet'], rule: [{ ...rule, 'access-operations': 'exec', action: 'deny' }] }];
  await put('ietf-netconf-acm:nacm', {
    'ietf-netconf-acm:nacm': { groups: { group: [{ name: 'quiet', 'user-name': ['bob'] }] }, 'rule-list': quiet },
  });
  const session = await rig.open('group', ['echo']);
  await rig.say(session, 'one');
  await rig.say(session, 'two');
  await until(
    () => heard.length,
    (length) => length === 2,
  );
  expect(await rig.said(session)).toEqual(['noc discussion: one', 'noc discussion: two']);
});

it('a flood is heard whole and in order', async () => {
  const heard: string[] = [];
  const sink = member('sink', {
    sessions: {
      message: ({ content = '' }) => {
        heard.push(content);
      },
    },
  });
  await rig.start([sink]);
  const session = await rig.open('group', ['sink']);
  const sent = Array.from({ length: 300 }, (_, number) => `news ${number}`);
  for (const content of sent) await rig.say(session, content);
  await until(
    () => heard.length,
    (length) => length === sent.length,
    60_000,
  );
  expect(heard).toEqual(sent);
});

it('a definition with a function that is not there is refused, in words that say which there are', () => {
  const sessions: object = { mesage: () => undefined };
  expect(() => member('wrong', { sessions })).toThrow(
    "sessions.mesage: sessions of an agent has no such member (did you mean 'message'?); it has invited, message, turn, coordinate, conclude",
  );
});
