/** Brings a task in line with the task on the other node that does its work, by the same steps as an executor on this node. */

import { isObject } from '../../../data/index.js';
import { withoutAbsent } from '../../../data/rfc7951/members.js';
import type { Tx } from '../../../store/index.js';
import { isAnswerSchema } from '../../answers/answer-schema.js';
import { complete, fail, reportProgress, requestInput } from '../../execution/execution.js';
import type { Artifact, Dispatch, TaskError, TaskRecord } from '../../record/record.js';
import { Reported } from '../../record/reported.js';
import { TaskFailure } from '../../skill/agent.js';
import { type Attempt, Interrupted } from '../attempt.js';
import { knownArtifact } from './artifacts.js';
import { artifactHere, fetchMade, giveData, givenId } from './belongings.js';
import type { RemoteNeeds } from './needs.js';
import type { RemoteNode, RemoteRecord, RemoteTask } from './nodes.js';
import { takeOver } from './rounds.js';

const LONGEST_WAIT = 2 ** 31 - 1;

interface Counterpart {
  readonly dispatch: Dispatch;
  readonly there: RemoteTask;
  readonly node: RemoteNode;
}

export class Mirror {
  readonly #closing = new AbortController();
  /** Aborted when the run ends, or when an answer could not be sent. */
  readonly signal: AbortSignal;
  /** The error of an answer that could not be sent. */
  failure: unknown;
  /** Number of answers that had been sent when the awaited answer was requested. */
  #awaited = -1;

  constructor(
    private readonly needs: RemoteNeeds,
    private readonly run: Attempt,
    private readonly counterpart: Counterpart,
  ) {
    this.signal = AbortSignal.any([run.signal, this.#closing.signal]);
  }

  close(): void {
    this.#closing.abort(new Interrupted('the task is not followed any more'));
  }

  /** Applies the present state of the task on the other node. @throws Interrupted when the task is over */
  async show(record: RemoteRecord): Promise<void> {
    await takeOver(this.needs, this.run.task, this.counterpart.dispatch, record);
    await this.#goOn(record);
    await this.#progress(record);
    switch (record.state) {
      case 'input-required':
        return this.#ask(record);
      case 'completed':
        return this.#complete(record);
      case 'failed':
      case 'rejected':
      case 'canceled':
        return this.#end((tx, task) => fail(this.needs, tx, task, this.#errorOf(record)));
      default:
        return undefined;
    }
  }

  /** Resumes the task when the other node has already got the input. */
  async #goOn({ state }: RemoteRecord): Promise<void> {
    if (state !== 'running') return;
    if ((await this.run.record()).state !== 'input-required') return;
    const note = `the input was given on ${this.counterpart.node.place}`;
    await this.run.change((tx, task) =>
      task.state === 'input-required'
        ? this.needs.changes.apply(tx, task, { state: 'running', by: task.to, note })
        : Promise.resolve(task),
    );
    this.#awaited = -1;
  }

  /** Copies new progress, checkpoints and intermediate results. */
  async #progress(record: RemoteRecord): Promise<void> {
    if (record.state === 'completed') return;
    const known = await this.run.record();
    const { document } = known;
    if (known.state !== 'running') return;
    const { percent, note: told, checkpoint: passed = [] } = record.progress ?? {};
    const note = record.state === 'suspended' ? `suspended on ${this.counterpart.node.place}` : told;
    const shown = new Reported(this.needs, known).text(note);
    const artifacts = await this.#delivered(known, record);
    const checkpoints = passed.filter((name) => !document.checkpoints.includes(name));
    const { estimate, resource: resources } = record.executor ?? {};
    const isEstimated = estimate !== undefined && estimate !== document.executor?.estimate;
    const isNew = percent !== document.percent || (shown !== undefined && shown !== document.note) || isEstimated;
    if (!isNew && artifacts.length === 0 && checkpoints.length === 0) return;
    await this.run.change(async (tx, task) => {
      if (task.state !== 'running') return task;
      const reported = await reportProgress(this.needs, tx, task, {
        percent,
        note,
        artifacts,
        checkpoint: checkpoints[0],
        resources,
        ...(isEstimated ? { estimate } : {}),
      });
      return checkpoints
        .slice(1)
        .reduce(
          async (before, checkpoint) => reportProgress(this.needs, tx, await before, { checkpoint }),
          Promise.resolve(reported),
        );
    });
  }

  /** Returns new intermediate results; those with data only when the data were fetched. */
  async #delivered(task: TaskRecord, record: RemoteRecord): Promise<readonly Artifact[]> {
    const known = new Map(task.document.artifacts.map((artifact) => [artifact.name, JSON.stringify(artifact)]));
    const said = new Reported(this.needs, task);
    const delivered: Artifact[] = [];
    for (const artifact of artifactsOf(record)) {
      const here = artifactHere(task, artifact);
      if (known.get(here.name) === JSON.stringify(said.artifact(here))) continue;
      const missing = await fetchMade(this.needs, this.counterpart.node, task, artifact, this.signal);
      if (missing === undefined) delivered.push(here);
    }
    return delivered;
  }

  async #complete(record: RemoteRecord): Promise<never> {
    const task = await this.run.record();
    const artifacts = artifactsOf(record);
    for (const artifact of artifacts) {
      const missing = await fetchMade(this.needs, this.counterpart.node, task, artifact, this.signal);
      if (missing !== undefined) throw new TaskFailure('unreachable', missing, { recovery: ['retry', 'escalate'] });
    }
    const { quality, progress } = record;
    return this.#end((tx, now) =>
      complete(this.needs, tx, now, {
        artifacts: artifacts.map((artifact) => artifactHere(now, artifact)),
        note: progress?.note,
        quality,
      }),
    );
  }

  /** Passes the question to the assigner, and the answer to the other node. Answers are counted, so that none is sent twice. */
  async #ask(record: RemoteRecord): Promise<void> {
    const given = this.#given(record);
    if (given === this.#awaited) return;
    this.#awaited = given;
    const task = await this.run.record();
    if (task.document.inputs.length <= given && task.state === 'running') {
      const { required = '', schema } = record['input-request'] ?? {};
      // When this node does not support the schema, only the other node checks the answer.
      const taken = schema !== undefined && isAnswerSchema(schema) ? schema : undefined;
      await this.run.change((tx, now) => requestInput(this.needs, tx, now, required, taken));
    }
    // Not awaited: the task may end on the other node, or another user may answer there.
    void this.#answer(given).catch((error: unknown) => {
      if (this.signal.aborted) return;
      this.failure = error;
      this.#closing.abort(error);
    });
  }

  async #answer(given: number): Promise<void> {
    const { needs, signal } = this;
    const enough = (task: TaskRecord) => task.document.inputs.length > given;
    let task: TaskRecord | undefined;
    while (!task) task = await needs.watch.until(this.run.task, enough, { timeout: LONGEST_WAIT, signal });
    const input = task.document.inputs[given];
    if (!input) return;
    const { content, data, 'data-param': params = [] } = input;
    const { there, node } = this.counterpart;
    const { id } = task;
    await giveData(needs, node, task, params, signal);
    const named = params.length > 0 ? params.map((each) => givenId(id, each)) : undefined;
    const answer = withoutAbsent({ content, data, 'data-param': named });
    for (;;) {
      try {
        await there.act('provide-input', answer, signal);
        return;
      } catch (error) {
        if (!(error instanceof TaskFailure && error.code === 'executor-lost')) throw error;
        // The answer may have arrived nevertheless: the task on the other node shows it.
        const now = await there.view(signal);
        if (now.state !== 'input-required' || this.#given(now) > given) return;
      }
    }
  }

  /** Counts the answers that came from this node; the other one says as whom it speaks there. */
  #given({ 'provided-input': inputs = [], authority }: RemoteRecord): number {
    const { user = authority?.subject } = this.counterpart.dispatch.address;
    return inputs.filter(({ by }) => by === user).length;
  }

  /** Ends the task here, and deletes its dispatch, in one transaction. */
  async #end(end: (tx: Tx, task: TaskRecord) => Promise<TaskRecord>): Promise<never> {
    await this.run.change((tx, task) => end(tx, { ...task, document: { ...task.document, dispatch: undefined } }));
    throw new Interrupted('the task is over on the other node');
  }

  #errorOf({ state, error, ...record }: RemoteRecord): TaskError {
    const {
      node: { place },
      dispatch,
    } = this.counterpart;
    const reason = error?.message ?? record['state-reason'] ?? 'no reason was given';
    const code = error?.code ?? (state === 'rejected' ? 'overloaded' : 'internal');
    return {
      code,
      message: state === 'failed' ? reason : `${state} by agent "${dispatch.address.agent}" on ${place}: ${reason}`,
      recovery: error?.recovery ?? ['reassign', 'escalate'],
      ...(error?.diagnostic === undefined ? {} : { diagnostic: error.diagnostic }),
    };
  }
}

function artifactsOf({ artifact = [] }: RemoteRecord): readonly Artifact[] {
  return artifact.map((each) => knownArtifact(isObject(each) ? each : {}));
}
