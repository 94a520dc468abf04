import type { WebSocket } from 'ws';
import type { HeldBytes } from '../../server/index.js';

type Message = string | Uint8Array;
type Result = IteratorResult<Message, undefined>;

/** A reader that waits for the next message. */
interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

const OVER: Result = { done: true, value: undefined };

/**
 * The messages of a WebSocket, in their order, for one reader at a time; the WebSocket is paused while one waits. Each counts until the
 * next is asked for. A silent connection holds no more than the reader that waits: a stream and its iterator would hold 3 kB.
 */
export class SocketMessages implements AsyncIterable<Message>, AsyncIterator<Message, undefined> {
  /** Undefined while none waits. */
  #queue: Message[] | undefined;
  #waiting: Waiting | undefined;
  /** Bytes of the message that the reader has. */
  #given = 0;
  #isOver = false;
  /** Set by a fault of the connection, until the reader is told. */
  #fault: Error | undefined;

  constructor(
    private readonly websocket: WebSocket,
    private readonly held: HeldBytes,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Takes in a message that has arrived; its bytes are counted already. */
  arrived(message: Message): void {
    if (this.#isOver) return;
    if (this.#waiting) this.#give(this.#waiting, message);
    else {
      this.#queue ??= [];
      this.#queue.push(message);
      this.websocket.pause();
    }
  }

  /** Ends the messages behind those that wait; with an error at once. */
  end(fault?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#fault = fault;
    if (fault) this.#queue = undefined;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) this.next().then(waiting.resolve, waiting.reject);
  }

  next(): Promise<Result> {
    this.#release();
    const message = this.#queue?.shift();
    if (this.#queue?.length === 0) this.#queue = undefined;
    if (!this.#queue && this.websocket.isPaused) this.websocket.resume();
    if (message !== undefined) return Promise.resolve(this.#taken(message));
    if (this.#isOver) {
      const fault = this.#fault;
      this.#fault = undefined;
      return fault ? Promise.reject(fault) : Promise.resolve(OVER);
    }
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** The reader stops; it may go on later. */
  return(): Promise<Result> {
    this.#release();
    return Promise.resolve(OVER);
  }

  #give({ resolve }: Waiting, message: Message): void {
    this.#waiting = undefined;
    resolve(this.#taken(message));
  }

  #taken(message: Message): Result {
    this.#given = Buffer.byteLength(message);
    return { done: false, value: message };
  }

  #release(): void {
    this.held.add(-this.#given);
    this.#given = 0;
  }
}
