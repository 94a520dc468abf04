/** One writer at a time for each device: edits of loops and skills run one after another, in the order of arrival. */
import { RpcError } from '../data/index.js';

/** Maximum number of waiting edits of one device. */
const WAITING = 100;

interface Line {
  last: Promise<unknown>;
  length: number;
}

export class OneWriter {
  readonly #lines = new Map<string, Line>();

  constructor(private readonly waiting = WAITING) {}

  /**
   * Runs `work` when all earlier work for this device has ended.
   * @param signal ends the waiting; running work must handle it itself
   * @throws RpcError resource-denied when too many wait; the error of `work`
   */
  async run<T>(device: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const line: Line = this.#lines.get(device) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > this.waiting) {
      const message = `${this.waiting} edits of device "${device}" wait already`;
      throw new RpcError({ type: 'application', tag: 'resource-denied', message });
    }
    this.#lines.set(device, line);
    line.length += 1;
    const turn = line.last.then(() => {
      signal?.throwIfAborted();
      return work();
    });
    line.last = turn
      .catch(() => undefined)
      .then(() => {
        line.length -= 1;
        if (line.length === 0) this.#lines.delete(device);
      });
    return turn;
  }
}
