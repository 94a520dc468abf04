/** A node with an agent of a few skills, and short ways to run graphs on it over RESTCONF. */
import { type AgentDefinition, defineAgent, TaskFailure } from '../../src/index.js';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode, type TestNodeOptions } from '../support/node.js';

export interface Step {
  readonly node: string;
  readonly item: number;
  readonly generation: number;
  readonly state: string;
  readonly [member: string]: unknown;
}

export interface Run {
  readonly id: string;
  readonly state: string;
  readonly 'state-reason'?: string;
  readonly output?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** An agent whose skills do little: `do` gives its input back, `fail` fails, `tell` says what it is told. */
export function worker(id = 'worker', more: AgentDefinition['skills'] = {}): AgentDefinition {
  return defineAgent({
    id,
    profile: { name: id, description: 'works', version: '1.0.0', provider: 'test' },
    skills: {
      do: async ({ input }) => ({ artifacts: [{ name: 'result', data: { ...Object(input) } }] }),
      fail: async ({ input }) => {
        const { code = 'broken' } = Object(input);
        throw new TaskFailure(code, 'it does not work');
      },
      none: async () => undefined,
      ...more,
    },
  });
}

/** An agent that a user owns, who may start graphs of their own then. */
export const deskOf = (user: string) => ({
  id: `desk-of-${user}`,
  owner: [user],
  visibility: 'private',
  execution: { kind: 'attached' },
  profile: { name: `desk of ${user}`, description: 'speaks for its owner', version: '1.0', provider: 'test' },
});

/** Runs graphs on a node over RESTCONF. */
export class WorkflowClient {
  constructor(readonly admin: Https) {}

  /** Invokes an rpc, and gives its output; throws with the error of the reply. */
  async rpc(name: string, input: object, by = this.admin) {
    const answer = await by.send('POST', `/restconf/operations/yangent-workflows:${name}`, {
      body: JSON.stringify({ 'yangent-workflows:input': input }),
    });
    if (answer.status >= 300) throw new Refused(errorIn(answer), answer.status);
    return answer.body === '' ? {} : JSON.parse(answer.body)['yangent-workflows:output'];
  }

  /** Starts a run of a graph and waits for its end, or as long as `wait` says. */
  async start(dag: object, more: object = {}, by = this.admin): Promise<Run> {
    const started = await this.rpc('start', { dag: { version: '1.0', ...dag }, wait: 10, ...more }, by);
    return this.run(started.id, by);
  }

  async run(id: string, by = this.admin): Promise<Run> {
    const { body } = await by.send('GET', `/restconf/data/yangent-workflows:workflows/run=${id}`);
    return JSON.parse(body)['yangent-workflows:run'][0];
  }

  /** Performs an action on a run, or on one of its steps. */
  async act(path: string, input: object = {}, by = this.admin) {
    const answer = await by.send('POST', `/restconf/data/yangent-workflows:workflows/run=${path}`, {
      body: JSON.stringify({ 'yangent-workflows:input': input }),
    });
    if (answer.status >= 300) throw new Refused(errorIn(answer), answer.status);
    return JSON.parse(answer.body)['yangent-workflows:output'];
  }

  /** Writes a definition. */
  async define(name: string, dag: object): Promise<void> {
    const body = JSON.stringify({ 'yangent-workflows:definition': [{ name, version: '1.0', ...dag }] });
    const answer = await this.admin.send('PUT', `/restconf/data/yangent-workflows:workflows/definition=${name}`, {
      body,
    });
    if (answer.status >= 300) throw new Refused(errorIn(answer), answer.status);
  }

  /** Waits until a run is as wanted. */
  async until(id: string, wanted: (run: Run) => boolean, within = 10_000): Promise<Run> {
    const end = Date.now() + within;
    for (;;) {
      const run = await this.run(id);
      if (wanted(run)) return run;
      if (Date.now() > end) throw new Error(`the run stays ${JSON.stringify(run)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** A node of this process. */
export class WorkflowRig extends WorkflowClient {
  private constructor(
    readonly rig: TestNode,
    admin: Https,
  ) {
    super(admin);
  }

  static async start(options: TestNodeOptions = {}): Promise<WorkflowRig> {
    const rig = await startTestNode({ agents: [worker()], ...options });
    return new WorkflowRig(rig, new Https(rig));
  }

  async stop(): Promise<void> {
    this.admin.close();
    await this.rig.stop();
  }

  /** Drives a node that runs as a process of its own, as its administrator. */
  static of(node: { readonly url: string; readonly password: string }): WorkflowClient {
    return new WorkflowClient(new Https(node));
  }
}

export class Refused extends Error {
  constructor(
    readonly error: Readonly<Record<string, unknown>>,
    readonly status: number,
  ) {
    super(JSON.stringify(error));
  }
}

/** The states of the steps of a run by node, of items by NODE.ITEM. */
export function states(run: Run): Readonly<Record<string, string>> {
  return Object.fromEntries(
    stepsOf(run).map(({ node, item, state }) => [
      item === 0 ? node : `${node}.${item}`,
      state.replace('yangent-workflows:', ''),
    ]),
  );
}

export function stepsOf(run: Run): readonly Step[] {
  return (run.step ?? []) as readonly Step[];
}

export function stepOf(run: Run, node: string, item = 0): Step {
  const steps = stepsOf(run).filter((step) => step.node === node && step.item === item);
  const step = steps.at(-1);
  if (!step) throw new Error(`there is no step ${node} in ${JSON.stringify(run)}`);
  return step;
}

/** A node of the worker with this skill. */
export function task(name: string, skill = 'none', more: object = {}) {
  const { task: terms, ...rest } = more as { readonly task?: object };
  return { name, task: { skill, agent: 'worker', ...terms }, retry: { 'max-attempts': 1 }, ...rest };
}

export function edge(from: string, to: string, more: object = {}) {
  return { from, to, ...more };
}
