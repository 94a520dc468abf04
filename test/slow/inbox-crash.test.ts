/** kill -9 of a node while a caller reads the stream `inbox`: what it acknowledged does not come again, and the rest does. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { EventStream, type SentEvent } from '../support/event-stream.js';
import { Https } from '../support/http.js';
import { type ServeProcess, startServe } from '../support/serve.js';

it('IOA-4.1-s: goes on behind the last event that its reader got, and keeps each position', async () => {
  const data = temporaryFolder();
  let node = await startServe({ data });
  const call = async (rig: ServeProcess, name: string, input: object) => {
    const https = new Https(rig);
    const body = JSON.stringify({ [`${name.split(':')[0]}:input`]: input });
    const answer = await https.send('POST', `/restconf/operations/${name}`, { body }).finally(() => https.close());
    expect(answer.status).toBeLessThan(300);
    return answer.body === '' ? {} : Object.values<Record<string, string>>(JSON.parse(answer.body))[0];
  };
  for (const name of ['noc', 'ip']) {
    await call(node, 'yangent-agents:register', {
      id: name,
      profile: { name, description: 'Talks', version: '1.0.0', provider: 'ACME' },
    });
  }
  const open = { from: 'noc', kind: 'group', member: [{ agent: 'ip' }] };
  const sessions = [await call(node, 'yangent-sessions:open', open), await call(node, 'yangent-sessions:open', open)];
  const [first = '', second = ''] = sessions.map((each) => each?.id ?? '');
  const say = (session: string, content: string) =>
    call(node, 'yangent-sessions:send', { session, from: 'noc', content });
  const path = '/agents/ip/restconf/streams/inbox/json';
  const contents = (events: readonly SentEvent[]) => events.map(({ value }) => value.content);

  let stream = await EventStream.open(node, path);
  await say(first, 'a1');
  await say(second, 'b1');
  await say(first, 'a2');
  const got = await stream.take(3);
  expect(contents(got)).toEqual(['a1', 'b1', 'a2']);
  // The client acknowledges the first two by coming again, reads the third, and the node is killed.
  stream.close();
  stream = await EventStream.open(node, path, { lastEventId: got[1]?.id ?? '' });
  expect(contents(await stream.take(1))).toEqual(['a2']);
  await node.end('SIGKILL');
  expect(await stream.next()).toBeUndefined();

  node = await startServe({ data });
  const again = await EventStream.open(node, path);
  expect(contents(await again.take(1))).toEqual(['a2']);
  again.close();
  await node.end('SIGKILL');

  node = await startServe({ data });
  const last = await EventStream.open(node, path, { lastEventId: got[2]?.id ?? '' });
  await say(second, 'b2');
  expect(contents(await last.take(1))).toEqual(['b2']);
  last.close();
  await node.end('SIGTERM');
}, 120_000);
