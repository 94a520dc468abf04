/** Receives for an agent, prints, and acknowledges what was printed. */
import type { RestconfClient } from '../../clients/index.js';
import { mayPass, Patience } from '../../peers/index.js';
import { oneLine, shortId, written } from '../terminal/index.js';
import {
  type Gap,
  gapsOf,
  hasGivenOut,
  messagesOf,
  type ReceivedMessage,
  type Rejected,
  readHead,
  rejectedOf,
} from './records.js';
import { Transcript } from './transcript.js';

export interface Listening {
  readonly url: string;
  readonly agent?: string;
  /** Only this session. */
  readonly session?: string;
  /** Seconds of silence after which it ends. Default: never. */
  readonly wait?: number;
  /** Prints JSON documents. */
  readonly json?: boolean;
}

/** Seconds that one call waits at the node. */
const LONGEST_CALL = 60;
/** Seconds that a node needs for its answer beside the wait. */
const MARGIN = 30;
/** Seconds after which messages that were not acknowledged come again: printing them takes much less. */
const LEND = 10;
/** Messages of one call. */
const MOST = 100;

/** Listens until the user interrupts, nothing came for `wait` seconds, or nobody reads the output. */
export async function listen(node: RestconfClient, o: Listening): Promise<void> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    await new Listener(node, o, interrupted.signal).run();
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

class Listener {
  readonly #transcript: Transcript;
  /** The last message that was printed, by session: one whose acknowledgement was lost is not printed again. */
  readonly #printed = new Map<string, number>();
  #isConnected = false;

  constructor(
    private readonly node: RestconfClient,
    private readonly o: Listening,
    private readonly signal: AbortSignal,
  ) {
    this.#transcript = new Transcript(o.session === undefined ? (id) => headingOf(node, id) : undefined);
  }

  async run(): Promise<void> {
    const { wait = Number.POSITIVE_INFINITY } = this.o;
    let heard = performance.now();
    for (;;) {
      const left = Math.max(0, wait - (performance.now() - heard) / 1000);
      const answer = await this.#patiently(Math.ceil(Math.min(LONGEST_CALL, left)));
      const [messages, gaps, rejected] = [messagesOf<ReceivedMessage>(answer), gapsOf(answer), rejectedOf(answer)];
      if (messages.length + gaps.length + rejected.length > 0) {
        if (!(await this.#tellRejected(rejected))) return;
        if (!(await this.#deal(messages, gaps)) || messages.some((each) => this.#isLast(each))) return;
        heard = performance.now();
      } else if (left === 0) {
        if (this.#printed.size === 0) await this.#hint();
        return;
      }
    }
  }

  /** Says when nothing came because another program of the agent was given what waits. */
  async #hint(): Promise<void> {
    const { agent, session } = this.o;
    if (await hasGivenOut(this.node, agent, session).catch(() => false))
      console.error('yangent: another program of the agent was given what waits, and has yet to acknowledge it');
  }

  /** True for the message that closes the only session. */
  #isLast({ session, floor }: ReceivedMessage): boolean {
    return session === this.o.session && floor?.state === 'closed';
  }

  #receive(wait: number): Promise<unknown> {
    const { agent, session } = this.o;
    return this.node.invoke(
      'yangent-sessions:receive',
      { agent, session, max: MOST, wait, 'redeliver-after': LEND },
      { signal: this.signal, timeout: (wait + MARGIN) * 1000 },
    );
  }

  /** Prints, then acknowledges what was printed. Returns false when nobody reads the output. */
  async #deal(messages: readonly ReceivedMessage[], gaps: readonly Gap[]): Promise<boolean> {
    const through = new Map<string, string>();
    let isRead = true;
    for (const { session, line, sequence } of this.#lines(messages, gaps)) {
      const isNew = Number(sequence) > (this.#printed.get(session) ?? 0);
      isRead = !isNew || (await written(await line()));
      if (!isRead) break;
      through.set(session, sequence);
      if (isNew) this.#printed.set(session, Number(sequence));
    }
    await this.#acknowledge([...through].map(([session, sequence]) => ({ session, through: sequence })));
    return isRead;
  }

  /** Prints and acknowledges messages that their homes refused. Returns false when nobody reads the output. */
  async #tellRejected(all: readonly Rejected[]): Promise<boolean> {
    for (const rejected of all) {
      const { session = '', id } = rejected;
      const text = this.o.json
        ? JSON.stringify({ rejected })
        : await this.#transcript.note(rejectedText(rejected), session);
      if (!(await written(text))) return false;
      await this.#acknowledge([{ session, through: '0', rejected: [id] }]);
    }
    return true;
  }

  /** The gap of a session lies ahead of its messages. */
  #lines(messages: readonly ReceivedMessage[], gaps: readonly Gap[]) {
    const { json } = this.o;
    return [
      ...gaps.map((gap) => ({
        session: gap.session,
        sequence: gap.through,
        line: async () => (json ? JSON.stringify({ gap }) : this.#transcript.note(gapText(gap), gap.session)),
      })),
      ...messages.map((message) => ({
        session: message.session,
        sequence: message.sequence,
        line: async () => (json ? JSON.stringify(message) : this.#transcript.text(message, message.session)),
      })),
    ];
  }

  /** One that is lost does no harm: the messages come again, and are acknowledged then. */
  async #acknowledge(position: readonly object[]): Promise<void> {
    if (position.length === 0) return;
    const input = { agent: this.o.agent, position };
    // Also after an interruption: what was printed is to be acknowledged.
    await this.node.invoke('yangent-sessions:acknowledge', input).catch((error: unknown) => {
      if (!mayPass(error)) throw error;
    });
  }

  /** Receives, again and again while the node is away; only the first call must succeed at once. */
  async #patiently(wait: number): Promise<unknown> {
    const patience = new Patience(Number.POSITIVE_INFINITY);
    let isTold = false;
    for (;;) {
      try {
        // The first answer, and the first of a node that was away, come at once: the user learns that the node is there.
        const answer = await this.#receive(isTold || !this.#isConnected ? 0 : wait);
        if (isTold) console.error('yangent: connected again');
        this.#isConnected = true;
        return answer;
      } catch (error) {
        if (!this.#isConnected) throw error;
        if (!isTold && !this.signal.aborted && mayPass(error)) {
          console.error(`yangent: ${this.o.url} does not answer; trying again`);
          isTold = true;
        }
        await patience.afterFailure(error, this.signal);
      }
    }
  }
}

async function headingOf(node: RestconfClient, id: string): Promise<string> {
  const session = await readHead(node, id).catch(() => undefined);
  if (!session) return `session ${id}`;
  const { kind, name, goal } = session;
  const about = name ?? goal;
  return about === undefined ? `${kind} ${shortId(id)}` : `${oneLine(about)} (${kind} ${shortId(id)})`;
}

function gapText({ count, through }: Gap): string {
  return `at most ${count} messages up to #${through} were skipped: the agent was too far behind, or they are no longer kept`;
}

/** Another node has chosen the words. */
function rejectedText({ id = '', 'error-message': message, 'error-tag': tag }: Rejected): string {
  return `message ${oneLine(id, 255)} was refused by the home of the session: ${oneLine(message ?? tag, 500)}`;
}
