/** A node that coordinates workflows, with agents inside it and agents outside it that claim their tasks, and literal requests. */
import { afterAll, beforeAll } from 'vitest';
import { TaskFailure } from '../../src/index.js';
import { Https } from '../support/http.js';
import { deskOf, stepOf, WorkflowRig, worker } from '../workflows/rig.js';

export const OPERATIONS = '/restconf/operations';
export const DATA = '/restconf/data';
export const RUNS = `${DATA}/yangent-workflows:workflows/run`;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: replies are compared with literal ones
  readonly value: any;
}

/** The password of each user of the rig. */
const PASSWORD = 'long enough';

export interface WorkflowRows extends Pick<WorkflowRig, 'start' | 'run' | 'rpc' | 'act' | 'until' | 'rig'> {
  /** Of the owner of the agents `north` and `south`, which claim their tasks. */
  readonly crew: Https;
  /** Of a user who starts runs. */
  readonly ann: Https;
  /** Sends one request; a body is one of JSON. */
  ask(by: Https, method: string, path: string, body?: object): Promise<Answer>;
  /** Sends one request of the administrator. */
  admin(method: string, path: string, body?: object): Promise<Answer>;
  /** Claims the next task of an agent that waits or comes soon. */
  claim(agent: string, more?: object): Promise<Answer['value']>;
  /** Performs an action on a task as its executor. */
  onTask(id: string, action: string, input?: object): Promise<Answer>;
  /** Reads the task of a step. */
  taskOf(run: string, node: string): Promise<Answer['value']>;
}

const profile = (name: string, skills: readonly string[]) => ({
  ...{ name, description: `the agent ${name}`, version: '1.0.0', provider: 'ACME', domain: 'IP' },
  skills: { skill: skills.map((skill) => ({ 'skill-name': skill, 'skill-description': `does ${skill}` })) },
});

/** Returns an agent outside the node, which claims its tasks. */
export const attached = (id: string, skills: readonly string[], more: object = {}) => ({
  ...{ id, owner: ['crew'], visibility: 'public', profile: profile(id, skills) },
  ...more,
});

/** For the tests of one file; the node is there when they run. */
export function useWorkflowRows(): WorkflowRows {
  let started: WorkflowRows | undefined;
  let stop = async () => {};
  beforeAll(async () => {
    [started, stop] = await startRows();
  });
  afterAll(() => stop());
  return new Proxy({} as WorkflowRows, {
    get: (_, name: keyof WorkflowRows) => {
      if (!started) throw new Error('the node is not started yet');
      return started[name];
    },
  });
}

export async function startRows(): Promise<[WorkflowRows, () => Promise<void>]> {
  const workflows = await WorkflowRig.start({
    agents: [
      worker('worker', {
        measure: async ({ input }) => ({
          artifacts: [{ name: 'level', data: { ...Object(input), dbm: -61 } }],
          quality: { accuracy: 0.9 },
        }),
        thrice: async ({ attempt }) => {
          if (attempt < 3) throw new TaskFailure('overloaded', 'not yet', { recovery: ['retry'] });
        },
        never: () => new Promise(() => {}),
        question: async (_, run) => (await run.requestInput('Which port?')).content,
      }),
      { ...worker('unwilling', { dig: async () => 'never' }), feasibility: async () => ({ feasible: false }) },
      {
        ...worker('willing', { dig: async ({ prompt }) => prompt.description }),
        feasibility: async () => ({ feasible: false, counter: 'dig two metres' }),
      },
    ],
  });
  const { rig } = workflows;
  await rig.node.edit({
    'yangent-access:access': {
      user: ['crew', 'ann'].map((name) => ({ name, password: `$0$${PASSWORD}` })),
    },
    'yangent-agents:agents': { agent: [attached('north', ['survey']), attached('south', ['survey']), deskOf('ann')] },
  });
  const crew = new Https(rig, 'crew', PASSWORD);
  const ann = new Https(rig, 'ann', PASSWORD);
  const ask: WorkflowRows['ask'] = async (by, method, path, body) => {
    const answer = await by.send(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
    return { status: answer.status, value: answer.body === '' ? undefined : JSON.parse(answer.body) };
  };
  const rows: WorkflowRows = {
    ...{ rig, crew, ann, ask },
    start: (dag, more, by) => workflows.start(dag, more, by),
    run: (id, by) => workflows.run(id, by),
    rpc: (name, input, by) => workflows.rpc(name, input, by),
    act: (path, input, by) => workflows.act(path, input, by),
    until: (id, wanted, within) => workflows.until(id, wanted, within),
    admin: (method, path, body) => ask(workflows.admin, method, path, body),
    claim: async (agent, more = {}) => {
      const { value } = await ask(crew, 'POST', `${OPERATIONS}/yangent-tasks:claim-next`, {
        'yangent-tasks:input': { agent, wait: 10, ...more },
      });
      const [task] = value['yangent-tasks:output']?.task ?? [];
      if (!task) throw new Error(`nothing waits for ${agent}: ${JSON.stringify(value)}`);
      return task;
    },
    onTask: (id, action, input = {}) =>
      ask(crew, 'POST', `${DATA}/yangent-tasks:tasks/task=${id}/${action}`, { 'yangent-tasks:input': input }),
    taskOf: async (run, node) => {
      const given = await workflows.until(run, (now) => stepOf(now, node).task !== undefined);
      const [id] = stepOf(given, node).task as readonly string[];
      const { value } = await ask(workflows.admin, 'GET', `${DATA}/yangent-tasks:tasks/task=${id}`);
      return value['yangent-tasks:task'][0];
    },
  };
  return [
    rows,
    async () => {
      crew.close();
      ann.close();
      await workflows.stop();
    },
  ];
}

/** A node that an agent outside does. */
export const claimed = (name: string, agent: string, more: object = {}) => ({
  ...{ name, task: { skill: 'survey', agent }, retry: { 'max-attempts': 1 } },
  ...more,
});

/** A node that computes values. */
export const compute = (name: string, output: Readonly<Record<string, string>>, more: object = {}) => ({
  ...{ name, type: 'yangent-workflows:none' },
  output: Object.entries(output).map(([each, value]) => ({ name: each, value })),
  ...more,
});

/** The input of a node. */
export const given = (values: Readonly<Record<string, string>>) => ({
  input: Object.entries(values).map(([name, value]) => ({ name, value })),
});

/** A node that waits for a signal of its own name. */
export const signal = (name: string, more: object = {}) => ({
  ...{ name, type: 'yangent-workflows:wait', wait: { signal: { name } } },
  ...more,
});
