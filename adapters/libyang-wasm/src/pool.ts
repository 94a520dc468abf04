/** libyang in Workers: nothing that comes in stops or ends the process. */
import type { Answer, Call, Reply } from './messages.js';
import type { ContextOptions, Document, Limits, ModuleOutput, PrintOptions, Verdict } from './options.js';
import { LibyangError } from './problem.js';
import { Seat } from './seat.js';

export interface PoolOptions {
  /** Workers at most; 1 unless given. They are started when they are needed, and do not keep the process. */
  readonly workers?: number;
  /** Milliseconds for one call, opening the context included where the Worker does not have it; 30,000 unless given. */
  readonly timeout?: number;
  /** Calls that may wait for a Worker; 1,000 unless given. */
  readonly queue?: number;
  /** Stack of a Worker, for documents that are nested deeply; 64 unless given. */
  readonly stackMegabytes?: number;
  /** Contexts that a Worker keeps; the one that was not used the longest is opened again when it is needed. 8 unless given. */
  readonly contexts?: number;
  readonly limits?: Limits;
}

/** A context that any Worker of the pool opens. Methods are those of `Context`; they also throw `timeout` and `busy`. */
export interface PoolContext {
  validate(document: Document): Promise<Verdict>;
  print(document: Document, options?: PrintOptions): Promise<string>;
  printModule(name: string, format: ModuleOutput, revision?: string): Promise<string | undefined>;
  close(): void;
}

export interface Libyang {
  /** @throws LibyangError `schema` with what is wrong with the modules; as `PoolContext` */
  context(options: ContextOptions): Promise<PoolContext>;
  /** What runs or waits fails with `closed`. */
  close(): Promise<void>;
}

/** Starts nothing yet: a binary that is not there is told by the first call. */
export function createLibyang(options: PoolOptions = {}): Libyang {
  return new Pool(options);
}

interface Job {
  readonly context: number;
  readonly call: Call;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

class Pool implements Libyang {
  readonly #idle: Seat[];
  readonly #seats: readonly Seat[];
  readonly #jobs: Job[] = [];
  readonly #contexts = new Map<number, ContextOptions>();
  readonly #queue: number;
  readonly #kept: number;
  #next = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    const { workers = 1, timeout = 30_000, queue = 1_000, stackMegabytes = 64, contexts = 8, limits = {} } = options;
    this.#seats = Array.from({ length: workers }, () => new Seat({ timeout, stackMegabytes, limits }));
    this.#idle = [...this.#seats];
    this.#queue = queue;
    this.#kept = contexts;
  }

  async context(options: ContextOptions): Promise<PoolContext> {
    const id = this.#next++;
    this.#contexts.set(id, options);
    try {
      await this.#ask(id, { kind: 'open' });
    } catch (error) {
      this.#contexts.delete(id);
      throw error;
    }
    return {
      validate: async (document) => verdictIn(await this.#ask(id, { kind: 'validate', document })),
      print: async (document, print) => textIn(await this.#ask(id, { kind: 'print', document, options: print })) ?? '',
      printModule: async (name, format, revision) =>
        textIn(await this.#ask(id, { kind: 'module', name, format, revision })),
      close: () => void this.#contexts.delete(id),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#jobs.splice(0)) reject(closed());
    await Promise.all(this.#seats.map((seat) => seat.stop()));
  }

  #ask(context: number, call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closed());
      if (this.#jobs.length >= this.#queue)
        return reject(new LibyangError('busy', `${this.#queue} calls are waiting, more are not allowed`));
      this.#jobs.push({ context, call, resolve, reject });
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#jobs.length > 0) {
      const seat = this.#idle.pop();
      const job = seat && this.#jobs.shift();
      if (!seat || !job) return;
      void this.#work(seat, job).finally(() => {
        this.#idle.push(seat);
        this.#dispatch();
      });
    }
  }

  async #work(seat: Seat, { context, call, resolve, reject }: Job): Promise<void> {
    const options = this.#contexts.get(context);
    if (options === undefined || this.#isClosed) return reject(closed());
    try {
      const open = seat.open.has(context) ? undefined : options;
      const reply = await seat.ask({ context, call, open, drop: this.#drop(seat, context) });
      seat.open.delete(context);
      if (reply.isOpen) seat.open.add(context);
      resolve(answerIn(reply));
    } catch (error) {
      reject(this.#isClosed ? closed() : error);
    }
  }

  /** Those that were closed, and those that were not used the longest where there are too many. */
  #drop(seat: Seat, wanted: number): readonly number[] {
    const others = [...seat.open].filter((id) => id !== wanted);
    const living = others.filter((id) => this.#contexts.has(id));
    const kept = new Set(this.#kept > 1 ? living.slice(1 - this.#kept) : []);
    const dropped = others.filter((id) => !kept.has(id));
    for (const id of dropped) seat.open.delete(id);
    return dropped;
  }
}

function answerIn(reply: Reply): Answer {
  if (reply.ok) return reply.answer;
  throw new LibyangError(reply.fault, reply.message, reply.problems);
}

function verdictIn(answer: Answer): Verdict {
  if (answer.kind === 'validate') return answer.verdict;
  throw otherAnswer(answer);
}

function textIn(answer: Answer): string | undefined {
  if (answer.kind === 'print' || answer.kind === 'module') return answer.text;
  throw otherAnswer(answer);
}

const otherAnswer = ({ kind }: Answer) => new LibyangError('crashed', `the Worker answers something else: ${kind}`);
const closed = () => new LibyangError('closed', 'this is closed');
