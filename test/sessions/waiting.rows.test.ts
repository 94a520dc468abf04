/** Calls that wait are bounded for each user. */
import { expect, it } from 'vitest';
import { texts, useSessionsRig } from './sessions-rig.js';

const { call, group, say } = useSessionsRig({ limits: { agentSessions: { waiting: 1 } } });

it('a user has so many calls that wait, and the others are refused at once', async () => {
  const session = await group('ip', 'optics');
  const waiting = [1, 2].map(() => call('carol', 'receive', { agent: 'optics', session, wait: 60 }));
  expect(await Promise.race(waiting)).toMatchObject({
    status: 409,
    output: { 'error-tag': 'resource-denied', 'error-app-tag': 'too-many-waiting' },
  });
  const asked = await call('carol', 'send', {
    from: 'optics',
    session,
    type: 'request',
    content: 'not sent',
    wait: 60,
  });
  expect(asked).toMatchObject({ output: { 'error-app-tag': 'too-many-waiting' } });
  expect((await call('carol', 'receive', { agent: 'optics', session })).status).toBe(204);
  await say('noc', session, 'for the other');
  const given = (await Promise.all(waiting)).map(({ output }) => texts(output));
  expect(given).toContainEqual(['for the other']);
  const history = await call('alice', 'history', { agent: 'noc', session });
  expect(texts(history.output)).toEqual(['for the other']);
});
