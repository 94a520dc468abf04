/** How fast agents may send, and when they are told to send again. */
import { describe, expect, it } from 'vitest';
import { Rates } from '../../src/sessions/index.js';
import { SESSIONS_XML, useSessionsRig } from './sessions-rig.js';

describe('a bucket', () => {
  const at = { time: 0 };
  const rates = new Rates(() => at.time);
  const draw = (key: string, perSecond: number, amount: number) => ({ key, perSecond, amount });

  it('holds a second, and lets an amount that is larger be paid off', () => {
    expect(rates.take(draw('large', 100, 250))).toBeUndefined();
    expect(rates.take(draw('large', 100, 50))).toEqual({ draw: draw('large', 100, 50), wait: 2_000 });
    at.time = 1_999;
    expect(rates.take(draw('large', 100, 50))?.wait).toBe(1);
    at.time = 2_000;
    expect(rates.take(draw('large', 100, 50))).toBeUndefined();
  });

  it('gives nothing when another one has too little', () => {
    expect(rates.take(draw('a', 1, 1), draw('b', 10, 10))).toBeUndefined();
    at.time += 500;
    expect(rates.take(draw('a', 1, 1), draw('b', 10, 5))).toEqual({ draw: draw('a', 1, 1), wait: 500 });
    expect(rates.take(draw('b', 10, 5))).toBeUndefined();
  });
});

describe('a member that sends too fast', () => {
  const { rig, open, say } = useSessionsRig();

  it('is answered 429 with Retry-After, over NETCONF with retry-after in error-info', async () => {
    const session = await open('group', { qos: { 'max-rate': 1 } });
    const input = { 'yangent-sessions:input': { session, from: 'noc', content: 'two' } };
    const send = () => rig.http('alice', 'POST', '/restconf/operations/yangent-sessions:send', input);
    expect((await send()).status).toBe(200);
    const { status, headers, body } = await send();
    expect([status, headers['retry-after']]).toEqual([429, '1']);
    expect(JSON.parse(body)['ietf-restconf:errors'].error[0]).toEqual({
      'error-type': 'application',
      'error-tag': 'resource-denied',
      'error-app-tag': 'rate-limited',
      'error-message': expect.stringMatching(
        /^agent "noc" sends faster than 1 messages in a second: send again in \d+ ms$/,
      ),
      'error-info': { 'yangent-access:retry-after': '1' },
    });
    const request = `<send xmlns="${SESSIONS_XML}"><session>${session}</session><from>noc</from><content>two</content></send>`;
    let reply = '';
    for (let sent = 0; sent < 5 && !reply.includes('rpc-error'); sent++) reply = await rig.netconf('alice', request);
    expect(reply).toContain('<error-app-tag>rate-limited</error-app-tag>');
    expect(reply).toMatch(/<error-info><retry-after xmlns="[^"]*yangent-access">1<\/retry-after><\/error-info>/);
  });

  it('is held to max-bytes-rate: a message longer than that goes once, and the next waits until it is paid off', async () => {
    const session = await open('group', { qos: { 'max-bytes-rate': 10 } });
    expect((await say('noc', session, 'é'.repeat(500))).status).toBe(200);
    expect(await say('noc', session, 'x')).toMatchObject({
      status: 429,
      output: {
        'error-app-tag': 'rate-limited',
        'error-message': expect.stringMatching(
          /^agent "noc" sends faster than 10 bytes in a second: send again in 9\d{4} ms$/,
        ),
      },
    });
  });
});
