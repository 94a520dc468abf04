/** Bytes on their way between two nodes when one of them is killed: they go on where they stood. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectPeer } from '../../src/peers/index.js';
import { Porter } from '../rows/remote-porter.js';
import { Program } from '../rows/remote-program.js';
import { farConfiguration, profile, WAYS, type Way, WORKER, withSecrets } from '../rows/remote-rig.js';
import { temporaryFolder } from '../support/clean-up.js';
import { type Cut, startCut } from '../support/cut.js';
import { until } from '../until.js';

const MEGABYTE = 1 << 20;
/** What a node surely has on disk of an upload that broke off behind `HELD` bytes. */
const DURABLE = 4 * MEGABYTE;
const HELD = 10 * MEGABYTE;
const bytes = randomBytes(16 * MEGABYTE).toString('hex');
const order = { description: 'measure the fibre' };

let far: Program;
let near: Program;
let cuts: Readonly<Record<Way, Cut>>;
let porter: Porter;

/** What the node has of a parameter; undefined when there is none. */
async function paramOf(
  { admin }: Program,
  id: string,
): Promise<{ readonly size: string; readonly complete: boolean; readonly created: string } | undefined> {
  const { status, body } = await admin.send('GET', `/restconf/data/yangent-contexts:data/param=${id}`);
  return status === 200 ? JSON.parse(body)['yangent-contexts:param'][0] : undefined;
}

/** Waits until so much of it is on disk that it can go on from there. */
async function begun(node: Program, id: string) {
  const param = await until(
    () => paramOf(node, id),
    (found) => Number(found?.size ?? 0) >= DURABLE,
  );
  expect(param).toMatchObject({ complete: false });
  return param!;
}

/** Waits until what has come is neither held nor waits for the collector. */
const holdsLittle = ({ node }: Program) =>
  until(
    () => node.memory(),
    ({ arrayBuffers }) => arrayBuffers < 4 * MEGABYTE,
  );

beforeAll(async () => {
  far = Program.configured(temporaryFolder(), farConfiguration(), ['--agent', WORKER]);
  await far.start();
  cuts = {
    RESTCONF: await startCut({ host: '127.0.0.1', port: Number(new URL(far.node.url).port) }),
    NETCONF: await startCut(far.node.netconf),
  };
  porter = new Porter(far.node);
  const url = `http://127.0.0.1:${cuts.RESTCONF.port}`;
  const remote = { agent: 'porter', as: 'broker', user: 'near', credential: 'far' };
  const agent = (id: string, execution: object) => ({ id, profile: profile(id), execution });
  near = Program.configured(
    withSecrets(),
    {
      'yangent-agents:agents': {
        agent: [
          { id: 'noc', profile: profile('noc') },
          agent('RESTCONF', { kind: 'remote', target: url, remote }),
          agent('NETCONF', {
            kind: 'remote',
            target: `netconf://127.0.0.1:${cuts.NETCONF.port}`,
            remote: { ...remote, 'data-target': url },
          }),
        ],
      },
    },
    [],
    true,
  );
  await near.start();
});
afterEach(() => {
  for (const cut of Object.values(cuts)) cut.mend();
});
afterAll(async () => {
  porter?.close();
  await near?.stop();
  for (const cut of Object.values(cuts ?? {})) await cut.close();
  await far?.stop();
});

const noc = async <T>(work: (peer: Awaited<ReturnType<typeof connectPeer>>) => Promise<T>): Promise<T> => {
  const { url, password } = near.node;
  const peer = await connectPeer({ url, user: 'admin', password, as: 'noc' });
  return work(peer).finally(() => peer.close());
};
const upload = async (id: string) =>
  expect(await near.admin.send('PUT', `/data/${id}`, { body: bytes, type: 'video/mp4' })).toMatchObject({
    status: 201,
  });

describe.each(WAYS)('data for an agent on another node over %s', (to) => {
  it('go on when the node that sends them was killed, and do not fill its memory', { timeout: 120_000 }, async () => {
    const id = `${to}-sent`;
    await upload(id);
    cuts.RESTCONF.hold('there', HELD);
    const { id: task } = await noc((peer) => peer.assign({ ...order, to, 'data-param': [id] }));
    const before = await begun(far, `${task}.given.${id}`);
    await holdsLittle(near);
    await near.crash();
    cuts.RESTCONF.mend();
    await near.start();
    const given = await porter.claim({ id: task });
    expect(given['data-param']).toEqual([`${task}.given.${id}`]);
    expect((await porter.send('GET', `/data/${task}.given.${id}`)).body === bytes).toBe(true);
    // One that had begun anew would have been made anew.
    expect(await paramOf(far, `${task}.given.${id}`)).toMatchObject({ created: before.created, complete: true });
    await noc((peer) => peer.task(task).cancel());
  });

  it('go on when the node that gets them was killed', { timeout: 120_000 }, async () => {
    const id = `${to}-got`;
    await upload(id);
    cuts.RESTCONF.hold('there', HELD);
    const { id: task } = await noc((peer) => peer.assign({ ...order, to, 'data-param': [id] }));
    const before = await begun(far, `${task}.given.${id}`);
    await far.crash();
    cuts.RESTCONF.mend();
    await far.start();
    const given = await porter.claim({ id: task });
    expect((await porter.send('GET', `/data/${task}.given.${id}`)).body === bytes).toBe(true);
    expect(await paramOf(far, `${task}.given.${id}`)).toMatchObject({ created: before.created, complete: true });
    await porter.act(given, 'complete', {});
    expect(await noc((peer) => peer.task(task).result())).toMatchObject({ attempt: 1 });
  });

  it('of a result are fetched on when either node was killed', { timeout: 180_000 }, async () => {
    const id = `${to}-made`;
    const { id: task } = await noc((peer) => peer.assign({ ...order, to }));
    const given = await porter.claim({ id: task });
    await porter.send('PUT', `/data/${id}`, { body: bytes, type: 'video/mp4' });
    cuts.RESTCONF.hold('back', HELD);
    await porter.act(given, 'complete', { artifact: [{ name: 'seen', 'data-param': id }] });
    const before = await begun(near, `${task}.made.${id}`);
    await holdsLittle(near);
    await near.crash();
    cuts.RESTCONF.mend();
    cuts.RESTCONF.hold('back', HELD);
    await near.start();
    await until(
      () => paramOf(near, `${task}.made.${id}`),
      (found) => Number(found?.size) > Number(before.size),
    );
    await far.crash();
    cuts.RESTCONF.mend();
    await far.start();
    const { artifact } = await noc((peer) => peer.task(task).result());
    expect(artifact).toEqual([{ name: 'seen', 'data-param': `${task}.made.${id}` }]);
    expect((await near.admin.send('GET', `/data/${task}.made.${id}`)).body === bytes).toBe(true);
    expect(await paramOf(near, `${task}.made.${id}`)).toMatchObject({ created: before.created, complete: true });
  });
});
