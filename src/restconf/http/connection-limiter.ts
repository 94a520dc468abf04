/**
 * Fairness among connections: of each connection at most so many requests are worked on at one time. The others wait for
 * their turn in the order they came, so that one client with many streams cannot keep all others waiting.
 */
export class ConnectionLimiter {
  readonly #lines = new WeakMap<object, Line>();

  constructor(private readonly atOnce: number) {}

  /**
   * Resolves when it is the request's turn; the function given back ends the turn and may be called twice. Undefined
   * where the client has left by then.
   *
   * @param connection the socket or HTTP/2 session
   * @param hasLeft asked when the turn comes
   */
  async take(connection: object, hasLeft: () => boolean): Promise<(() => void) | undefined> {
    const line = this.#lineOf(connection);
    if (line.working >= this.atOnce) await new Promise<void>((resolve) => line.waiting.push(resolve));
    else line.working += 1;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      const next = line.waiting.shift();
      if (next) next();
      else line.working -= 1;
    };
    if (!hasLeft()) return end;
    end();
    return undefined;
  }

  /** Requests of the connection that wait for their turn. */
  waiting(connection: object): number {
    return this.#lines.get(connection)?.waiting.length ?? 0;
  }

  #lineOf(connection: object): Line {
    const known = this.#lines.get(connection);
    if (known) return known;
    const line: Line = { working: 0, waiting: [] };
    this.#lines.set(connection, line);
    return line;
  }
}

interface Line {
  working: number;
  readonly waiting: (() => void)[];
}
