/** MQTT 3.1.1 with QoS 1. Packets of one kind have one length, so the octets tell how many there are. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { generate, type Packet } from 'mqtt-packet';
import { openSocket } from './http-wire.js';
import type { Wire } from './pipeline.js';

/** Octets of PUBACK, and what the first one says. */
const ACKNOWLEDGED = { length: 4, type: 0x40 };
/** PUBLISH with QoS 1: the first octet of the packet, but for the flag of a repetition. */
const PUBLISHED = 0x32;
const REPEATED = 0x08;
const MAX_ID = 65_535;

export interface MqttPlace {
  readonly host: string;
  readonly port: number;
  readonly topic: string;
}

async function log(place: MqttPlace, clientId: string): Promise<Socket> {
  const socket = await openSocket(place);
  await ask(socket, { cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 0, clientId });
  return socket;
}

/** Sends a packet that is answered by one. */
async function ask(socket: Socket, packet: Packet): Promise<void> {
  const answer = once(socket, 'data');
  socket.write(generate(packet));
  await answer;
}

function publication({ topic }: MqttPlace, content: string): Buffer {
  return generate({ cmd: 'publish', topic, payload: content, qos: 1, retain: false, dup: false, messageId: 1 });
}

/** Where the identifier of a PUBLISH is that has this length. */
function idAt(packet: Buffer, content: string): number {
  return packet.length - content.length - 2;
}

/** Returns a connection that publishes. */
export async function openMqttPosts(place: MqttPlace, content: string): Promise<Wire> {
  const socket = await log(place, 'publisher');
  const message = publication(place, content);
  const at = idAt(message, content);
  let id = 0;
  let octets = 0;
  return {
    socket,
    next: () => {
      id = (id % MAX_ID) + 1;
      const packet = Buffer.from(message);
      packet.writeUInt16BE(id, at);
      return packet;
    },
    answered: (bytes) => {
      if (octets === 0 && bytes[0] !== ACKNOWLEDGED.type) throw new Error(`not PUBACK: ${bytes.toString('hex', 0, 8)}`);
      octets += bytes.length;
      const answers = Math.floor(octets / ACKNOWLEDGED.length);
      octets %= ACKNOWLEDGED.length;
      return answers;
    },
  };
}

/** Subscribes, and acknowledges each message. @param received is called with the number of messages that came */
export async function openMqttReader(
  place: MqttPlace,
  content: string,
  name: string,
  received: (messages: number) => void,
): Promise<void> {
  const socket = await log(place, name);
  await ask(socket, { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: place.topic, qos: 1 }] });
  const message = publication(place, content);
  const at = idAt(message, content);
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const messages = Math.floor(all.length / message.length);
    const answers = Buffer.alloc(messages * ACKNOWLEDGED.length);
    for (let number = 0; number < messages; number++) {
      const begin = number * message.length;
      const first = all[begin] ?? 0;
      if ((first & ~REPEATED) !== PUBLISHED) throw new Error(`not PUBLISH: ${all.toString('hex', begin, begin + 8)}`);
      answers.writeUInt16BE(0x4002, number * ACKNOWLEDGED.length);
      all.copy(answers, number * ACKNOWLEDGED.length + 2, begin + at, begin + at + 2);
    }
    rest = all.subarray(messages * message.length);
    if (messages === 0) return;
    socket.write(answers);
    received(messages);
  });
}
