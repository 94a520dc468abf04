/** Converts runs and steps to rows, and back. */
import { isRunState, isStepState } from '../model/states.js';
import type { WorkflowRunTable, WorkflowStepTable } from './database.js';
import type { RunRecord, StepDetail, StepRecord } from './record.js';

export function runRow(run: RunRecord): WorkflowRunTable {
  return {
    id: run.id,
    run_key: run.runKey ?? null,
    definition: run.definition ?? null,
    revision: run.revision ?? null,
    asked: run.asked ?? null,
    version: run.version,
    digest: run.digest,
    coordinator: run.coordinator,
    initiator: run.initiator,
    parent: run.parent?.run ?? null,
    parent_node: run.parent?.node ?? null,
    parent_item: run.parent?.item ?? null,
    depth: run.depth,
    task: run.task ?? null,
    cause: run.cause?.trigger ?? null,
    cause_key: run.cause?.key ?? null,
    trigger_depth: run.triggerDepth,
    guest: run.guest ? 1 : 0,
    state: run.state,
    reason: run.reason ?? null,
    created: run.created,
    ended: run.ended ?? null,
    deadline: run.deadline ?? null,
    labels: JSON.stringify(run.labels),
    input: run.input,
    output: run.output ?? null,
    error: run.error === undefined ? null : JSON.stringify(run.error),
    sequence: run.sequence,
    hash: run.hash,
    progress: JSON.stringify(run.progress),
    seal: run.seal ?? null,
    shredded: run.shredded ?? null,
  };
}

/** @throws Error for a row that no node has written */
export function runOf(row: WorkflowRunTable): RunRecord {
  const { state, parent, parent_node: node, parent_item: item, cause: trigger, cause_key: key } = row;
  if (!isRunState(state)) throw new Error(`run ${row.id} has the state "${state}", which there is not`);
  return {
    id: row.id,
    ...(row.run_key === null ? {} : { runKey: row.run_key }),
    ...(row.definition === null ? {} : { definition: row.definition }),
    ...(row.revision === null ? {} : { revision: row.revision }),
    ...(row.asked === null ? {} : { asked: row.asked }),
    version: row.version,
    digest: row.digest,
    coordinator: row.coordinator,
    initiator: row.initiator,
    ...(parent === null || node === null || item === null ? {} : { parent: { run: parent, node, item } }),
    depth: row.depth,
    ...(row.task === null ? {} : { task: row.task }),
    ...(trigger === null || key === null ? {} : { cause: { trigger, key } }),
    triggerDepth: row.trigger_depth,
    ...(row.guest === 1 ? { guest: true } : {}),
    state,
    ...(row.reason === null ? {} : { reason: row.reason }),
    created: row.created,
    ...(row.ended === null ? {} : { ended: row.ended }),
    ...(row.deadline === null ? {} : { deadline: row.deadline }),
    labels: JSON.parse(row.labels),
    input: row.input,
    ...(row.output === null ? {} : { output: row.output }),
    ...(row.error === null ? {} : { error: JSON.parse(row.error) }),
    sequence: row.sequence,
    hash: row.hash,
    progress: JSON.parse(row.progress),
    ...(row.seal === null ? {} : { seal: row.seal }),
    ...(row.shredded === null ? {} : { shredded: row.shredded }),
  };
}

export function stepRow(step: StepRecord): WorkflowStepTable {
  return {
    run: step.run,
    node: step.node,
    item: step.item,
    generation: step.generation,
    state: step.state,
    reason: step.reason ?? null,
    rank: step.rank,
    work: step.work ?? null,
    since: step.since,
    due: step.due ?? null,
    held: step.held || step.detail.until !== undefined ? 1 : 0,
    output: step.output ?? null,
    detail: JSON.stringify(step.detail),
  };
}

/** @throws Error for a row that no node has written */
export function stepOf(row: WorkflowStepTable): StepRecord {
  const { run, node, item, generation, state, rank, since } = row;
  if (!isStepState(state)) throw new Error(`step ${run}/${node} has the state "${state}", which there is not`);
  const detail: StepDetail = JSON.parse(row.detail);
  return {
    ...{ run, node, item, generation, state, rank, since },
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.work === null ? {} : { work: row.work }),
    ...(row.due === null ? {} : { due: row.due }),
    ...(row.held === 1 && detail.until === undefined ? { held: true } : {}),
    ...(row.output === null ? {} : { output: row.output }),
    detail,
  };
}
