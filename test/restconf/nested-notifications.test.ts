/** Notifications within data (RFC 7950 §7.16) on RESTCONF's event streams. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { happen, startRack } from '../support/nested-events.js';
import type { TestNode } from '../support/node.js';

let rack: TestNode;
beforeAll(async () => {
  rack = await startRack();
});
afterAll(() => rack.stop());

/** Opens a stream; the function it gives answers with as many events as are asked for, their times left out. */
async function opened(encoding: 'json' | 'xml', filter = ''): Promise<(count: number) => Promise<readonly string[]>> {
  const authorization = `Basic ${Buffer.from(`admin:${rack.password}`).toString('base64')}`;
  const query = filter === '' ? '' : `?filter=${encodeURIComponent(filter)}`;
  const answer = await fetch(`${rack.url}/restconf/streams/NETCONF/${encoding}${query}`, {
    headers: { authorization },
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async (count) => {
    const events = () =>
      text
        .split('\n\n')
        .slice(0, -1)
        .filter((block) => !block.startsWith(':'));
    while (events().length < count) {
      const part = await reader?.read();
      if (!part || part.done) break;
      text += part.value;
    }
    await reader?.cancel();
    return events().map((block) =>
      block.replace(/^id: \d+\ndata: /, '').replace(/"eventTime":"[^"]*",|<eventTime>[^<]*<\/eventTime>/, ''),
    );
  };
}

const PULLED =
  '{"ietf-restconf:notification":{"acme-rack:rack":{"slot":[{"shelf":"top","number":1,"pulled":{"by":"hand"}}]}}}';
const LOW =
  '{"ietf-restconf:notification":{"acme-rack:rack":{"slot":[{"shelf":"top","number":2,"power":{"low":{"volts":7}}}]}}}';
const ONLY_RACK = '/acme-rack:rack';

it('comes inside the nodes that it is about, with the keys of list entries', async () => {
  const [json, xml] = [await opened('json', ONLY_RACK), await opened('xml', ONLY_RACK)];
  await happen(rack);
  expect(await json(2)).toEqual([PULLED, LOW]);
  const [, low] = await xml(2);
  expect(low?.replace(/ xmlns="urn:acme:rack"/g, '')).toBe(
    '<notification xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><rack><slot><shelf>top</shelf><number>2</number>' +
      '<power><low><volts>7</volts></low></power></slot></rack></notification>',
  );
});

it('is selected by a filter that looks at the keys above it', async () => {
  const events = await opened('json', "/acme-rack:rack/slot[number='2']/power/low");
  await happen(rack);
  expect(await events(1)).toEqual([LOW]);
});
