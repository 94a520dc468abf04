/** One user leaves answers unread and message-bodies unended while another works. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peakMegabytes } from '../../bench/memory.js';
import { Https } from '../../support/http.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { Hoarder } from './hoarder.js';

export interface UnreadOptions {
  readonly directory: string;
  /** Tasks of the hoarder, each with so many characters of text. */
  readonly tasks: number;
  readonly characters: number;
  /** Of one round. */
  readonly answers: number;
  readonly bodies: number;
  readonly connections: number;
}

export interface Round {
  /** Megabytes by which the node's resident memory grew at most. */
  readonly grown: number;
  /** Milliseconds of the requests of the other user, alone and beside the hoarder: the median and the longest. */
  readonly alone: Waits;
  readonly beside: Waits;
  /** Statuses of a read by the hoarder when it has come back. */
  readonly back: number;
}

export interface Waits {
  readonly median: number;
  readonly longest: number;
}

const PASSWORD = 'a long pass word';
const REQUESTS = 60;

export class Unread {
  private constructor(
    readonly node: ServeProcess,
    private readonly options: UnreadOptions,
    private readonly worker: Https,
  ) {}

  static async start(options: UnreadOptions): Promise<Unread> {
    const file = join(options.directory, 'password');
    writeFileSync(file, PASSWORD, { mode: 0o600 });
    const users = ['hoarder', 'worker'].flatMap((name) => ['--user', name, '--password-file', file]);
    const node = await startServe({ data: join(options.directory, 'data'), args: users });
    const admin = new Https(node, 'admin', node.password);
    for (const owner of ['hoarder', 'worker']) {
      const profile = { name: owner, description: 'd', version: '1.0.0', provider: 'p' };
      const agent = { id: `${owner}-agent`, owner: [owner], profile };
      const made = await admin.send('PUT', `/restconf/data/yangent-agents:agents/agent=${owner}-agent`, {
        body: JSON.stringify({ 'yangent-agents:agent': [agent] }),
      });
      if (made.status !== 201) throw new Error(made.body);
    }
    const hoarder = new Https(node, 'hoarder', PASSWORD);
    for (let index = 0; index < options.tasks; index += 1) {
      const input = {
        from: 'hoarder-agent',
        to: 'hoarder-agent',
        'task-id': `task ${index}`,
        content: 'x'.repeat(options.characters),
        async: true,
      };
      const body = JSON.stringify({ 'yangent-tasks:input': input });
      const { status, body: text } = await hoarder.send('POST', '/restconf/operations/yangent-tasks:assign', { body });
      if (status !== 200) throw new Error(text);
    }
    admin.close();
    hoarder.close();
    return new Unread(node, options, new Https(node, 'worker', PASSWORD));
  }

  async round(): Promise<Round> {
    const { answers, bodies, connections } = this.options;
    const alone = await this.#work(REQUESTS);
    const hoarder = new Hoarder(this.node, 'hoarder', PASSWORD);
    const peak = peakMegabytes(this.node.pid);
    await hoarder.leaveAnswers(answers);
    await hoarder.leaveBodies(bodies);
    await hoarder.leaveReplies(connections);
    const beside = await this.#work(REQUESTS);
    const grown = peak();
    hoarder.leave();
    return { grown, alone, beside, back: await this.#comesBack() };
  }

  /** A few requests of the other user, one after the other. */
  async #work(count: number): Promise<Waits> {
    const waits: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const begun = performance.now();
      const { status } = await this.worker.send('GET', '/restconf/data/yangent-agents:agents/agent=worker-agent');
      if (status !== 200) throw new Error(`the other user got ${status}`);
      waits.push(performance.now() - begun);
    }
    const sorted = waits.toSorted((a, b) => a - b);
    return { median: sorted[Math.floor(count / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
  }

  /** Reads a whole answer as the hoarder, once there is room again. */
  async #comesBack(): Promise<number> {
    const hoarder = new Https(this.node, 'hoarder', PASSWORD);
    for (let tries = 0; ; tries += 1) {
      const { status } = await hoarder.send('GET', '/restconf/data/yangent-tasks:tasks?fields=task/id');
      if (status === 200 || tries === 100) {
        hoarder.close();
        return status;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async stop(): Promise<void> {
    this.worker.close();
    await this.node.end('SIGTERM');
  }
}
