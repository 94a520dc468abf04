/** An event stream that is to go on where another log broke off, as after a backup was restored. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

let rig: TestNode;
let https: Https;

beforeAll(async () => {
  rig = await startTestNode();
  https = new Https(rig);
}, 60_000);
afterAll(async () => {
  https.close();
  await rig.stop();
});

it.each(['/restconf/streams/NETCONF/json', '/restconf/streams/NETCONF/xml'])(
  'a stream says that it cannot go on behind an event which its log never had: %s',
  async (path) => {
    const answer = await https.send('GET', path, { accept: 'text/event-stream', headers: { 'last-event-id': '5000' } });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('unknown-event-id');
    expect(answer.body).toMatch(/lies beyond the last event, \d+: the log was restored or made anew/);
  },
);
