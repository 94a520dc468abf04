/** A node without protocol faces: store, server and the rooms of agents, contexts and tasks, used as by several users. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { accessMigrations, createAccessControl, type Principal } from '../../src/access/index.js';
import { type Agents, agentMigrations, configurationThrough, createAgents } from '../../src/agents/index.js';
import { type Contexts, contextMigrations, createContexts } from '../../src/contexts/index.js';
import {
  editAt,
  find,
  fromValue,
  nodeToValue,
  parseInstancePath,
  selectionOfPath,
  type Tree,
  toValue,
} from '../../src/data/index.js';
import { datastoreMigrations, Running } from '../../src/datastore/index.js';
import { type EventLog, type EventRecord, eventMigrations, openEventLog } from '../../src/events/index.js';
import { keyMigrations, NodeKeys } from '../../src/keys/index.js';
import { LocalNode } from '../../src/node/local.js';
import { remoteNodes } from '../../src/peers/index.js';
import { type Caller, createServer, nodeView, type Server, shapesOf, type View } from '../../src/server/index.js';
import { createOutbox, openStore, type Store } from '../../src/store/index.js';
import {
  createTasks,
  type InterpretationLimits,
  type Interpreter,
  reportSigner,
  SKILL_SCHEMA_FAULTS,
  type TaskLimits,
  type TaskSettings,
  type Tasks,
  taskMigrations,
} from '../../src/tasks/index.js';
import { compile, directories, type Schema } from '../../src/yang/index.js';

const sources = directories(['yang', 'yang/ietf']);
const MODULES = ['irtf-agent', 'yangent-contexts', 'yangent-tasks'];
let schemas: { nodeSchema: Schema; agentSchema: Schema } | undefined;

function compiled(): { nodeSchema: Schema; agentSchema: Schema } {
  schemas ??= {
    nodeSchema: compile({ sources, implement: [...MODULES, 'yangent-agents'] }),
    agentSchema: compile({ sources, implement: MODULES }),
  };
  return schemas;
}

export const nodePrincipal: Principal = { name: 'node', groups: ['admin', 'operator'] };

export interface As {
  readonly groups?: readonly string[];
  readonly view?: View;
  readonly signal?: AbortSignal;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into plain answers
export type Plain = any;

export class User {
  readonly #caller: Caller;

  constructor(
    private readonly server: Server,
    readonly name: string,
    { groups = [], view = nodeView, signal = new AbortController().signal }: As = {},
  ) {
    this.#caller = { principal: { name, groups }, view, session: 0, protocol: 'local', signal };
  }

  get schema(): Schema {
    return this.server.schema(this.#caller.view);
  }

  async rpc(name: string, input: unknown = {}): Promise<Plain> {
    const operation = this.schema.rpcs.get(name)!;
    const output = await this.server.invoke(this.#caller, {
      operation,
      path: [],
      input: this.#input(operation.input, input),
    });
    return output && toValue(output);
  }

  async act(path: string, input: unknown = {}): Promise<Plain> {
    const slash = path.lastIndexOf('/');
    const target = parseInstancePath(this.schema, path.slice(0, slash));
    const list = target.at(-1)!.schema;
    if (list.kind !== 'list') throw new Error('not a list');
    const operation = list.actions.get(`${list.module.name}:${path.slice(slash + 1)}`)!;
    const output = await this.server.invoke(this.#caller, {
      operation,
      path: target,
      input: this.#input(operation.input, input),
    });
    return output && toValue(output);
  }

  onTask(id: string, action: string, input: unknown = {}): Promise<Plain> {
    return this.act(`/yangent-tasks:tasks/task[id='${id}']/${action}`, input);
  }

  async read(path: string): Promise<Plain> {
    const target = parseInstancePath(this.schema, path);
    const tree = await this.server.read(this.#caller, { content: 'all', selection: selectionOfPath(target) });
    const found = find(tree, target);
    return found && nodeToValue(found);
  }

  task(id: string): Promise<Plain> {
    return this.read(`/yangent-tasks:tasks/task[id='${id}']`);
  }

  async edit(document: unknown, defaultOperation: 'merge' | 'replace' | 'none' = 'merge'): Promise<void> {
    const edit = fromValue(this.schema.root, document, { schema: this.schema });
    await this.server.edit(this.#caller, { edit, defaultOperation });
  }

  async remove(path: string): Promise<void> {
    const edit = editAt(this.schema, parseInstancePath(this.schema, path), 'delete', undefined);
    await this.server.edit(this.#caller, { edit, defaultOperation: 'none' });
  }

  /** Writes `irtf-agent:tasks` as POST does, and gives the finished message of a synchronous one. */
  async send(message: Record<string, unknown>): Promise<Plain> {
    const edit = fromValue(this.schema.root, { 'irtf-agent:tasks': message }, { schema: this.schema });
    const outcome = await this.server.edit(this.#caller, { edit, defaultOperation: 'merge', awaitMessage: true });
    return outcome.message && (toValue(outcome.message) as Plain)['irtf-agent:tasks'];
  }

  #input(parent: Tree['schema'], input: unknown): Tree {
    return fromValue(parent, input, { schema: this.schema });
  }
}

export interface Fixture {
  readonly store: Store;
  readonly events: EventLog;
  readonly server: Server;
  readonly running: Running;
  readonly agents: Agents;
  readonly contexts: Contexts;
  readonly tasks: Tasks;
  readonly directory: string;
  /** `now` is the clock of the machine; `ahead` says how far it was set forward, or back. */
  readonly clock: { now: number; ahead: number };
  as(name: string, o?: As): User;
  /** The events of a notification in commit order. */
  notifications(name: string): Promise<readonly EventRecord[]>;
  close(): Promise<void>;
}

export interface FixtureOptions {
  readonly directory?: string;
  readonly settings?: Partial<TaskSettings>;
  readonly limits?: Partial<TaskLimits>;
  readonly interpreter?: Interpreter;
  readonly interpretationLimits?: Partial<InterpretationLimits>;
  /** Before the tasks start. */
  readonly prepare?: (fixture: Omit<Fixture, 'close'>) => Promise<void> | void;
}

/** Directories made here are removed by `cleanUp`. */
const made: string[] = [];

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'yangent-tasks-'));
  made.push(directory);
  return directory;
}

export function cleanUp(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
}

export async function openFixture({ directory, prepare, ...options }: FixtureOptions = {}): Promise<Fixture> {
  const { nodeSchema, agentSchema } = compiled();
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const clock = { now: Date.now(), ahead: 0 };
  const now = () => clock.now;
  const steady = () => clock.now - clock.ahead;
  const home = directory ?? temporaryDirectory();
  const store = await openStore({
    file: join(home, 'store.db'),
    migrations: [
      ...keyMigrations,
      ...eventMigrations,
      ...datastoreMigrations,
      ...accessMigrations,
      ...agentMigrations,
      ...contextMigrations,
      ...taskMigrations,
    ],
  });
  const shapes = shapesOf(nodeSchema);
  const events = await openEventLog(store, { check: shapes.requireEvent, strict: true });
  const running = await Running.open(store, nodeSchema);
  const outbox = createOutbox(store, { retry: { attempts: 3, first: 1, longest: 5 } });
  const late: { server?: Server } = {};
  const agents = await createAgents({
    store,
    events,
    log,
    now: steady,
    configuration: configurationThrough(() => late.server!, nodePrincipal),
    running,
    schemaFaults: SKILL_SCHEMA_FAULTS,
  });
  agents.load();
  const contexts = createContexts({
    store,
    events,
    directory: agents.directory,
    running,
    bytes: join(home, 'bytes'),
    shapes,
    log,
  });
  agents.connectPast(contexts.past);
  const keys = await NodeKeys.open({
    ...{ store, data: home, hosts: [], without: ['tls-server', 'ssh-host'] },
    sealing: {
      isSealed: (text) => text.startsWith('!'),
      seal: (_, text) => `!${text}`,
      unseal: (_, text) => text.slice(1),
    },
  });
  const tasks = await createTasks({
    send: fetch,
    signer: reportSigner(keys),
    requireReach: () => {},
    store,
    events,
    outbox,
    agents,
    contexts,
    running,
    remotes: remoteNodes({
      secret: async () => undefined,
      trusted: () => {
        throw new Error('there is no trust domain here');
      },
    }),
    shapes,
    log,
    now,
    steady,
    invokeAs: (actor, rpc, input, signal) => local().invokeAs(actor, rpc, input, signal),
    ...options,
  });
  const local = () =>
    new LocalNode({
      server: late.server!,
      store,
      events,
      access: { principal: () => undefined, under: () => undefined },
      directory: agents.directory,
    });
  const server = createServer({
    nodeSchema,
    agentSchema,
    providers: [...agents.providers, ...contexts.providers, ...tasks.providers],
    store,
    running,
    events,
    ownership: agents.directory,
    access: createAccessControl({ running: () => running.tree, schema: nodeSchema }),
    log,
  });
  late.server = server;
  await agents.settle();
  const fixture = {
    directory: home,
    store,
    events,
    server,
    running,
    agents,
    contexts,
    tasks,
    clock,
    as: (name: string, o?: As) => new User(server, name, o),
    notifications: async (name: string) =>
      (await events.read({ stream: 'NETCONF', limit: 10_000 })).filter((event) => event.name === name),
  };
  await prepare?.(fixture);
  await tasks.start();
  return {
    ...fixture,
    close: async () => {
      await tasks.stop();
      agents.stop();
      await events.close();
      await store.close();
    },
  };
}

/** The entry of an agent with one skill of the same name as the agent. */
export function agentEntry(
  id: string,
  owner: readonly string[],
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    id,
    owner,
    profile: {
      name: id,
      description: `Agent ${id}`,
      version: '1.0.0',
      provider: 'ACME',
      domain: 'ip',
      skills: {
        skill: [
          {
            'skill-name': 'diagnose-link',
            'skill-description': 'Finds out why a link is down',
            'skill-tags': ['fault', 'optics'],
          },
        ],
      },
      capability: {
        streaming: true,
        negotiate: 'acp-task-feasibility-negotiation-v1.0, acp-task-fulfillment-negotiation-v1.0',
      },
    },
    ...more,
  };
}

/** Puts agents into running, as an administrator does. */
export async function configure(
  fixture: Pick<Fixture, 'as'>,
  ...agents: readonly Record<string, unknown>[]
): Promise<void> {
  await fixture.as('admin', { groups: ['admin', 'operator'] }).edit({ 'yangent-agents:agents': { agent: agents } });
}

export const PROMPT =
  '##target object <object>cell-1</object> ##task description <description>diagnose the link</description>';
