/** Replies too long for one text: they come whole, in pieces, no faster than they are read, and hold nobody up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTurns } from '../../src/data/index.js';
import { chunked, type RawNetconf, rpc } from '../support/raw-netconf.js';
import { B, type BoxNode, edit, NMDA, outcome, startBox } from './box.js';
import { BASE, chunk, openSession, rpc as rpcOf } from './wire.js';

const PORTS = 20_000;
const keys = Array.from({ length: PORTS }, (_, index) => `p${String(index).padStart(5, '0')}`);
const ports = keys.map((name) => `<port><name>${name}</name><speed>100</speed></port>`).join('');
const reply = (namespace: string, content: string) =>
  `<rpc-reply xmlns="${BASE}" message-id="1"><data xmlns="${namespace}">${content}</data></rpc-reply>`;

let node: BoxNode;
let session: RawNetconf;
beforeAll(async () => {
  node = await startBox();
  session = await node.session();
  expect(outcome(await session.ask(edit('running', `<box ${B}>${ports}</box>`)))).toBe('ok');
});
afterAll(() => node.stop());

describe('a reply of 20,000 entries', () => {
  it.each([
    ['get', `<get><filter><box ${B}/></filter></get>`, BASE],
    ['get-config', `<get-config><source><running/></source><filter><box ${B}/></filter></get-config>`, BASE],
    [
      'get-data',
      `<get-data ${NMDA}><datastore>ds:running</datastore><subtree-filter><box ${B}/></subtree-filter></get-data>`,
      'urn:ietf:params:xml:ns:yang:ietf-netconf-nmda',
    ],
  ])('of %s has all of them, in order', async (_name, operation, namespace) => {
    expect(await session.ask(operation)).toBe(reply(namespace, `<box ${B}>${ports}</box>`));
  });

  it('is what it was when it was asked for, whatever changes while it goes out, and holds up no other session', async () => {
    const slow = await node.session();
    slow.channel.pause();
    slow.send(chunked(rpc(`<get><filter><box ${B}/></filter></get>`)));
    const first = edit('running', `<box ${B}><port><name>p19999</name><speed>1</speed></port></box>`);
    const one = `<get><filter><box ${B}><port><name>p19999</name></port></box></filter></get>`;
    // Answered after the slow session's request has been read: that one is first, but has not been taken by its client.
    expect(await session.ask(one)).toContain('<speed>100</speed>');
    expect(outcome(await session.ask(first))).toBe('ok');
    expect(await session.ask(one)).toContain('<speed>1</speed>');
    slow.channel.resume();
    expect(await slow.receive()).toBe(reply(BASE, `<box ${B}>${ports}</box>`));
    slow.close();
  });
});

describe('a reply made as it is read', () => {
  it('stands still while the client does not read, and is given up with the session', async () => {
    const text = 'x'.repeat(32 * 1024);
    const pieces = 10_000;
    let made = 0;
    let over = false;
    function* endless(): Generator<string> {
      try {
        for (; made < pieces; made += 1) yield text;
      } finally {
        over = true;
      }
    }
    const { wire, session: slow } = await openSession('1.1', {
      onRpc: async () => ({ kind: 'data', xml: inTurns(endless()) }),
    });
    wire.stream.pause();
    wire.send(chunk(rpcOf(1, '<get/>')));
    let before = -1;
    // It has come to rest when nothing more is made while the process has time for it.
    for (let quiet = 0; quiet < 20; quiet = made === before ? quiet + 1 : 0) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(made).toBeGreaterThan(2);
    expect(made).toBeLessThan(pieces / 2);
    slow.close({ reason: 'other' });
    while (!over) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(made).toBeLessThan(pieces / 2);
  });
});
