/** A node with the adapter, and literal documents and messages for it. */
import { createFace } from '../../../adapters/dag/index.js';
import { TaskFailure } from '../../../src/index.js';
import { errorIn, type HttpAnswer, type HttpRequest, Https } from '../../support/http.js';
import { deskOf, WorkflowRig, worker } from '../../workflows/rig.js';

export const TYPE = 'application/vnd.ietf.agent-task-dag+json';
export const PASSWORDS = { alice: 'alice-alice-alice', bob: 'bob-bob-bob-bob', carol: 'carol-carol-carol' };

/** An agent of bob whose tasks are executed from outside. */
const field = {
  ...{ id: 'field', owner: ['bob'], execution: { kind: 'attached' } },
  profile: {
    ...{ name: 'field', description: 'works outside', version: '1.0', provider: 'test' },
    skills: { skill: [{ 'skill-name': 'inspect' }] },
  },
};

/** An agent that does not clean up when a run goes back. */
const stubborn = worker('stubborn', {
  'agent-task-dag-rollback': async () => {
    throw new TaskFailure('refused', 'the tool is still in use');
  },
});

export class DagRig {
  private constructor(
    readonly flows: WorkflowRig,
    readonly users: Readonly<Record<string, Https>>,
  ) {}

  static async start(): Promise<DagRig> {
    const flows = await WorkflowRig.start({ adapters: [createFace({})], agents: [worker(), stubborn] });
    const user = Object.entries(PASSWORDS).map(([name, password]) => ({ name, password: `$0$${password}` }));
    await flows.rig.node.edit({
      'yangent-access:access': { user },
      'yangent-agents:agents': { agent: [deskOf('alice'), field] },
    });
    const users = Object.entries(PASSWORDS).map(([name, password]) => [name, new Https(flows.rig, name, password)]);
    return new DagRig(flows, Object.fromEntries(users));
  }

  async stop(): Promise<void> {
    for (const each of Object.values(this.users)) each.close();
    await this.flows.stop();
  }

  send(user: string, method: string, path: string, o: HttpRequest = {}): Promise<HttpAnswer> {
    const client = user === 'admin' ? this.flows.admin : this.users[user];
    if (!client) throw new Error(`there is no user ${user}`);
    return client.send(method, path, { type: TYPE, accept: TYPE, ...o });
  }

  post(user: string, path: string, structure: string, content: object, o: HttpRequest = {}): Promise<HttpAnswer> {
    return this.send(user, 'POST', path, {
      body: JSON.stringify({ [`yangent-workflows:${structure}`]: content }),
      ...o,
    });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into plain documents
export function contentOf({ body }: HttpAnswer, structure = 'dag'): any {
  return JSON.parse(body)[`yangent-workflows:${structure}`];
}

/** The status of a refusal, and its error-tag. */
export function refusalOf(answer: HttpAnswer): readonly [number, unknown] {
  return [answer.status, errorIn(answer)['error-tag']];
}
