/** A group of MLS with members on two nodes: the order of the home is that of all, and neither node can read what is said. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { overNetconf, overRestconf, Talker } from '../sessions/mls-rig.js';
import { type Heard, MlsMember } from '../support/mls.js';
import type { TestNode } from '../support/node.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { type Client, DomainsRig, passwordOf } from './domains-rig.js';
import { act, history, session } from './sessions-client.js';

const GOAL = 'find the fault of link R1-R2';
const TEXTS = {
  noc: 'customer Miller has lost the contract over this outage',
  ip: 'the adjacency to 192.0.2.77 is down since midnight',
  optics: 'the excavator of Meyer Ltd cut the fibre at kilometre twelve',
};

let rig: DomainsRig;
let ann: Client;
let bob: Client;
let id: string;
beforeAll(async () => {
  rig = await DomainsRig.start();
  [ann, bob] = [rig.client('oss', 'ann'), rig.client('core', 'bob')];
  await rig.oss.node.edit({ 'yangent-agents:agents': { agent: [agentEntry('ip', ['ann'])] } });
  await rig.core.node.edit({ 'yangent-agents:agents': { agent: [agentEntry('optics', ['bob'])] } });
  const member = [{ agent: 'ip' }, { agent: 'optics@core.example' }];
  const opening = { from: 'noc', kind: 'group', goal: GOAL, encryption: 'sealed', member };
  id = (await ann.output('yangent-sessions:open', opening)).id;
  await session(bob, id);
  await act(bob, id, 'join', { agent: 'optics' });
});
afterAll(() => rig?.stop());

/** Waits until all that the home has is on the other node. */
async function settled(count: number): Promise<void> {
  const length = async (client: Client, agent: string) => (await history(client, id, agent)).length;
  await until(
    async () => [await length(ann, 'noc'), await length(bob, 'optics')],
    (both) => both.every((n) => n >= count),
  );
}

it('agrees by one order over both nodes, and ignores a late commit alike', async () => {
  const seat = (node: TestNode, user: string, agent: string) => ({
    ...{ node, user, password: passwordOf(user), agent, session: id },
  });
  const noc = new Talker(await MlsMember.create('noc'), overRestconf(seat(rig.oss, 'ann', 'noc')));
  const ip = new Talker(await MlsMember.create('ip'), await overNetconf(seat(rig.oss, 'ann', 'ip')));
  const optics = new Talker(await MlsMember.create('optics'), overRestconf(seat(rig.core, 'bob', 'optics')));
  const all = [noc, ip, optics];
  // Members, the goal and their coming are the first messages.
  let count = (await history(ann, id, 'noc')).length;
  /** Sends as these members, lets all hear, and returns how each took each message, in the order of the session. */
  const round = async (...said: readonly (readonly [Talker, string, ...string[]])[]) => {
    for (const [talker, content, ...to] of said) await talker.wire.send(content, to);
    count += said.length;
    await settled(count);
    const heard = await Promise.all(
      all.map(async (each) => [...(await each.hear())] as readonly (readonly [number, Heard])[]),
    );
    return heard.map((each) => each.toSorted(([one], [other]) => one - other).map(([, how]) => how));
  };
  const agree = (epoch: bigint) => {
    expect(all.map(({ mls }) => mls.epoch)).toEqual([epoch, epoch, epoch]);
    expect(new Set(all.map(({ mls }) => mls.authenticator)).size).toBe(1);
  };

  await noc.mls.found(id);
  const packages = [ip.mls.keyPackage(), optics.mls.keyPackage()];
  await round([ip, packages[0] ?? ''], [optics, packages[1] ?? '']);
  const { commit, welcome } = await noc.mls.add(packages);
  await round([noc, commit], [noc, welcome, 'ip', 'optics@core.example']);
  agree(1n);

  for (const [at, agent] of (['noc', 'ip', 'optics'] as const).entries()) {
    const talker = all[at] ?? noc;
    const text = { kind: 'text', text: TEXTS[agent] };
    const heard = await round([talker, await talker.mls.seal(TEXTS[agent])]);
    expect(heard).toEqual(all.map((_, other) => [other === at ? { kind: 'own' } : text]));
  }

  // One commit from each node for the same epoch: the first in the order of the home counts, on both nodes.
  const rivals = [await ip.mls.update(), await optics.mls.update()] as const;
  const taken = await round([optics, rivals[1]], [ip, rivals[0]]);
  expect(taken).toEqual(all.map(() => [{ kind: 'commit' }, { kind: 'ignored' }]));
  agree(2n);

  const late = await noc.mls.update();
  expect(await round([optics, await optics.mls.update()])).toEqual(all.map(() => [{ kind: 'commit' }]));
  expect(await round([noc, late])).toEqual(all.map(() => [{ kind: 'ignored' }]));
  agree(3n);
  for (const { wire } of all) wire.close();
});

it('is refused in clear on the node of its sender, before anything is stored there', async () => {
  const { status, body } = await bob.rpc('yangent-sessions:send', {
    ...{ session: id, from: 'optics', content: 'the excavator of Meyer Ltd cut the fibre' },
  });
  expect([status, body]).toEqual([400, expect.stringContaining('not-sealed')]);
});

it('leaves no text on either node', () => {
  for (const { directory } of [rig.oss, rig.core]) {
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .map((name) => join(directory, name))
      .filter((path) => statSync(path).isFile());
    const places = (text: string) => files.filter((path) => readFileSync(path).includes(text));
    // The search finds what is in clear by nature.
    expect(places(GOAL)).not.toEqual([]);
    for (const text of Object.values(TEXTS)) {
      for (const form of [text, Buffer.from(text).toString('base64').slice(4, -4)]) expect(places(form)).toEqual([]);
    }
  }
});
