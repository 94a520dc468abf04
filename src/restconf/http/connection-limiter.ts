/**
 * Limits the requests of each connection that are processed at a time. The others wait for their turn in the order of arrival,
 * so that one client with many streams cannot delay all others.
 */
export class ConnectionLimiter {
  readonly #lines = new WeakMap<object, Line>();

  constructor(private readonly atOnce: number) {}

  /**
   * Resolves when it is the request's turn. The returned function ends the turn and may be called twice. Undefined when the
   * client has left by then.
   *
   * @param connection the socket or HTTP/2 session
   * @param hasLeft called when the turn comes
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

  /** Returns how many requests of the connection wait for their turn. */
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
