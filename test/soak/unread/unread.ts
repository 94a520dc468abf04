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
  /** The requests of the other user by their kind: alone, the slower of before and after; and beside the hoarder. */
  readonly alone: ReadonlyMap<string, Waits>;
  readonly beside: ReadonlyMap<string, Waits>;
  /** Statuses of a read by the hoarder when it has come back. */
  readonly back: number;
}

/** Milliseconds that requests of one kind took. */
export interface Waits {
  readonly median: number;
  readonly longest: number;
}

const PASSWORD = 'a long pass word';
/** Requests of each kind in one half of a round. */
const REQUESTS = 40;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const OWN_AGENT = '/restconf/data/yangent-agents:agents/agent=worker-agent';
const rpc = (name: string, input: object): Request => ({
  method: 'POST',
  path: `/restconf/operations/yangent-tasks:${name}`,
  body: JSON.stringify({ 'yangent-tasks:input': input }),
});

/** The work of the other user: a read, an edit of configuration, and a task to its own agent, from its assignment to its end. */
const WORK: Readonly<Record<string, (serial: number, claimed: string) => Request>> = {
  read: () => ({ method: 'GET', path: OWN_AGENT }),
  edit: (serial) => ({
    method: 'PATCH',
    path: OWN_AGENT,
    body: JSON.stringify({ 'yangent-agents:agent': [{ id: 'worker-agent', profile: { description: `d ${serial}` } }] }),
  }),
  assign: (serial) =>
    rpc('assign', {
      ...{ from: 'worker-agent', to: 'worker-agent', 'task-id': `work ${serial}` },
      ...{ objective: 'measure', async: true },
    }),
  claim: () => rpc('claim-next', { agent: 'worker-agent', max: 1 }),
  complete: (_serial, claimed) => ({
    method: 'POST',
    path: `/restconf/data/yangent-tasks:tasks/task=${claimed}/complete`,
    body: '{"yangent-tasks:input":{}}',
  }),
};

export class Unread {
  #serial = 0;

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

  /** Answers, message-bodies and replies. */
  round(): Promise<Round> {
    const { answers, bodies, connections } = this.options;
    return this.#beside(async (hoarder) => {
      await hoarder.leaveAnswers(answers);
      await hoarder.leaveBodies(bodies);
      await hoarder.leaveReplies(connections);
    });
  }

  /** Event streams, each with all that has happened. */
  streams(count: number): Promise<Round> {
    return this.#beside((hoarder) => hoarder.leaveStreams(count));
  }

  async #beside(leave: (hoarder: Hoarder) => Promise<void>): Promise<Round> {
    const before = await this.#work();
    const hoarder = new Hoarder(this.node, 'hoarder', PASSWORD);
    const peak = peakMegabytes(this.node.pid);
    await leave(hoarder);
    const beside = await this.#work();
    const grown = peak();
    hoarder.leave();
    const back = await this.#comesBack();
    return { grown, alone: slower(before, await this.#work()), beside, back };
  }

  /** Requests of the other user, of all kinds in turn. */
  async #work(): Promise<ReadonlyMap<string, Waits>> {
    const waits = new Map<string, number[]>();
    for (let count = 0; count < REQUESTS; count += 1) {
      this.#serial += 1;
      let claimed = '';
      for (const [kind, requestOf] of Object.entries(WORK)) {
        const { method, path, body } = requestOf(this.#serial, claimed);
        const begun = performance.now();
        const { status, body: text } = await this.worker.send(method, path, { body });
        if (status >= 300) throw new Error(`the other user got ${status} for ${kind}: ${text}`);
        if (kind === 'claim') claimed = JSON.parse(text)['yangent-tasks:output'].task[0].id;
        waits.set(kind, [...(waits.get(kind) ?? []), performance.now() - begun]);
      }
    }
    return new Map([...waits].map(([kind, each]) => [kind, waitsOf(each)]));
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

function waitsOf(milliseconds: readonly number[]): Waits {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
}

/** What else the machine does in a round is not laid to the hoarder. */
function slower(before: ReadonlyMap<string, Waits>, after: ReadonlyMap<string, Waits>): ReadonlyMap<string, Waits> {
  return new Map(
    [...before].map(([kind, first]) => {
      const second = after.get(kind) ?? first;
      return [kind, second.median > first.median ? second : first];
    }),
  );
}
