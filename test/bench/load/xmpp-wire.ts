/** XMPP (RFC 6120, XEP-0045) by hand: a room whose messages are counted by the beginnings of their bodies. */
import type { Socket } from 'node:net';
import { openSocket } from './http-wire.js';
import type { Wire } from './pipeline.js';

export interface XmppPlace {
  readonly host: string;
  readonly port: number;
  /** Domain of the accounts. */
  readonly domain: string;
  /** Address of the room: NAME@SERVICE. */
  readonly room: string;
  /** Password of all accounts. */
  readonly password: string;
  /** Account that posts. */
  readonly from: string;
}

const BODY = Buffer.from('<body>');
/** Status of an occupant's own presence: it is in the room (XEP-0045 §7.2.2). */
const INSIDE = "code='110'";

/** Returns the connection of an occupant that posts; its own messages come back to it as answers. */
export async function openXmppPosts(place: XmppPlace, content: string): Promise<Wire> {
  const socket = await enter(place, place.from);
  const message = `<message to='${place.room}' type='groupchat'><body>${content}</body></message>`;
  const bodies = new Bodies();
  return { socket, next: () => message, answered: (bytes) => bodies.in(bytes) };
}

/** Enters the room and reads as long as the process lives. @param received is called with the number of messages that came */
export async function openXmppReader(
  place: XmppPlace,
  name: string,
  received: (messages: number) => void,
): Promise<void> {
  const socket = await enter(place, name);
  const bodies = new Bodies();
  socket.on('data', (bytes: Buffer) => received(bodies.in(bytes)));
}

/** Logs in with SASL PLAIN, and enters the room without its history. */
async function enter({ host, port, domain, room, password }: XmppPlace, name: string): Promise<Socket> {
  const socket = await openSocket({ host, port });
  const stream =
    `<?xml version='1.0'?><stream:stream to='${domain}' version='1.0' xmlns='jabber:client' ` +
    `xmlns:stream='http://etherx.jabber.org/streams'>`;
  const login = Buffer.from(`\0${name}\0${password}`).toString('base64');
  const bind = `<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>bench</resource></bind>`;
  await ask(socket, stream, '</stream:features>');
  await ask(socket, `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${login}</auth>`, '<success');
  await ask(socket, stream, '</stream:features>');
  await ask(socket, `<iq type='set' id='bind'>${bind}</iq>`, '</iq>');
  const history = `<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>`;
  await ask(socket, `<presence to='${room}/${name}'>${history}</presence>`, INSIDE);
  return socket;
}

/** Sends a text, and waits for a part of the answer. @throws Error when the server answers that it fails */
function ask(socket: Socket, text: string, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const hear = (bytes: Buffer) => {
      heard += bytes.toString('utf8');
      const hasFailed = heard.includes('<failure') || heard.includes("type='error'");
      if (!hasFailed && !heard.includes(expected)) return;
      socket.off('data', hear);
      if (hasFailed) reject(new Error(`XMPP refused: ${heard}`));
      else resolve();
    };
    socket.on('data', hear);
    socket.write(text);
  });
}

/** Counts messages with a body. */
class Bodies {
  #rest: Buffer = Buffer.alloc(0);

  /** @returns the number of bodies that begin in these bytes */
  in(bytes: Buffer): number {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let count = 0;
    let from = 0;
    for (let at = all.indexOf(BODY); at >= 0; at = all.indexOf(BODY, from)) {
      count += 1;
      from = at + BODY.length;
    }
    this.#rest = Buffer.from(all.subarray(Math.max(from, all.length - BODY.length + 1)));
    return count;
  }
}
