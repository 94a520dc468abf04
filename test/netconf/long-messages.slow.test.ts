/** Messages as long as may be: other sessions are served while one is read. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { chunk, openSession, rpc } from './wire.js';

const MEBIBYTE = 1 << 20;
const entry = (n: number) => `<interface><name>eth${n}</name><enabled>true</enabled><mtu>1500</mtu></interface>`;
const entries = (bytes: number) => Array.from({ length: Math.floor(bytes / entry(12_345).length) }, (_, n) => entry(n));

/** Sends a message over one session, and pings over another until it is answered. */
async function whilePinging(message: string) {
  const [long, other] = [await openSession('1.1'), await openSession('1.1')];
  other.wire.send(chunk(rpc(0, '<ping/>')));
  await other.wire.receive();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let answer: string | undefined;
  let pings = 0;
  long.wire.send(Buffer.from(chunk(message)));
  delay.enable();
  const answered = long.wire.receive().then((text) => {
    answer = text;
  });
  while (answer === undefined) {
    other.wire.send(chunk(rpc(pings, '<ping/>')));
    expect(await other.wire.receive()).toContain(`message-id="${pings}"`);
    pings += 1;
  }
  await answered;
  delay.disable();
  for (const { wire } of [long, other]) wire.stream.destroy();
  await Promise.all([long.done, other.done]);
  return { answer, pings, longest: delay.max / 1e6 };
}

const edit = (config: string) =>
  rpc(7, `<edit-config><target><running/></target><config>${config}</config></edit-config>`);

/** Milliseconds that nothing else may run. */
const LONGEST = 400;

it.each<readonly [title: string, message: () => string, answer: string]>([
  ['plain XML of 15 MiB', () => edit(entries(15 * MEBIBYTE).join('')), '<ok/>'],
  [
    'XML of 6 MiB with comments and other letters',
    () => edit(`<!-- é -->${entries(6 * MEBIBYTE).join('€<!---->')}`),
    '<ok/>',
  ],
  ['one text of 15 MiB', () => edit(`<name>${'x'.repeat(15 * MEBIBYTE)}</name>`), '<ok/>'],
  ['one text of references', () => edit(`<name>${'&amp;'.repeat(MEBIBYTE)}</name>`), '<ok/>'],
  [
    'XML of 6 MiB whose last tag is wrong',
    () => edit(entries(6 * MEBIBYTE).join('')).replace(/rpc>$/, 'rcp>'),
    'malformed-message',
  ],
])(
  'other sessions are served while %s is read',
  async (_title, message, expected) => {
    const { answer, pings, longest } = await whilePinging(message());
    expect(answer).toContain(expected);
    expect(pings).toBeGreaterThan(2);
    // Read at once each of these takes half a second to several; the machine may be busy with other tests.
    expect(longest).toBeLessThan(LONGEST);
  },
  60_000,
);

it('a session that ends while its message is read leaves nothing behind', async () => {
  const { wire, session, done, closed, internalErrors } = await openSession('1.1');
  wire.send(chunk(rpc(1, '<ping/>')));
  await wire.receive();
  wire.send(Buffer.from(chunk(edit(entries(8 * MEBIBYTE).join('')))));
  await new Promise((resolve) => wire.stream.once('drain', resolve));
  session.close({ reason: 'killed', killedBy: 9 });
  await done;
  expect(closed).toEqual([{ reason: 'killed', killedBy: 9 }]);
  expect(internalErrors).toEqual([]);
});

it('a message with more elements than allowed is refused, and the session goes on', async () => {
  const { wire, done } = await openSession('1.1', { limits: { elements: 6 } });
  wire.send(chunk(rpc(1, '<a><b/><c/><d/><e/><f/><g/></a>')));
  expect(await wire.receive()).toContain('<error-tag>too-big</error-tag>');
  wire.send(chunk(rpc(2, '<a><b/></a>')));
  expect(await wire.receive()).toContain('message-id="2"');
  wire.stream.destroy();
  await done;
});
