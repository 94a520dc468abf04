/** The agent `porter` of the other node, which fetches its tasks itself. */
import type { TaskRecord } from '../../src/peers/index.js';
import { Https } from '../support/http.js';
import type { Endpoints } from '../support/node.js';
import { until } from '../until.js';
import { passwordOf } from './remote-rig.js';

export class Porter extends Https {
  constructor(far: Pick<Endpoints, 'url' | 'password'> & Partial<Pick<Endpoints, 'certificate'>>) {
    super(far, 'porter', passwordOf('porter'));
  }

  /** Waits for the task of the node that gave it, and begins it. */
  async claim({ id }: { readonly id: string }): Promise<TaskRecord> {
    const tasks = await until(
      () => this.tasks(),
      (all) => all.some((task) => task['task-id'].startsWith(`${id}.`) && task.state === 'accepted'),
    );
    const task = tasks.find((each) => each['task-id'].startsWith(`${id}.`) && each.state === 'accepted')!;
    await this.act(task, 'claim', {});
    return this.task(task.id);
  }

  /** What it may see. */
  async tasks(): Promise<readonly TaskRecord[]> {
    const { body, status } = await this.send('GET', '/restconf/data/yangent-tasks:tasks');
    return status === 200 ? (JSON.parse(body)['yangent-tasks:tasks'].task ?? []) : [];
  }

  async task(id: string): Promise<TaskRecord> {
    const { body } = await this.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
    return JSON.parse(body)['yangent-tasks:task'][0];
  }

  async act({ id }: Pick<TaskRecord, 'id'>, action: string, input: object): Promise<void> {
    const path = `/restconf/data/yangent-tasks:tasks/task=${id}/${action}`;
    const answer = await this.send('POST', path, { body: JSON.stringify({ 'yangent-tasks:input': input }) });
    if (answer.status !== 200) throw new Error(`${action} was answered with ${answer.status}: ${answer.body}`);
  }

  /** The entry of `irtf-agent:data-params`. */
  async entry(id: string): Promise<unknown> {
    const { body } = await this.send('GET', `/restconf/data/irtf-agent:data-params=${id}`);
    return JSON.parse(body)['irtf-agent:data-params'][0];
  }

  /** The entry of `yangent-contexts:data/param`. */
  async param(id: string): Promise<unknown> {
    const { body } = await this.send('GET', `/restconf/data/yangent-contexts:data/param=${id}`);
    return JSON.parse(body)['yangent-contexts:param'][0];
  }
}
