/** Milliseconds that a server may take for its first answer before it is reminded. */
const PATIENCE = 1_000;

/** Asks for nothing; every server knows it. */
const NOTHING = '<get-config><source><running/></source><filter type="subtree"/></get-config>';

/**
 * There are servers (yuma123's netconfd) that leave a request which reaches them together with the hello where it is until the
 * next message comes. A server that does not answer the first request of a session is sent a further one, whose answer is not waited for.
 */
export class Reminder {
  #timer: NodeJS.Timeout | undefined;
  #over = false;

  /** @param send sends an operation, as XML, whose reply will be dropped */
  constructor(private readonly send: (operation: string) => void) {}

  /** A request was sent. */
  asked(): void {
    if (!this.#over) this.#timer ??= setTimeout(() => this.send(NOTHING), PATIENCE);
  }

  /** The server has said something after its hello, or the session has ended: there is nothing to remind of any more. */
  end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }
}
