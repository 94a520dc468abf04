import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Principal } from '../../access/index.js';
import type { Caller, View, Within } from '../../server/index.js';
import { onceOver } from './over.js';

/** The signals' reason, made once: to make an error for each request costs more than the rest of its end. */
const OVER = new DOMException('the client has gone or has its answer', 'AbortError');

/** The caller of one request. Its signal is made on first use: most requests are over before that. */
export class RequestCaller implements Caller {
  readonly session = 0;
  readonly protocol = 'restconf';
  #controller: AbortController | undefined;

  constructor(
    readonly principal: Principal,
    readonly view: View,
    private readonly response: ServerResponse | Http2ServerResponse,
    readonly source?: string,
    readonly face?: string,
    readonly within?: Within,
  ) {}

  /** Aborted when the client has gone or the answer is sent. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController();
      if (this.response.destroyed) controller.abort(OVER);
      else onceOver(this.response, () => controller.abort(OVER));
      this.#controller = controller;
    }
    return this.#controller.signal;
  }

  /** Ends what listens to the signal, as when the listener closes. */
  abort(): void {
    this.#controller?.abort(OVER);
  }
}
