/** Tasks: for the hosted agent, for one outside of the node, for the device, and those that persons must approve. */

import { errorIn } from '../../support/http.js';
import { isTransport } from '../crash/assigner.js';
import type { Plain } from './clients.js';
import { outputIn } from './clients.js';
import type { Life, Operation } from './operation.js';
import type { Surroundings, Traffic } from './traffic.js';

const ASSIGN = 'yangent-tasks:assign';
const TASKS = 'urn:yangent:params:xml:ns:yang:yangent-tasks';
const PATIENT = { 'max-attempts': 100 };

/** Returns the task of an assignment; undefined when there is none. */
export async function taskOf({ clients }: Life, taskId: string, from = 'noc'): Promise<Plain | undefined> {
  const answer = await clients.rpc('admin', 'yangent-tasks:query', { from, 'task-id': taskId });
  return answer.status === 200 ? outputIn(answer).task : undefined;
}

export const exists = (taskId: string, from?: string) => async (life: Life) =>
  (await taskOf(life, taskId, from)) !== undefined;

/** Notes an assignment. */
function assignment(
  { journal }: Surroundings,
  input: { readonly 'task-id': string; readonly from: string },
): Operation {
  const { 'task-id': taskId, from } = input;
  return journal.begin(`assign ${taskId}`, { operation: ASSIGN, by: { input } }, exists(taskId, from));
}

export const restconfTasks: Traffic = async ({ clients }, o) => {
  for (let n = 0; ; n++) {
    const input = {
      'task-id': `${o.round}-r-${n}`,
      from: 'noc',
      to: n % 3 === 2 ? 'field' : 'keeper',
      type: 'quick',
      async: true,
    };
    o.journal.answered(assignment(o, input), await clients.rpc('ann', ASSIGN, input));
  }
};

export const netconfTasks: Traffic = async ({ clients }, o) => {
  const netconf = await clients.netconf();
  for (let n = 0; ; n++) {
    const input = { 'task-id': `${o.round}-n-${n}`, from: 'field', to: 'keeper', type: 'quick', async: true };
    const made = assignment(o, input);
    const members = Object.entries(input).map(([name, value]) => `<${name}>${value}</${name}>`);
    try {
      await netconf.rpc(`<assign xmlns="${TASKS}">${members.join('')}</assign>`);
      made.outcome = 'done';
    } catch (error) {
      if (isTransport(error)) return;
      made.outcome = 'refused';
    }
  }
};

/** An executor outside of the node. */
export const executor: Traffic = async ({ clients }, { journal }) => {
  const claim = { agent: 'field', max: 4, wait: 1, lease: 2 };
  for (;;) {
    const { task = [] } = outputIn(await clients.rpc('admin', 'yangent-tasks:claim-next', claim));
    for (const { id, attempt } of task) {
      const path = `/data/yangent-tasks:tasks/task=${id}/complete`;
      const target = `/yangent-tasks:tasks/task[id='${id}']`;
      const made = journal.begin(
        `complete ${id}`,
        { operation: 'yangent-tasks:complete', by: { target } },
        async ({ clients }) => (await clients.read('admin', `/yangent-tasks:tasks/task=${id}`))?.state === 'completed',
      );
      journal.answered(made, await clients.send('admin', 'POST', path, { 'yangent-tasks:input': { attempt } }));
    }
  }
};

export const deviceTasks: Traffic = async ({ clients }, o) => {
  for (let n = 0; ; n++) {
    const taskId = `${o.round}-d-${n}`;
    const input = {
      'task-id': taskId,
      from: 'noc',
      to: 'keeper',
      type: 'device',
      async: false,
      wait: 5,
      policy: PATIENT,
    };
    const made = assignment(o, input);
    o.standing.deviceTask(taskId, Number(taskId.split('-').at(-1)));
    o.journal.answered(made, await clients.rpc('ann', ASSIGN, input));
  }
};

/** Assignments that are refused, voted on, and made again. */
export const approvedTasks: Traffic = async ({ clients }, o) => {
  const { journal, standing } = o;
  for (let n = 0; ; n++) {
    const taskId = `${o.round}-g-${n}`;
    const input = { 'task-id': taskId, from: 'noc', to: 'keeper', type: 'guarded', async: true };
    const refused = await clients.rpc('ann', ASSIGN, input);
    if (refused.status !== 403) {
      journal.faults.push(`${taskId} needs an approval, but ${refused.status} ${refused.body}`);
      continue;
    }
    const id = approvalIn(errorIn(refused)['error-info']);
    const target = `/yangent-access:approvals/approval[id='${id}']`;
    const state = async ({ clients }: Life) =>
      (await clients.read('vera', `/yangent-access:approvals/approval=${id}`))?.state;
    const vote = journal.begin(`vote ${id}`, { operation: 'yangent-access:approve', by: { target } }, async (life) =>
      ['granted', 'used'].includes(await state(life)),
    );
    const path = `/data/yangent-access:approvals/approval=${id}/approve`;
    if (!journal.answered(vote, await clients.send('vera', 'POST', path, { 'yangent-access:input': {} }))) continue;
    const used = { operation: ASSIGN, by: { approval: id } } as const;
    const made = journal.begin(`approved ${taskId}`, used, exists(taskId));
    const usedUp = journal.begin(`used ${id}`, used, async (life) => (await state(life)) === 'used');
    const answer = await clients.rpc('ann', ASSIGN, input);
    journal.answered(made, answer);
    if (journal.answered(usedUp, answer)) standing.used({ id, input });
  }
};

/** Returns the approval that a refusal names. */
export function approvalIn(info: unknown): string {
  const named = (info as Plain | undefined)?.['yangent-access:approval'];
  return String(Array.isArray(named) ? named[0] : named);
}
