/** What must hold after all crashes; each function says what does not. */
import type { RestconfEvent } from '../../../src/clients/index.js';
import type { Acknowledged, Change, CrashRecord } from './record.js';
import { changeOf, resultOf, text } from './record.js';

/** A line of the diary of the agent `stepper`. */
export interface DiaryLine {
  readonly task: string;
  readonly step: string;
  readonly phase: 'begin' | 'done';
  readonly value?: string;
}

/** Every acknowledged task is there, done, and has the result that was acknowledged or delivered. */
export function wrongTasks(
  record: CrashRecord,
  stored: ReadonlyMap<string, unknown>,
  diary: readonly DiaryLine[],
): string[] {
  const steps = new Map(
    diary.flatMap(({ task, step, phase, value }) => (phase === 'done' ? [[`${task}/${step}`, value ?? '']] : [])),
  );
  return [...record.acknowledged.values()].flatMap((task) => {
    const found = stored.get(task.taskId);
    if (found === undefined) return [`acknowledged task ${task.taskId} is gone`];
    if (text(found, 'id') !== task.id) return [`task ${task.taskId} was ${task.id}, is ${text(found, 'id')}`];
    // Nothing was lost: the node says why it gave the task up.
    if (text(found, 'state-reason')?.startsWith('the node died three times')) return [];
    if (text(found, 'state') !== 'completed') {
      return [`task ${task.taskId} ended as ${text(found, 'state')}: ${text(found, 'state-reason')}`];
    }
    const result = resultOf(found) ?? '';
    const wanted = wantedResult(task, steps);
    if (!wanted.test(result)) return [`task ${task.taskId} has the result "${result}", not ${wanted}`];
    const known = task.result ?? record.completed.get(task.id);
    return known === undefined || known === result ? [] : [`task ${task.taskId}: "${known}" became "${result}"`];
  });
}

function wantedResult({ kind, taskId }: Acknowledged, steps: ReadonlyMap<string, string>): RegExp {
  switch (kind) {
    case 'quick':
      return new RegExp(`^quick ${taskId}$`);
    case 'field':
      return new RegExp(`^field ${taskId}, attempt \\d+$`);
    case 'steps':
      return new RegExp(`^${STEPS.map((step) => steps.get(`${taskId}/${step}`)).join(' ')}$`);
  }
}

const STEPS = ['check', 'repair', 'verify'];

/** What was read while the node came and went is what a replay of the whole stream gives, in the order of the identifiers. */
export function wrongStream({ events }: CrashRecord, replayed: readonly RestconfEvent[]): string[] {
  const faults: string[] = [];
  const seen = new Map<string, string>();
  let last = 0;
  for (const event of events) {
    const content = JSON.stringify(event);
    const before = seen.get(event.id);
    if (before !== undefined) {
      if (before !== content) faults.push(`event ${event.id} was ${before}, then ${content}`);
      continue;
    }
    seen.set(event.id, content);
    if (Number(event.id) <= last) faults.push(`event ${event.id} came after event ${last}`);
    last = Number(event.id);
  }
  const kept = new Map(replayed.map((event) => [event.id, JSON.stringify(event)]));
  for (const [id, content] of kept) if (!seen.has(id)) faults.push(`event ${id} was passed over: ${content}`);
  for (const [id, content] of seen) {
    if (kept.get(id) !== content) faults.push(`event ${id} was ${content}, and is ${kept.get(id) ?? 'gone'}`);
  }
  return faults;
}

/** Each task's changes are on the stream once each, counted from 1, up to the last one stored. */
export function wrongSequences(record: CrashRecord, stored: ReadonlyMap<string, unknown>): string[] {
  const unique = new Map(record.events.map((event) => [event.id, event]));
  const changes = byTask([...unique.values()].flatMap((event) => changeOf(event) ?? []));
  return [...stored].flatMap(([taskId, task]) => {
    const numbers = (changes.get(text(task, 'id')) ?? []).map(({ sequence }) => sequence);
    return numbers.join() === countTo(changesOf(task))
      ? []
      : [`the stream told of task ${taskId} the changes ${numbers.join()}, not ${countTo(changesOf(task))}`];
  });
}

/** Each change of a task with a subscriber was delivered, in order; what was delivered twice had the same id and content. */
export function wrongDeliveries(record: CrashRecord, stored: ReadonlyMap<string, unknown>): string[] {
  const faults: string[] = [];
  const contents = new Map<string, string>();
  const keys = new Map<string, string>();
  const first: Change[] = [];
  for (const { key, body, change } of record.deliveries) {
    const content = contents.get(key) ?? body;
    if (content !== body) faults.push(`delivery ${key} was ${content}, then ${body}`);
    const event = `${change.id}/${change.sequence}`;
    const known = keys.get(event) ?? key;
    if (known !== key) faults.push(`change ${event} was delivered as ${known} and as ${key}`);
    if (!contents.has(key)) first.push(change);
    contents.set(key, body);
    keys.set(event, key);
  }
  const changes = byTask(first);
  for (const { taskId, id, reported } of record.acknowledged.values()) {
    const wanted = reported ? countTo(changesOf(stored.get(taskId))) : '';
    const numbers = (changes.get(id) ?? []).map(({ sequence }) => sequence).join();
    if (numbers !== wanted) faults.push(`the subscriber of task ${taskId} got the changes ${numbers}, not ${wanted}`);
  }
  return faults;
}

/** A step that was finished once was never begun again, and kept its value. */
export function repeatedSteps(diary: readonly DiaryLine[]): string[] {
  const values = new Map<string, string>();
  return diary.flatMap(({ task, step, phase, value = '' }) => {
    const name = `${task}/${step}`;
    const before = values.get(name);
    if (phase === 'done') values.set(name, value);
    if (before === undefined || before === value) return [];
    return phase === 'begin'
      ? [`finished step ${name} was begun again`]
      : [`step ${name} gave ${before}, then ${value}`];
  });
}

function byTask(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const tasks = new Map<string, Change[]>();
  for (const change of changes) {
    const others = tasks.get(change.id);
    if (others) others.push(change);
    else tasks.set(change.id, [change]);
  }
  return tasks;
}

/** How many changes the stored task had. */
function changesOf(task: unknown): number {
  const events = typeof task === 'object' && task !== null && 'event' in task ? task.event : [];
  return Array.isArray(events) ? Number(text(events.at(-1), 'sequence')) : 0;
}

function countTo(last: number): string {
  return Array.from({ length: last }, (_, index) => index + 1).join();
}
