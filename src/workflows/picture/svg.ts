/** SVG of DOT texts, made by Graphviz in a thread of its own. */
import type { Worker } from 'node:worker_threads';
import { safeSvg } from './safe-svg.js';
import { SvgError } from './svg-error.js';
import { answerIn, startSvgWorker } from './svg-worker.js';

export interface SvgLimits {
  /** Length of a DOT text, in bytes of UTF-8. Default: 1 MiB. */
  readonly size?: number;
  /** Time for one picture, in milliseconds. Default: 10 seconds. */
  readonly time?: number;
  /** Pictures that wait for their turn. Default: 16. */
  readonly waiting?: number;
  /** Time after which an idle worker ends, in milliseconds. Default: 60 seconds. */
  readonly idle?: number;
}

interface Job {
  readonly dot: string;
  readonly resolve: (svg: string) => void;
  readonly reject: (error: unknown) => void;
  readonly signal?: AbortSignal;
  readonly abort: () => void;
}

/** Makes one picture after another. Its worker starts with the first one, and keeps the process alive only while it works. */
export class SvgRenderer {
  readonly #limits: Required<SvgLimits>;
  readonly #waiting: Job[] = [];
  #worker: Worker | undefined;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ size = 1 << 20, time = 10_000, waiting = 16, idle = 60_000 }: SvgLimits = {}) {
    this.#limits = { size, time, waiting, idle };
  }

  /**
   * Returns the SVG of a DOT text: one element `svg`, safe to be served or put into a page.
   *
   * @throws SvgError when a limit is reached or the text is no DOT; the reason of the signal when it aborts
   */
  async render(dot: string, signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    const { size, waiting } = this.#limits;
    const bytes = Buffer.byteLength(dot);
    if (bytes > size)
      throw new SvgError('too-big', `the graph is too big for a picture: ${bytes} bytes of DOT, at most ${size}`);
    if (this.#waiting.length >= waiting) throw new SvgError('busy', `${waiting} pictures wait already`);
    return safeSvg(await this.#enqueue(dot, signal));
  }

  /** Ends the worker and refuses the pictures that are not ready. */
  async close(): Promise<void> {
    const closed = new SvgError('busy', 'the renderer was closed');
    for (const job of this.#waiting.splice(0)) settle(job, () => job.reject(closed));
    await this.#discard(closed);
  }

  #enqueue(dot: string, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const job: Job = { dot, resolve, reject, signal, abort: () => this.#abort(job) };
      signal?.addEventListener('abort', job.abort, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    const job = this.#waiting.shift();
    if (job) this.#begin(job);
    else if (this.#worker) {
      this.#worker.unref();
      this.#timer = setTimeout(() => void this.#discard(), this.#limits.idle).unref();
    }
  }

  #begin(job: Job): void {
    const { time } = this.#limits;
    this.#current = job;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(job.dot);
    const slow = () => new SvgError('too-slow', `the picture took longer than ${time} milliseconds`);
    this.#timer = setTimeout(() => void this.#discard(slow()), time).unref();
  }

  #start(): Worker {
    const worker = startSvgWorker();
    worker.on('message', (message: unknown) => {
      const answer = answerIn(message);
      this.#end((job) => {
        if ('svg' in answer) job.resolve(answer.svg);
        else job.reject(new SvgError('invalid', `Graphviz refuses the text: ${answer.problem}`));
      });
    });
    worker.on('error', (error) => {
      if (this.#worker === worker) void this.#discard(new SvgError('invalid', `Graphviz failed: ${error.message}`));
    });
    return worker;
  }

  #abort(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (at >= 0) job.reject(job.signal?.reason);
    else if (this.#current === job) void this.#discard(job.signal?.reason);
  }

  /** Gives the picture that is made its end, and goes on with the next. */
  #end(how: (job: Job) => void): void {
    const job = this.#current;
    this.#current = undefined;
    if (job) settle(job, () => how(job));
    this.#next();
  }

  /** Ends the worker; the next picture gets another one. */
  async #discard(reason?: unknown): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.removeAllListeners('message');
    const gone = worker?.terminate();
    clearTimeout(this.#timer);
    this.#end((job) => job.reject(reason));
    await gone;
  }
}

function settle(job: Job, how: () => void): void {
  job.signal?.removeEventListener('abort', job.abort);
  how();
}

/** One worker serves the whole process. */
const renderer = new SvgRenderer();

/** Returns the SVG of a DOT text; see `SvgRenderer.render`. */
export function svgOf(dot: string, signal?: AbortSignal): Promise<string> {
  return renderer.render(dot, signal);
}
