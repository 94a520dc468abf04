/** One Worker's place in the pool: a new one takes it when the one before was stopped or has failed. */
import { Worker } from 'node:worker_threads';
import type { Reply, Request, WorkerSettings } from './messages.js';
import { LibyangError, type LibyangFault } from './problem.js';

export interface SeatSettings extends WorkerSettings {
  /** Milliseconds that one request may take. */
  readonly timeout: number;
  readonly stackMegabytes: number;
}

/** Megabytes of JavaScript that a Worker may hold: texts on their way, mostly. */
const HEAP_MEGABYTES = 512;

export class Seat {
  /** Contexts that the Worker has, the one used last at the end. */
  readonly open = new Set<number>();
  readonly #settings: SeatSettings;
  #worker: Worker | undefined;

  constructor(settings: SeatSettings) {
    this.#settings = settings;
  }

  /** One request at a time. @throws LibyangError `timeout` or `crashed`, after which the Worker is another */
  async ask(request: Request): Promise<Reply> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    try {
      return await replyOf(worker, request, this.#settings.timeout);
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      worker.unref();
    }
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.open.clear();
    await worker?.terminate();
  }

  #start(): Worker {
    const { stackMegabytes, limits } = this.#settings;
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { limits } satisfies WorkerSettings,
      resourceLimits: { stackSizeMb: stackMegabytes, maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    // A failure while it has nothing to do must not end the process: the next request meets a Worker that has ended.
    worker.on('error', () => undefined);
    return worker;
  }
}

function replyOf(worker: Worker, request: Request, timeout: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      worker.off('message', replied).off('error', failed).off('exit', ended);
      settle();
    };
    const fail = (fault: LibyangFault, message: string): void => finish(() => reject(new LibyangError(fault, message)));
    const replied = (reply: Reply): void => finish(() => resolve(reply));
    const failed = (error: Error): void => fail('crashed', `the Worker failed: ${error.message}`);
    const ended = (): void => fail('crashed', 'the Worker ended');
    const timer = setTimeout(() => fail('timeout', `no answer within ${timeout} ms`), timeout);
    worker.on('message', replied).on('error', failed).on('exit', ended);
    worker.postMessage(request);
  });
}
