/** 10,000 messages while a link is cut: local members lose no time, and afterwards both sides have all in one order. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { median } from '../bench/figure.js';
import { type Client, PEERS, type Plain } from '../peers/domains-rig.js';
import { RowRig } from '../peers/row-rig.js';
import { act, history, said, session } from '../peers/sessions-client.js';

/** Messages of each side while the link is cut, and before. */
const CUT = 5_000;
const UP = 500;
/** Messages that are under way at the same time. */
const AT_ONCE = 4;
/** Milliseconds in which the healed link carries all. */
const HEALING = 120_000;

let rig: RowRig;
/** The owners of agent a of the home, and of agent r of the copy. */
let [ann, ron]: readonly Client[] = [];
let id: string;

beforeAll(async () => {
  rig = await RowRig.start();
  [ann, ron] = [rig.client('a'), rig.client('r')];
  await rig.operator('a').patch(`${PEERS}/peer=r`, { 'yangent-peers:peer': [{ name: 'r', 'max-rate': 100_000 }] });
  ({ id } = await ann!.output('yangent-sessions:open', {
    ...{ from: 'a', kind: 'group', member: [{ agent: 'r@r.example' }] },
  }));
  await session(ron!, id);
  await act(ron!, id, 'join', { agent: 'r' });
});
afterAll(() => rig.stop());

/** Sends so many messages, each as soon as one before is answered. @returns milliseconds of each */
async function send(client: Client, from: string, what: string, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  let next = 0;
  const voice = async () => {
    for (let number = ++next; number <= count; number = ++next) {
      const begun = performance.now();
      const name = `${what} ${number}`;
      await client.output('yangent-sessions:send', { session: id, from, id: name, content: name });
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, voice));
  return times;
}

/** Lets both sides speak. @returns the median of the milliseconds in which a message is answered, at the home and at the copy */
async function speak(what: string, count: number): Promise<readonly number[]> {
  const [home, copy] = await Promise.all([send(ann!, 'a', what, count), send(ron!, 'r', what, count)]);
  return [median(home), median(copy)];
}

/** Returns the number of the last message at the home, once the copy has it. */
async function settled(limit: number): Promise<string> {
  await session(ron!, id, ({ copy }) => copy.waiting === undefined, limit);
  const { 'last-sequence': last } = await session(ann!, id);
  await session(ron!, id, (shown) => shown['last-sequence'] === last, limit);
  return last;
}

it('10,000 messages cross a link that was cut, and nobody waited for it', async () => {
  const up = await speak('up', UP);
  await settled(HEALING);
  const cuts = [rig.cuts.ar, rig.cuts.ra];
  for (const cut of cuts) cut.sever();
  const cut = await speak('cut', CUT);
  for (const [side, time] of cut.entries()) expect(time).toBeLessThan(1.5 * (up[side] ?? 0) + 5);
  expect((await session(ron!, id)).copy.waiting).toBe(CUT);
  const mended = performance.now();
  for (const each of cuts) each.mend();
  const last = await settled(HEALING);
  const took = performance.now() - mended;
  console.info(`ms of a message, home and copy: up ${up}, cut ${cut}; the healed link took ${took} ms`);
  expect(took).toBeLessThan(HEALING);
  const [there, here] = await Promise.all([history(ann!, id, 'a'), history(ron!, id, 'r')]);
  const numbers = (log: readonly Plain[]) => log.map(({ sequence }) => Number(sequence));
  expect(numbers(there)).toEqual(Array.from({ length: Number(last) }, (_, at) => at + 1));
  expect(numbers(here)).toEqual(numbers(there));
  const texts = (log: readonly Plain[]) => said(log).map(([sequence, , content]) => `${sequence} ${content}`);
  expect(texts(here)).toEqual(texts(there));
  expect(said(there).filter(([, , content]) => content.startsWith('cut'))).toHaveLength(2 * CUT);
}, 540_000);
