/** Short ways to write triggers on the node of a workflow rig, and to see what they do. */
import { errorIn, type Https } from '../../support/http.js';
import { Refused, type Run, type WorkflowRig } from '../rig.js';

const MISSED = 'yangent-workflows:trigger-missed';
const WORKFLOWS = '/restconf/data/yangent-workflows:workflows';

export interface TriggerState {
  readonly owner: string;
  readonly missed: string;
  readonly waiting: number;
  readonly next?: string;
  readonly 'last-fired'?: string;
}

export class TriggerRig {
  constructor(readonly workflows: WorkflowRig) {}

  /** Writes a trigger of the definition `work`, unless it names another. */
  async put(name: string, trigger: object, by: Https = this.workflows.admin): Promise<void> {
    const body = JSON.stringify({ 'yangent-workflows:trigger': [{ name, definition: 'work', ...trigger }] });
    const answer = await by.send('PUT', `${WORKFLOWS}/trigger=${name}`, { body });
    if (answer.status >= 300) throw new Refused(errorIn(answer), answer.status);
  }

  async remove(name: string): Promise<void> {
    await this.workflows.admin.send('DELETE', `${WORKFLOWS}/trigger=${name}`);
  }

  async state(name: string): Promise<TriggerState> {
    const { body } = await this.workflows.admin.send('GET', `${WORKFLOWS}/trigger=${name}`);
    return JSON.parse(body)['yangent-workflows:trigger'][0];
  }

  async fire(name: string, event?: object, by: Https = this.workflows.admin): Promise<{ readonly run?: string }> {
    const body = JSON.stringify({ 'yangent-workflows:input': event === undefined ? {} : { event } });
    const answer = await by.send('POST', `${WORKFLOWS}/trigger=${name}/fire`, { body });
    if (answer.status >= 300) throw new Refused(errorIn(answer), answer.status);
    return answer.body === '' ? {} : JSON.parse(answer.body)['yangent-workflows:output'];
  }

  /** Returns the runs that a trigger started, the oldest first. */
  async runs(name: string): Promise<readonly Run[]> {
    const { run = [] } = await this.workflows.rpc('list-runs', { limit: 500 });
    return run.filter(({ cause }: Run) => cause === name).reverse();
  }

  /** Waits until the runs that a trigger started are as wanted. */
  async untilRuns(name: string, wanted: (runs: readonly Run[]) => boolean): Promise<readonly Run[]> {
    return until(() => this.runs(name), wanted);
  }

  async untilState(name: string, wanted: (state: TriggerState) => boolean): Promise<TriggerState> {
    return until(() => this.state(name), wanted);
  }

  /** Sends a notification to which triggers react. */
  async notify(more: object = {}): Promise<void> {
    await this.workflows.rig.node.notify('yangent-tasks:task-changed', {
      ...{ id: 'a', 'task-id': 'foreign', from: 'worker', to: 'worker', state: 'submitted', sequence: '1' },
      ...more,
    });
  }

  /** Returns what was told of missed runs. */
  async missed(name: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const span = `start-time=2000-01-01T00:00:00Z&stop-time=${new Date().toISOString()}`;
    const path = `/restconf/streams/NETCONF/json?${span.replaceAll(':', '%3A')}`;
    const { body } = await this.workflows.admin.send('GET', path, { accept: 'text/event-stream' });
    return body
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => JSON.parse(line.slice(5))['ietf-restconf:notification'][MISSED])
      .filter((told) => told?.name === name);
  }
}

async function until<T>(read: () => Promise<T>, wanted: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 10_000;
  for (;;) {
    const value = await read();
    if (wanted(value)) return value;
    if (Date.now() > end) throw new Error(`it stays ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
