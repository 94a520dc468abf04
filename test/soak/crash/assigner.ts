/** Keeps assigning tasks, one after the other; what a crash left unanswered is sent again in the next life. */
import { connectNetconf, RestconfClient } from '../../../src/clients/index.js';
import { textOf, type XmlElement } from '../../../src/data/index.js';
import type { ServeProcess } from '../../support/serve.js';
import { type CrashRecord, resultOf, type TaskKind, text } from './record.js';

/** An assignment in the members of yangent-tasks:assign that the test uses. */
interface Assignment {
  readonly 'task-id': string;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly async: boolean;
  readonly url?: string;
}

interface Answer {
  readonly id: string;
  readonly state: string;
  readonly result?: string;
}

interface Connection {
  assign(assignment: Assignment): Promise<Answer>;
  close(): void;
}

export type Protocol = 'restconf' | 'netconf';

export interface AssignerOptions {
  readonly name: string;
  readonly protocol: Protocol;
  readonly record: CrashRecord;
  /** Where every third task is reported. */
  readonly reports: string;
}

export class Assigner {
  readonly #options: AssignerOptions;
  #number = 0;
  /** Not answered yet. */
  #open: Assignment | undefined;
  #last: Assignment | undefined;

  constructor(options: AssignerOptions) {
    this.#options = options;
  }

  /** Assigns until the node is gone or `stop` is aborted; then what is open is answered. */
  async run(life: ServeProcess, stop: AbortSignal): Promise<void> {
    let connection: Connection | undefined;
    try {
      connection = await CONNECT[this.#options.protocol](life);
      // The same assignment again is the same task, in whatever life it was answered.
      if (this.#last) await this.#assign(connection, this.#last);
      while (this.#open || !stop.aborted) {
        this.#open ??= this.#next();
        await this.#assign(connection, this.#open);
        this.#last = this.#open;
        this.#open = undefined;
      }
    } catch (error) {
      if (!isTransport(error)) this.#options.record.faults.push(`${this.#options.name}: ${error}`);
    } finally {
      connection?.close();
    }
  }

  async #assign(connection: Connection, assignment: Assignment): Promise<void> {
    const { id, result } = await connection.assign(assignment);
    this.#options.record.acknowledge({
      taskId: assignment['task-id'],
      id,
      kind: kindOf(assignment),
      reported: assignment.url !== undefined,
      ...(result === undefined ? {} : { result }),
    });
  }

  #next(): Assignment {
    const { name, reports } = this.#options;
    const number = this.#number++;
    const kind = KINDS[number % KINDS.length] ?? 'quick';
    return {
      'task-id': `${name}-${number}`,
      from: 'noc',
      to: kind === 'field' ? 'field' : 'stepper',
      type: kind,
      async: number % 7 !== 3,
      ...(number % 3 === 1 ? { url: reports } : {}),
    };
  }
}

const KINDS: readonly TaskKind[] = ['quick', 'steps', 'quick', 'steps', 'field'];

function kindOf({ type }: Assignment): TaskKind {
  return KINDS.find((kind) => kind === type) ?? 'quick';
}

const CONNECT: Readonly<Record<Protocol, (life: ServeProcess) => Promise<Connection>>> = {
  restconf: async ({ url, password }) => {
    const client = new RestconfClient({ url, username: 'admin', password });
    return {
      assign: async ({ url: report, ...rest }) => {
        const output = await client.invoke('yangent-tasks:assign', {
          ...rest,
          ...CAREFUL,
          ...(report === undefined ? {} : { subscription: { url: report } }),
        });
        return { id: text(output, 'id'), state: text(output, 'state'), result: resultOf(output) };
      },
      close: () => client.close(),
    };
  },
  netconf: async ({ netconf, password }) => {
    const client = await connectNetconf({ ...netconf, username: 'admin', password });
    return {
      assign: async ({ url: report, ...rest }) => {
        const members = Object.entries(rest).map(([name, value]) => `<${name}>${value}</${name}>`);
        const subscription = report === undefined ? '' : `<subscription><url>${report}</url></subscription>`;
        const policy = `<policy><max-attempts>${CAREFUL.policy['max-attempts']}</max-attempts></policy>`;
        const reply = await client.rpc(
          `<assign xmlns="urn:yangent:params:xml:ns:yang:yangent-tasks">${members.join('')}<wait>${CAREFUL.wait}</wait>${policy}${subscription}</assign>`,
        );
        return {
          id: inner(reply, 'id') ?? '',
          state: inner(reply, 'state') ?? '',
          result: inner(reply, 'artifact', 'value'),
        };
      },
      close: () => void client.close(),
    };
  },
};

/** An attempt that a crash ended is not held against a task; a synchronous assignment waits no longer than a life lasts. */
const CAREFUL = { policy: { 'max-attempts': 100 }, wait: 1 };

function inner(element: XmlElement, ...names: readonly string[]): string | undefined {
  let at: XmlElement | undefined = element;
  for (const name of names)
    at = at?.children.find((node): node is XmlElement => typeof node !== 'string' && node.name === name);
  return at && textOf(at);
}

/** The connection broke, as it does when a node is killed. */
export function isTransport(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'transport';
}
