/** Messages in a NETCONF session: each gets one reply, in order, and the good request behind it its answer. */
import { ok } from 'node:assert/strict';
import { REQUESTS } from '../../../slow/bad-input-arbitrary.js';
import type { Endpoints } from '../../../support/node.js';
import { chunked, RawNetconf, rpc } from '../../../support/raw-netconf.js';
import type { Random } from '../../random.js';
import { inTime } from '../in-time.js';
import { Fault, type Fuzzer, type Part } from '../part.js';
import { judgeReply } from '../refusals.js';
import { anyRequest, mutateBytes, mutateText } from '../words.js';

/** Not the one that assigns tasks: they would be worked on, and kept. */
const TEXTS = REQUESTS.filter((request) => !request.includes('taskAssign'));
const GOOD = '<get-config><source><running/></source></get-config>';

export const netconf: Part = {
  about: 'messages in a session, a good request behind each',
  over: 'sockets',
  share: 110,
  batch: 100,
  start: async (node) => new Messages(node, await RawNetconf.open(node)),
};

class Messages implements Fuzzer {
  constructor(
    private readonly node: Endpoints,
    private session: RawNetconf,
  ) {}

  async check(inputs: Parameters<Fuzzer['check']>[0]): Promise<void> {
    const messages = inputs.map(({ index, random }) => ({ index, bytes: make(random) }));
    for (const { index, bytes } of messages) {
      this.session.send(Buffer.concat([Buffer.from(`\n#${bytes.length}\n`), bytes, Buffer.from('\n##\n')]));
      this.session.send(chunked(rpc(GOOD, index)));
    }
    for (const { index, bytes } of messages) {
      try {
        judgeReply(await inTime(this.session.receive(), 'the reply'));
        const answer = await inTime(this.session.receive(), 'the reply to the good request');
        ok(answer.includes(`message-id="${index}"`) && answer.includes('<data'), `answered ${answer}`);
      } catch (error) {
        this.session.close();
        this.session = await RawNetconf.open(this.node);
        throw new Fault(index, bytes, error);
      }
    }
  }

  end(): void {
    this.session.close();
  }
}

function make(random: Random): Buffer {
  const kind = random.below(10);
  const text = random.pick(TEXTS);
  const bytes =
    kind === 0
      ? mutateBytes(random, Buffer.from(text))
      : Buffer.from(kind < 3 ? anyRequest(random) : mutateText(random, text));
  return bytes.length === 0 ? Buffer.from(' ') : bytes;
}
