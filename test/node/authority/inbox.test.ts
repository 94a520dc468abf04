/** The stream `inbox` for callers whose authority is limited: it stands for receive and acknowledge. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventStream } from '../../support/event-stream.js';
import { agentEntry } from '../../tasks/fixture.js';
import { type AuthorityRig, capability, output, rpc, startAuthority } from './rig.js';

let node: AuthorityRig;
let session: string;
beforeAll(async () => {
  node = await startAuthority();
  await node.rig.node.edit({ 'yangent-agents:agents': { agent: [agentEntry('noc2', ['ann'])] } });
  const member = [{ agent: 'noc' }, { agent: 'noc2' }];
  const opened = await output(rpc(node.bob, 'yangent-sessions:open', { from: 'crew', kind: 'group', member }));
  session = opened.id;
});
afterAll(() => node?.stop());

const say = (content: string, to?: string) =>
  rpc(node.bob, 'yangent-sessions:send', { session, from: 'crew', content, ...(to ? { to: [to] } : {}) });

async function inbox(capabilities: readonly object[], o: { at?: string; lastEventId?: string } = {}) {
  const token = await node.tokenOf(await node.grantTo('bob', capabilities));
  const path = `${o.at === undefined ? '' : `/agents/${o.at}`}/restconf/streams/inbox/json`;
  const { lastEventId } = o;
  return EventStream.open(node.rig, path, {
    authorization: `Bearer ${token}`,
    ...(lastEventId === undefined ? {} : { lastEventId }),
  });
}

const SUBSCRIBE = capability('data.subscribe');
const receiving = (agent: string) => capability('yangent-sessions.receive', { agent: [agent] });

it('gives messages of those agents only for which the caller may receive', async () => {
  await say('for noc2', 'noc2');
  await say('for both');
  const stream = await inbox([SUBSCRIBE, receiving('noc')]);
  const events = await stream.take(2);
  expect(events.map(({ value }) => [value.membership?.agent ?? value.content, value.for])).toEqual([
    ['noc2', ['noc']],
    ['for both', ['noc']],
  ]);
  stream.close();
  await expect(inbox([SUBSCRIBE, receiving('noc')], { at: 'noc2' })).rejects.toThrow(
    'the authority of this caller does not let it receive messages of agent \\"noc2\\"',
  );
});

it('acknowledges nothing for a caller that may not acknowledge', async () => {
  const { ann } = node;
  const stream = await inbox([SUBSCRIBE, receiving('noc')]);
  const last = (await stream.take(2)).at(-1);
  stream.close();
  const again = await inbox([SUBSCRIBE, receiving('noc')], { lastEventId: last?.id ?? '' });
  await say('later');
  expect((await again.take(1))[0]?.value.content).toBe('later');
  again.close();
  const waiting = async () =>
    (await output(rpc(ann, 'yangent-sessions:receive', { agent: 'noc' }))).message.map(
      ({ sequence }: { sequence: string }) => Number(sequence),
    );
  expect(await waiting()).toEqual([3, 5, 6]);
});
