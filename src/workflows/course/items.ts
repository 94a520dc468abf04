/** for-each: the items of a list, of which only so many have rows as places were free for them. */

import { LONGEST_VALUE } from '../expression/index.js';
import type { DagNode } from '../model/dag.js';
import { isStepOver } from '../model/states.js';
import { fresh } from '../run/fresh.js';
import type { Items, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { endStep, makeReady } from './end.js';
import { failure, StepFailure } from './failure.js';
import { evaluateAt } from './scope.js';

/** Evaluates the list, and begins the first items. A step that is tried again keeps its list, and the items that are completed. */
export async function launchItems(turn: Turn, node: DagNode, given: StepRecord): Promise<void> {
  const { 'for-each': each } = node;
  if (!each) return;
  const detail = given.detail.items ? {} : await listOf(turn, node.name, each);
  turn.count({ waiting: -1, active: 1 });
  const step = await turn.change(given, { state: 'executing', work: undefined, detail });
  await goOn(turn, node, step);
}

/** Evaluates the list of a for-each. */
export async function listOf(turn: Turn, node: string, each: NonNullable<DagNode['for-each']>) {
  const { value, degraded } = await evaluateAt(turn, node, each.items);
  if (!Array.isArray(value)) throw new StepFailure('expression-failed', `${each.items} gave no list`);
  const most = each['max-items'];
  if (value.length > most)
    throw new StepFailure('too-big', `${each.items} has ${value.length} items; for-each/max-items takes ${most}`);
  const items: Items = { list: await turn.values.keep(value), total: value.length, begun: 0, ended: 0, failed: 0 };
  return { items, degraded: degraded ? (true as const) : undefined };
}

/** Begins items while places are free, and ends the step when all items have ended or too many have failed. */
async function goOn(turn: Turn, node: DagNode, given: StepRecord): Promise<void> {
  const { 'for-each': each } = node;
  let { items } = given.detail;
  if (!each || !items) return;
  if (items.failed * 100 > each.tolerate * items.total) return tooMany(turn, node, given, items);
  const next: StepRecord[] = [];
  while (items.begun < items.total && items.begun - items.ended < each['max-parallel']) {
    const found = await turn.own(node.name, items.begun + 1);
    const { generation } = given;
    const item = found.generation === generation ? found : turn.renew(found, generation);
    const isDone = item.state === 'completed';
    items = { ...items, begun: items.begun + 1, ended: items.ended + (isDone ? 1 : 0) };
    if (!isDone) next.push(item);
  }
  const step = items === given.detail.items ? given : await turn.change(given, { detail: { items } });
  if (items.ended === items.total) {
    return join(turn, step);
  }
  for (const item of next) await makeReady(turn, isStepOver(item.state) ? await again(turn, item) : item);
}

async function tooMany(turn: Turn, { name, 'for-each': each }: DagNode, step: StepRecord, items: Items): Promise<void> {
  const { failed, total } = items;
  const message = `${failed} of ${total} items failed; for-each/tolerate takes ${each?.tolerate ?? 0} %`;
  await endStep(turn, step, { state: 'failed', error: failure('item-failed', message) });
  turn.items.cancel(name);
}

/** Makes an item pending again that failed or was canceled in the try before. */
function again(turn: Turn, item: StepRecord): Promise<StepRecord> {
  const { try: number = 1 } = item.detail;
  return turn.change(item, {
    state: 'pending',
    reason: undefined,
    work: undefined,
    output: undefined,
    detail: fresh(number + 1),
  });
}

/** Completes the step with the outputs of its items in their order, null for one that failed; they may be too long together. */
async function join(turn: Turn, step: StepRecord): Promise<void> {
  if ((await turn.items.lengthOf(step)) > LONGEST_VALUE)
    return endStep(turn, step, { state: 'failed', error: TOO_BIG });
  const found: unknown[] = [];
  for (const digest of await turn.items.outputs(step))
    found.push(digest === undefined ? null : await turn.values.get(digest));
  await endStep(turn, step, { state: 'completed', output: await turn.values.keepOutput(found) });
}

const TOO_BIG = failure(
  'too-big',
  `the outputs of the items have more than ${LONGEST_VALUE / 1024 ** 2} MiB together; have them name data parameters`,
);

/** Counts an item that has ended. */
export async function itemEnded(turn: Turn, item: StepRecord): Promise<void> {
  const step = await turn.step(item.node);
  const { items } = step?.detail ?? {};
  if (step?.state !== 'executing' || !items) return;
  const counted = { ...items, ended: items.ended + 1, failed: items.failed + (item.state === 'completed' ? 0 : 1) };
  const degraded = step.detail.degraded || item.detail.degraded || item.state !== 'completed' ? true : undefined;
  const counting = await turn.change(step, { detail: { items: counted, degraded } });
  await goOn(turn, turn.node(item.node), counting);
}
