/** Milliseconds without a first reply until the reminder is sent. */
const PATIENCE = 1_000;

/** A request that selects nothing; every server supports it. */
const NOTHING = '<get-config><source><running/></source><filter type="subtree"/></get-config>';

/**
 * Sends a second request when a server does not answer the first one of a session; its reply is ignored. Some servers
 * (yuma123's netconfd) process a request that arrives together with the hello only after the next message.
 */
export class Reminder {
  #timer: NodeJS.Timeout | undefined;
  #over = false;

  /** @param send sends an operation, as XML, whose reply will be dropped */
  constructor(private readonly send: (operation: string) => void) {}

  /** Starts the timer at the first request. */
  asked(): void {
    if (!this.#over) this.#timer ??= setTimeout(() => this.send(NOTHING), PATIENCE);
  }

  /** Stops the reminder: the server has sent a message after its hello, or the session has ended. */
  end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }
}
