/**
 * Three users who try to read, stop and crowd out one another: random steps over both protocols. Every text says between which
 * users it is (`mark.WRITER.READER.NUMBER`), so that whatever a user is given can be judged by itself.
 */
import { type Face, isMembers, RESOURCES, Refusal } from '../../support/faces.js';
import { startTestNode, type TestNode } from '../../support/node.js';
import { Watcher } from '../../support/watcher.js';
import { Random } from './random.js';
import { openWays, type Ways } from './ways.js';

const USERS = ['mu', 'nu', 'ou'] as const;
export type UserName = (typeof USERS)[number];

/** Agents that every user tries to have; each user has one besides. */
const CONTESTED = ['vault', 'press', 'gate'];
/** Urgent tasks with which one user tries to crowd out another. */
const FLOOD = 30;
/** Claims within which every user in line has a turn: the rest of a round, and the next one. */
const MOST_PASSED = 2 * USERS.length - 1;
/** Steps on one node: what there is to read grows with them. */
const STEPS_A_NODE = 400;

export interface WalkReport {
  readonly faults: readonly string[];
  /** How often each kind of step was taken, and how often it was refused. */
  readonly taken: ReadonlyMap<string, { done: number; refused: number }>;
  readonly steps: number;
}

/** A context item or data parameter. */
interface KnownRecord {
  readonly id: string;
  readonly writer: UserName;
  readonly reader: UserName;
}

interface KnownTask {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly initiator: UserName;
  readonly executor: UserName;
}

/** What a refusal must not be: the fault is the node's. */
const OWN_FAULT = /internal error|failed inside/;

/** Takes the steps, on as many nodes as they need. @param tell told after each node */
export async function walk(o: {
  readonly steps: number;
  readonly seed: number;
  readonly tell?: (done: number) => void;
}): Promise<WalkReport> {
  const faults: string[] = [];
  const taken = new Map<string, { done: number; refused: number }>();
  let steps = 0;
  for (let node = 0; steps < o.steps && faults.length === 0; node++) {
    const count = Math.min(STEPS_A_NODE, o.steps - steps);
    const walker = await Walker.start(new Random(o.seed * 1_000_003 + node), taken, faults);
    try {
      for (let step = 0; step < count && faults.length === 0; step++, steps++) await walker.step();
      if (faults.length === 0) await walker.crowdOut();
      if (faults.length === 0) await walker.settle();
    } finally {
      await walker.stop();
    }
    o.tell?.(steps);
  }
  return { faults, taken, steps };
}

class Walker {
  /** Who owns the agents that there are. */
  readonly #owners = new Map<string, UserName>();
  readonly #tasks: KnownTask[] = [];
  readonly #items: KnownRecord[] = [];
  readonly #params: KnownRecord[] = [];
  #marks = 0;

  private constructor(
    private readonly node: TestNode,
    private readonly ways: Readonly<Record<UserName, Ways>>,
    private readonly watchers: Readonly<Record<UserName, Watcher>>,
    private readonly random: Random,
    private readonly taken: Map<string, { done: number; refused: number }>,
    private readonly faults: string[],
  ) {}

  static async start(random: Random, taken: Walker['taken'], faults: string[]): Promise<Walker> {
    const login = (user: UserName) => ({ user, password: `the password of ${user}` });
    const node = await startTestNode();
    // Users without groups: those of --user are administrators.
    const ordinary = USERS.map((name) => ({ name, password: `$0$${login(name).password}` }));
    await node.node.edit({ 'yangent-access:access': { user: ordinary } });
    const opened = (user: UserName) => openWays(node, login(user));
    const heard = (user: UserName) => Watcher.start(node, { login: login(user) });
    const ways = { mu: await opened('mu'), nu: await opened('nu'), ou: await opened('ou') };
    const watchers = { mu: await heard('mu'), nu: await heard('nu'), ou: await heard('ou') };
    const walker = new Walker(node, ways, watchers, random, taken, faults);
    for (const user of USERS) await walker.#register(user, `${user}-own`);
    return walker;
  }

  /** One random step of one random user, its answer judged. */
  async step(): Promise<void> {
    const user = this.random.of(USERS) ?? 'mu';
    const face = this.random.of(this.ways[user].faces);
    const [name, take] = this.random.of(this.#steps) ?? [];
    if (!face || !name || !take) throw new Error('nothing to choose from');
    await this.#attempt(name, user, () => take(user, face));
  }

  /** One user floods the agent of another with urgent tasks: a task of the third one comes up all the same. */
  async crowdOut(): Promise<void> {
    const [flooder, owner, honest] = rotated(USERS, this.random.below(USERS.length));
    const to = `${owner}-own`;
    const assign = (user: UserName, priority: number) =>
      this.ways[user].faces[0].invoke('yangent-tasks:assign', {
        ...{ from: `${user}-own`, to, 'task-id': `t${++this.#marks}`, objective: this.#mark(user, owner), priority },
      });
    for (let n = 0; n < FLOOD; n++) await assign(flooder, 7);
    await assign(honest, 0);
    for (let claims = 0; claims < MOST_PASSED; claims++) {
      const answer = await this.ways[owner].faces[0].invoke('yangent-tasks:claim-next', { agent: to });
      if (JSON.stringify(answer).includes(`mark.${honest}.`)) return;
    }
    this.faults.push(`${flooder} kept the tasks of ${honest} away from ${to} for ${MOST_PASSED} claims`);
  }

  /** At the end each user reads all there is, and the events of before; every task that was acknowledged is still there. */
  async settle(): Promise<void> {
    for (const user of USERS) {
      for (const face of this.ways[user].faces)
        await this.#attempt('read the tasks', user, () => face.read(RESOURCES.tasks));
      await this.#attempt('read everything', user, () => this.ways[user].send('GET', '/restconf/data'));
      await this.#attempt('get everything', user, () => this.ways[user].rpc('<get/>'));
      for (const id of this.#owners.keys())
        await this.#attempt('read an endpoint', user, () => this.ways[user].send('GET', `/agents/${id}/restconf/data`));
      for (const event of this.watchers[user].events) this.#judge('event', user, event);
      const login = { user, password: `the password of ${user}` };
      const replay = await Watcher.start(this.node, { login, startTime: '2020-01-01T00:00:00Z' });
      await this.ways[user].faces[0].invoke('yangent-agents:register', registration(`mark-${user}`));
      await replay.until(({ value }) => value.id === `mark-${user}`);
      for (const event of replay.events) this.#judge('replayed event', user, event);
      await replay.close();
    }
    for (const { id, initiator } of this.#tasks) {
      const found = await this.ways[initiator].faces[0].read(RESOURCES.task(id));
      if (!found) this.faults.push(`task ${id} of ${initiator} is gone`);
    }
  }

  async stop(): Promise<void> {
    for (const user of USERS) {
      await this.watchers[user].close();
      await this.ways[user].close();
    }
    await this.node.stop();
  }

  async #attempt(name: string, user: UserName, take: () => Promise<unknown>): Promise<boolean> {
    const count = this.taken.get(name) ?? { done: 0, refused: 0 };
    this.taken.set(name, count);
    try {
      this.#judge(name, user, await take());
      count.done++;
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      count.refused++;
      this.#judge(name, user, error.message);
      if (OWN_FAULT.test(error.message)) this.faults.push(`${user} ${name}: ${error.message}`);
      return false;
    }
  }

  /** Finds what is not the user's to read. */
  #judge(name: string, user: UserName, given: unknown): void {
    const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
    for (const [mark, writer, reader] of text.matchAll(/mark\.(\w+)\.(\w+)\.\d+/g))
      if (writer !== user && reader !== user) this.faults.push(`${user} got ${mark} of others by: ${name}`);
    if (text.includes('\\u0001')) this.faults.push(`${user} got the name of a former agent by: ${name}`);
  }

  #mark(writer: UserName, reader: UserName): string {
    return `mark.${writer}.${reader}.${++this.#marks}`;
  }

  #own(user: UserName): string {
    return this.random.of([...this.#owners].filter(([, owner]) => owner === user).map(([id]) => id)) ?? `${user}-own`;
  }

  #anyone(): readonly [string, UserName] {
    return this.random.of([...this.#owners]) ?? ['mu-own', 'mu'];
  }

  async #register(user: UserName, id: string): Promise<void> {
    await this.ways[user].faces[0].invoke('yangent-agents:register', registration(id));
    if (!this.#owners.has(id)) this.#owners.set(id, user);
    else if (this.#owners.get(id) !== user) this.faults.push(`${user} registered agent ${id} of another user`);
  }

  /** What only the two sides of a task may do; that it is done for another user is a fault. */
  async #onlyFor<T>(user: UserName, users: readonly UserName[], what: string, take: () => Promise<T>): Promise<T> {
    const answer = await take();
    if (!users.includes(user)) this.faults.push(`${user} could ${what}, which is for ${users.join(' and ')} only`);
    return answer;
  }

  readonly #assign = async (user: UserName, face: Face, more: object = {}) => {
    const from = this.#own(user);
    const [to, executor] = this.#anyone();
    const answer = await face.invoke('yangent-tasks:assign', {
      from,
      to,
      'task-id': `t${++this.#marks}`,
      objective: this.#mark(user, executor),
      ...more,
    });
    this.#tasks.push({ id: String(answer?.id), from, to, initiator: user, executor });
    return answer;
  };

  readonly #onTask =
    (action: string, side: 'initiator' | 'executor', input: (user: UserName, task: KnownTask) => object) =>
    async (user: UserName, face: Face) => {
      const task = this.random.of(this.#tasks);
      if (!task) return undefined;
      const what = `${action} task ${task.id} from ${task.from} to ${task.to}`;
      // An agent may have another owner by now, who has none of its past.
      return this.#onlyFor(user, [task[side]], what, () => face.act(task.id, action, { ...input(user, task) }));
    };

  readonly #share = async (user: UserName, face: Face) => {
    const [to, reader] = this.#anyone();
    const task = this.random.below(2) === 0 ? this.random.of(this.#tasks) : undefined;
    const id = this.random.below(4) === 0 ? this.random.of(this.#items)?.id : undefined;
    const item = {
      ...(id === undefined ? {} : { id }),
      ...{ from: this.#own(user), to, type: 'conversation', content: this.#mark(user, reader) },
      ...(task === undefined ? {} : { task: task.id, thread: task.id }),
    };
    const users = task ? [task.initiator, task.executor] : USERS;
    const what = `put an item into task ${task?.id}`;
    const answer = await this.#onlyFor(user, users, what, () => face.invoke('yangent-contexts:share', item));
    if (id !== undefined) this.faults.push(`${user} wrote item ${id} anew`);
    this.#items.push({ id: String(answer?.id), writer: user, reader });
    return answer;
  };

  readonly #draft = async (user: UserName, face: Face) => {
    const [to, reader] = this.#anyone();
    const number = ++this.#marks;
    const from = this.#own(user);
    const content = `##task description ${this.#mark(user, reader)}`;
    await face.merge({
      'irtf-agent:data-params': [{ id: `d${number}`, dataType: 'text', data: this.#mark(user, reader) }],
      'irtf-agent:tasks': {
        'task-sendFrom': from,
        'task-sendTo': to,
        commuType: 'taskAssign',
        'task-id': `d${number}`,
        content,
        'msg-data': `d${number}`,
      },
    });
    this.#params.push({ id: `d${number}`, writer: user, reader });
    const found = await face.invoke('yangent-tasks:query', { from, 'task-id': `d${number}` });
    if (isMembers(found?.task)) {
      const { id } = found.task;
      this.#tasks.push({ id: String(id), from, to, initiator: user, executor: reader });
    }
    return face.read(RESOURCES.message);
  };

  /** What the writer of a record alone may do with it. */
  readonly #onRecord =
    (what: string, records: readonly KnownRecord[], take: (user: UserName, record: KnownRecord) => Promise<unknown>) =>
    async (user: UserName) => {
      const record = this.random.of(records);
      if (!record) return undefined;
      return this.#onlyFor(user, [record.writer], `${what} ${record.id}`, () => take(user, record));
    };

  /** Work of another user's agent that is hindered. */
  readonly #onAgent = (action: string) => async (user: UserName) => {
    const [id, owner] = this.#anyone();
    if (owner === user) return undefined;
    const path = `/restconf/data/yangent-agents:agents/agent=${id}/${action}`;
    return this.#onlyFor(user, [owner], `${action} agent ${id}`, () => this.ways[user].send('POST', path));
  };

  /** What would stop all others. */
  readonly #onNode = (xml: string) => (user: UserName) => this.#onlyFor(user, [], xml, () => this.ways[user].rpc(xml));

  readonly #steps: readonly (readonly [string, (user: UserName, face: Face) => Promise<unknown>])[] = [
    ['register', (user) => this.#register(user, this.random.of(CONTESTED) ?? 'vault')],
    [
      'deregister',
      async (user, face) => {
        const id = this.random.of(CONTESTED) ?? 'vault';
        const owner = this.#owners.get(id);
        await this.#onlyFor(user, owner ? [owner] : [], `deregister ${id}`, () =>
          face.invoke('yangent-agents:deregister', { id }),
        );
        this.#owners.delete(id);
      },
    ],
    ['assign', this.#assign],
    ['assign urgent work', (user, face) => this.#assign(user, face, { priority: 7 })],
    ['assign by draft message', this.#draft],
    ['claim', (user, face) => face.invoke('yangent-tasks:claim-next', { agent: this.#own(user), max: 3 })],
    ['claim for another', (user, face) => this.#claimForAnother(user, face)],
    [
      'complete',
      this.#onTask('complete', 'executor', (user, { initiator }) => ({
        artifact: [{ name: 'result', modality: 'text', value: this.#mark(user, initiator) }],
      })),
    ],
    ['fail', this.#onTask('fail', 'executor', () => ({ code: 'internal', message: 'no' }))],
    ['cancel', this.#onTask('cancel', 'initiator', () => ({}))],
    ['suspend', this.#onTask('suspend', 'initiator', () => ({}))],
    [
      'update',
      this.#onTask('update', 'initiator', (user, { executor }) => ({ objective: this.#mark(user, executor) })),
    ],
    ['stop all', (user, face) => this.#onlyFor(user, [], 'stop all', () => face.invoke('yangent-tasks:stop-all', {}))],
    ['verify', this.#onTask('verify', 'initiator', () => ({ verdict: 'accepted' }))],
    ['provide input', this.#onTask('provide-input', 'initiator', () => ({ content: 'input' }))],
    ['resume', this.#onTask('resume', 'initiator', () => ({}))],
    ['release', this.#onTask('release', 'executor', () => ({}))],
    [
      'ask for input',
      this.#onTask('request-input', 'executor', (user, { initiator }) => ({ required: this.#mark(user, initiator) })),
    ],
    [
      'propose',
      this.#onTask('propose', 'executor', (user, { initiator }) => ({
        type: 'FULFILLMENT',
        content: [this.#mark(user, initiator)],
      })),
    ],
    [
      'report progress',
      this.#onTask('report-progress', 'executor', (user, { initiator }) => ({ note: this.#mark(user, initiator) })),
    ],
    ['drain', this.#onAgent('drain')],
    ['withdraw', this.#onAgent('withdraw')],
    ['lock', this.#onNode('<lock><target><running/></target></lock>')],
    ['kill a session', this.#onNode('<kill-session><session-id>1</session-id></kill-session>')],
    ['commit', this.#onNode('<commit><confirmed/></commit>')],
    ['share', this.#share],
    ['share', this.#share],
    [
      'redact',
      this.#onRecord('redact item', this.#items, (user, { id }) =>
        this.ways[user].faces[0].invoke('yangent-contexts:redact', { id, text: ['mark'] }),
      ),
    ],
    [
      'delete an item',
      this.#onRecord('delete item', this.#items, (user, { id }) =>
        this.ways[user].send('DELETE', `/restconf/data/irtf-agent:context=${id}`),
      ),
    ],
    [
      'overwrite data',
      this.#onRecord('overwrite data', this.#params, (user, { id, reader }) =>
        this.ways[user].send('PUT', `/restconf/data/irtf-agent:data-params=${id}`, {
          'irtf-agent:data-params': [{ id, dataType: 'text', data: this.#mark(user, reader) }],
        }),
      ),
    ],
    [
      'delete data',
      this.#onRecord('delete data', this.#params, (user, { id }) => this.ways[user].send('DELETE', `/data/${id}`)),
    ],
    ['read bytes', (user) => this.ways[user].send('GET', `/data/${this.#anyParam()}`)],
    ['read an endpoint', (user) => this.ways[user].send('GET', `/agents/${this.#anyone()[0]}/restconf/data`)],
    ['list the tasks', (_user, face) => face.invoke('yangent-tasks:list', { limit: 100 })],
    ['list those of an agent', (_user, face) => face.invoke('yangent-tasks:list', { to: this.#anyone()[0] })],
    ['fetch', (_user, face) => face.invoke('yangent-contexts:fetch', { limit: 50 })],
    ['fetch of an agent', (_user, face) => face.invoke('yangent-contexts:fetch', { agent: this.#anyone()[0] })],
    ['fetch of a task', (_user, face) => face.invoke('yangent-contexts:fetch', { task: this.#anyTask() })],
    ['read the tasks', (_user, face) => face.read(RESOURCES.tasks)],
    ['read a task', (_user, face) => face.read(RESOURCES.task(this.#anyTask()))],
    ['query a task', (_user, face) => face.invoke('yangent-tasks:query', { id: this.#anyTask() })],
    ['read an item', (_user, face) => face.read(RESOURCES.context(this.random.of(this.#items)?.id ?? 'none'))],
    ['read data', (_user, face) => face.read(RESOURCES.param(this.#anyParam()))],
    ['read a result', (_user, face) => face.read(RESOURCES.param(`${this.#anyTask()}-result`))],
    ['read the last message', (_user, face) => face.read(RESOURCES.message)],
  ];

  #anyParam(): string {
    return this.random.of(this.#params)?.id ?? 'none';
  }

  #anyTask(): string {
    return this.random.of(this.#tasks)?.id ?? 'none';
  }

  async #claimForAnother(user: UserName, face: Face): Promise<unknown> {
    const [agent, owner] = this.#anyone();
    return this.#onlyFor(user, [owner], `claim for agent ${agent}`, () =>
      face.invoke('yangent-tasks:claim-next', { agent }),
    );
  }
}

function rotated<T>([a, b, c]: readonly [T, T, T], by: number): readonly [T, T, T] {
  return by === 0 ? [a, b, c] : by === 1 ? [b, c, a] : [c, a, b];
}

function registration(id: string) {
  return { id, profile: { name: id, description: `the agent ${id}`, version: '1.0.0', provider: 'ACME' } };
}
