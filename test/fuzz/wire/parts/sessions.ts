/** Whole sessions from the hello on, in any framing: each is answered or ended, and the connection's others go on. */

import { ok } from 'node:assert/strict';
import { once } from 'node:events';
import ssh2, { type ClientChannel } from 'ssh2';
import { REQUESTS } from '../../../slow/bad-input-arbitrary.js';
import type { Endpoints } from '../../../support/node.js';
import { chunked, EOM, hello, RawNetconf, rpc } from '../../../support/raw-netconf.js';
import type { Random } from '../../random.js';
import { inTime } from '../in-time.js';
import { Fault, type Fuzzer, type Part } from '../part.js';
import { anyBytes, cut, mutateBytes } from '../words.js';

const BASES = ['urn:ietf:params:netconf:base:1.0', 'urn:ietf:params:netconf:base:1.1'];

export const sessions: Part = {
  about: 'sessions from the hello on: hellos, framing, ends in the middle',
  over: 'sockets',
  share: 8,
  batch: 20,
  start: async (node) => {
    const connection = await connect(node);
    const good = await RawNetconf.open(node);
    return {
      check: async (inputs) => {
        for (const { index, random } of inputs) {
          const bytes = make(random);
          try {
            await inTime(runSession(connection, cut(random, bytes)), 'the end of the session');
            const answer = await inTime(
              good.ask('<get-config><source><running/></source><filter/></get-config>', index),
              'the good session',
            );
            ok(answer.includes('<data') && !answer.includes('rpc-error'), `the good session is answered ${answer}`);
          } catch (error) {
            throw new Fault(index, bytes, error);
          }
        }
      },
      end: () => {
        connection.end();
        good.close();
      },
    } satisfies Fuzzer;
  },
};

async function connect({ netconf, password }: Endpoints): Promise<ssh2.Client> {
  const connection = new ssh2.Client();
  connection.connect({ ...netconf, username: 'admin', password, hostVerifier: () => true });
  await once(connection, 'ready');
  connection.setNoDelay(true);
  return connection.on('error', () => undefined);
}

/** Sends it all, then ends its side: the other side has to end then, too. */
async function runSession(connection: ssh2.Client, pieces: readonly Buffer[]): Promise<void> {
  const channel = await new Promise<ClientChannel>((resolve, reject) => {
    connection.subsys('netconf', (error, made) => (error ? reject(error) : resolve(made)));
  });
  const closed = once(channel, 'close');
  channel.on('error', () => undefined).resume();
  for (const piece of pieces) channel.write(piece);
  channel.end();
  await closed;
}

function make(random: Random): Buffer {
  const greeting = hello(random.pick(BASES));
  const requests = Array.from({ length: random.below(4) }, () =>
    random.pick([
      rpc('<get-config><source><running/></source><filter/></get-config>'),
      random.pick(REQUESTS.slice(5)),
      rpc('<close-session/>'),
    ]),
  );
  const framed = requests.map((request) => (greeting.includes('base:1.1') ? chunked(request) : request + EOM));
  const text = Buffer.from([greeting, ...framed].join(''));
  if (random.chance(0.1)) return Buffer.concat([Buffer.from(greeting), anyBytes(random, 50)]);
  return random.chance(0.9) ? mutateBytes(random, text) : text;
}
