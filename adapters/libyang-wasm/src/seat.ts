/** One Worker's place in the pool: a new one takes it when the one before was stopped or has failed. */
import { Worker } from 'node:worker_threads';
import type { Reply, Request, WorkerSettings } from './messages.js';
import { LibyangError } from './problem.js';

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
    const { timeout } = this.#settings;
    worker.ref();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Reply>((resolve, reject) => {
        timer = setTimeout(() => reject(new LibyangError('timeout', `no answer within ${timeout} ms`)), timeout);
        worker.once('message', resolve);
        worker.once('error', (error) => reject(new LibyangError('crashed', `the Worker failed: ${error.message}`)));
        worker.once('exit', () => reject(new LibyangError('crashed', 'the Worker ended')));
        worker.postMessage(request);
      });
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.removeAllListeners();
      // A failure while it has nothing to do must not end the process.
      worker.on('error', () => undefined);
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
    return new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { limits } satisfies WorkerSettings,
      resourceLimits: { stackSizeMb: stackMegabytes, maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
  }
}
