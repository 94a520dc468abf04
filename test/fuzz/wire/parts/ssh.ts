/** SSH below NETCONF: identification, key exchange and packets before the login; channel and global requests behind it. */
import { ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import ssh2 from 'ssh2';
import type { Endpoints } from '../../../support/node.js';
import { RawNetconf } from '../../../support/raw-netconf.js';
import type { Random } from '../../random.js';
import { inTime } from '../in-time.js';
import { Fault, type Input, type Part } from '../part.js';
import { sendPayload } from '../ssh-payload.js';
import { anyBytes, anyText, mutateBytes } from '../words.js';

/** Connections at one time: the node drops the oldest of more than 128 that have not logged in. */
const AT_ONCE = 60;
/** Of so many inputs one is sent by a user who has logged in, which costs both sides a key exchange. */
const LOGGED_IN = 4;

export const ssh: Part = {
  about: 'SSH: identification, key exchange, packets, channel requests',
  over: 'sockets',
  share: 4,
  batch: 240,
  start: async (node) => {
    const good = await RawNetconf.open(node);
    return {
      check: async (inputs) => {
        const queue = inputs.values();
        await Promise.all(Array.from({ length: AT_ONCE }, () => work(node, good, queue)));
      },
      end: () => good.close(),
    };
  },
};

async function work(node: Endpoints, good: RawNetconf, queue: Iterator<Input>): Promise<void> {
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const { index, random } = next.value;
    const isLoggedIn = index % LOGGED_IN === 0;
    const bytes = isLoggedIn ? payloads(random) : [before(random)];
    try {
      await inTime((isLoggedIn ? sendBehindLogin : sendBeforeLogin)(node, bytes), 'the end of the connection');
      // One asks at a time: the replies have no other owner.
      const answer = await inTime(askInTurn(good), 'the good session');
      ok(answer.includes('<data'), `the good session is answered ${answer}`);
    } catch (error) {
      throw new Fault(index, Buffer.concat(bytes), error);
    }
  }
}

let turn: Promise<unknown> = Promise.resolve();
function askInTurn(good: RawNetconf): Promise<string> {
  const asked = turn.then(() => good.ask('<get-config><source><running/></source><filter/></get-config>'));
  turn = asked.catch(() => undefined);
  return asked;
}

async function sendBeforeLogin({ netconf }: Endpoints, pieces: readonly Buffer[]): Promise<void> {
  const socket = connectTcp(netconf.port, netconf.host);
  socket.on('error', () => undefined).resume();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.end(Buffer.concat(pieces));
  await closed;
}

async function sendBehindLogin({ netconf, password }: Endpoints, pieces: readonly Buffer[]): Promise<void> {
  const client = new ssh2.Client();
  client.connect({ ...netconf, username: 'admin', password, hostVerifier: () => true, readyTimeout: 60_000 });
  await once(client, 'ready');
  client.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  for (const piece of pieces) sendPayload(client, piece);
  client.end();
  await closed;
}

const NAMES = [
  'none',
  'ssh-rsa',
  'ssh-ed25519',
  'curve25519-sha256',
  'aes128-ctr',
  'aes256-gcm@openssh.com',
  'hmac-sha2-256',
  'zlib',
  '',
];

/** What a client may send before its login: good in its first bytes, more or less. */
function before(random: Random): Buffer {
  const identification = random.pick([
    'SSH-2.0-fuzz\r\n',
    'SSH-2.0-fuzz\n',
    'SSH-1.99-x y\r\n',
    'SSH-2.0-\r\n',
    'hello\r\nSSH-2.0-x\r\n',
    anyText(random, 300),
  ]);
  const packets = Array.from({ length: random.below(5) }, () =>
    packet(random, random.chance(0.4) ? keyExchangeInit(random) : payload(random)),
  );
  const bytes = Buffer.concat([Buffer.from(identification), ...packets]);
  return random.chance(0.5) ? mutateBytes(random, bytes) : bytes;
}

function keyExchangeInit(random: Random): Buffer {
  const lists = Array.from({ length: 10 }, () =>
    string(Array.from({ length: random.below(6) }, () => random.pick(NAMES)).join(',')),
  );
  return Buffer.concat([Buffer.from([20]), Buffer.alloc(16), ...lists, Buffer.from([random.below(2), 0, 0, 0, 0])]);
}

/** Binary packet protocol (RFC 4253 §6) without encryption, most often with the padding that it must have. */
function packet(random: Random, content: Buffer): Buffer {
  const padding = random.chance(0.9) ? 8 - ((content.length + 5) % 8) + 8 : random.below(256);
  const length = random.chance(0.95)
    ? content.length + padding + 1
    : random.pick([0, 1, 35_000, 0x7fffffff, 0xffffffff]);
  return Buffer.concat([uint32(length), Buffer.from([padding]), content, Buffer.alloc(padding)]);
}

function payloads(random: Random): Buffer[] {
  const list = Array.from({ length: 1 + random.below(8) }, () => payload(random));
  // Most of what concerns channels needs one.
  return random.chance(0.7) ? [channelOpen('session', 0), ...list] : list;
}

const REQUESTS = [
  'subsystem',
  'exec',
  'shell',
  'pty-req',
  'env',
  'window-change',
  'signal',
  'exit-status',
  'auth-agent-req@openssh.com',
  'x11-req',
  'keepalive@openssh.com',
  'xon-xoff',
  'eow@openssh.com',
];
const CHANNELS = [
  'session',
  'direct-tcpip',
  'forwarded-tcpip',
  'x11',
  'direct-streamlocal@openssh.com',
  'auth-agent@openssh.com',
];
const GLOBALS = [
  'tcpip-forward',
  'cancel-tcpip-forward',
  'streamlocal-forward@openssh.com',
  'keepalive@openssh.com',
  'hostkeys-prove-00@openssh.com',
  'no-more-sessions@openssh.com',
];

/** One message (RFC 4250 §4.1.2): its number, and most often what belongs behind that. */
function payload(random: Random): Buffer {
  const channel = uint32(random.pick([0, 0, 0, 1, 2, 0xffffffff]));
  const wantsReply = Buffer.from([random.below(3)]);
  const made = (): Buffer => {
    switch (random.below(10)) {
      case 0:
        return channelOpen(random.pick(CHANNELS), random.below(3));
      case 1:
      case 2:
        return join(
          98,
          channel,
          string(random.pick(REQUESTS)),
          wantsReply,
          string(random.pick(['netconf', 'sftp', 'x', anyText(random, 20)])),
        );
      case 3:
        return join(80, string(random.pick(GLOBALS)), wantsReply, string('127.0.0.1'), uint32(random.below(70_000)));
      case 4:
        return join(93, channel, uint32(random.pick([0, 1, 0x7fffffff, 0xffffffff])));
      case 5:
        return join(94, channel, string(anyText(random, 100)));
      case 6:
        return join(95, channel, uint32(random.below(3)), string('x'));
      case 7:
        return join(random.pick([96, 97, 99, 100, 81, 82, 91, 92]), channel, anyBytes(random, 20));
      case 8:
        return join(random.pick([1, 2, 3, 4, 5, 6, 7, 20, 21, 30, 31, 50, 51, 52, 60, 61]), anyBytes(random, 40));
      default:
        return join(random.below(256), anyBytes(random, 60));
    }
  };
  const bytes = made();
  return random.chance(0.3) ? mutateBytes(random, bytes) : bytes;
}

function channelOpen(type: string, number: number): Buffer {
  return join(90, string(type), uint32(number), uint32(2 ** 21), uint32(32_768));
}

function join(kind: number, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([kind]), ...parts]);
}

function string(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
