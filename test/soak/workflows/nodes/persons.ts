/** The persons of the run: they start it, vote, and do its attached steps, each again until the node has answered. */
import { setTimeout as pause } from 'node:timers/promises';
import { Https } from '../../../support/http.js';
import { Refused, type Run, type Step, stepOf, stepsOf, WorkflowClient } from '../../../workflows/rig.js';
import { PASSWORDS } from './graphs.js';
import type { Place } from './place.js';

/** Milliseconds between two looks at the run. */
const PERIOD = 25;
const OVER: ReadonlySet<string> = new Set(['rolled-back', 'completed', 'failed', 'canceled', 'escalated']);
/** Errors for a person who comes too late, or again: the act was done, or the run has gone on. */
const TOO_LATE: ReadonlySet<unknown> = new Set(['bad-transition', 'stale-approval', 'stale-attempt']);

interface Gate {
  readonly state: string;
  readonly digest: string;
}

export class Persons {
  readonly faults: string[] = [];
  readonly #connections = new Map<string, Https>();

  constructor(private readonly near: Place) {}

  /** Lets the run go to its end. Returns it; undefined when it has none in time. @param within milliseconds */
  async see(within: number): Promise<Run | undefined> {
    const until = Date.now() + within;
    let run: Run | undefined;
    while (Date.now() < until && this.near.fault === undefined && this.faults.length === 0) {
      const id = run?.id ?? (await this.#try(() => this.#start()));
      const seen = id === undefined ? undefined : await this.#try(() => this.client().run(id));
      run = seen ?? run;
      if (seen && OVER.has(seen.state)) return seen;
      if (seen) await this.#act(seen);
      await pause(PERIOD);
    }
    if (this.faults.length === 0) this.faults.push(`the run did not end in ${within / 1_000} s: ${shown(run)}`);
    return undefined;
  }

  /** Says the result of a step after all is undone. Returns what is wrong with the answer. */
  async sayLate(run: Run): Promise<string | undefined> {
    const path = `/restconf/data/yangent-tasks:tasks/task=${taskOf(stepOf(run, 'slow'))}/complete`;
    const body = JSON.stringify({ 'yangent-tasks:input': { attempt: 1 } });
    const { status } = await this.#as('crew').send('POST', path, { body });
    if (status < 400 || status >= 500) return `the late result of "slow" is answered by ${status}`;
    const after = await this.client().run(run.id);
    return JSON.stringify(after) === JSON.stringify(run) ? undefined : 'the late result has changed the run';
  }

  client(place = this.near): WorkflowClient {
    return new WorkflowClient(this.#as('admin', place));
  }

  close(): void {
    for (const each of this.#connections.values()) each.close();
  }

  #as(name: 'admin' | keyof typeof PASSWORDS, place = this.near): Https {
    const key = `${place.role} ${name}`;
    const password = name === 'admin' ? place.password : PASSWORDS[name];
    const found = this.#connections.get(key) ?? new Https({ url: place.url, password }, name, password);
    this.#connections.set(key, found);
    return found;
  }

  async #start(): Promise<string> {
    const { id } = await this.client().rpc('start', { definition: 'main', 'run-key': 'main' });
    return id;
  }

  /** Does what persons can do now: carol votes, and the crew begins the one step and gives the other one up. */
  async #act(run: Run): Promise<void> {
    for (const step of stepsOf(run))
      for (const { state, digest } of (step.gate ?? []) as readonly Gate[])
        if (state === 'open')
          await this.#try(() =>
            this.client().act(
              `${run.id}/step=${step.node},0,${step.generation}/approve`,
              { digest },
              this.#as('carol'),
            ),
          );
    const [slow, bad] = ['slow', 'bad'].map((node) => stepsOf(run).find((step) => step.node === node));
    if (slow && isAt(slow, 'ready')) await this.#onTask(slow, 'claim', { lease: 600 });
    if (!slow || !isAt(slow, 'executing') || !bad) return;
    if (isAt(bad, 'ready')) await this.#onTask(bad, 'claim', { lease: 600 });
    if (isAt(bad, 'executing'))
      await this.#onTask(bad, 'fail', { attempt: 1, code: 'broken', message: 'it is broken' });
  }

  async #onTask(step: Step, action: string, input: object): Promise<void> {
    if (step.task === undefined) return;
    const body = JSON.stringify({ 'yangent-tasks:input': input });
    await this.#try(async () => {
      const path = `/restconf/data/yangent-tasks:tasks/task=${taskOf(step)}/${action}`;
      const answer = await this.#as('crew').send('POST', path, { body });
      if (answer.status >= 300)
        throw new Refused(JSON.parse(answer.body)['ietf-restconf:errors'].error[0], answer.status);
    });
  }

  /** Returns undefined when the node is away, or the act has been done or come too late. */
  async #try<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof Refused) {
        if (!TOO_LATE.has(error.error['error-app-tag'])) this.faults.push(`an act is refused: ${error.message}`);
      } else if (!isAway(error)) this.faults.push(`an act fails: ${error}`);
      return undefined;
    }
  }
}

/** Says how far a run is. */
function shown(run: Run | undefined): string {
  if (!run) return 'it was not started';
  const steps = stepsOf(run).map(({ node, state, 'state-reason': why }) => `${node} ${state} (${why ?? ''})`);
  return `${run.state} (${run['state-reason'] ?? ''}): ${steps.join(', ')}`;
}

function isAt({ state }: Step, wanted: string): boolean {
  return state === `yangent-workflows:${wanted}`;
}

function taskOf({ task }: Step): string {
  const [id] = (task ?? []) as readonly string[];
  return String(id);
}

/** True for an error of a connection that has no node at its other end. */
export function isAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && AWAY.has(error.code);
}

const AWAY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);
