/** Decides whether an agent takes a task (`execution/accepts`, draining, skills, length of its queue). */
import type { AgentRecord, AgentStates } from '../../agents/index.js';
import type { Tx } from '../../store/index.js';
import type { OpenTasks } from '../record/open-tasks.js';
import type { Outgoing } from '../record/outgoing.js';
import type { TaskError, TaskRecord } from '../record/record.js';
import type { TaskRows } from '../record/store.js';
import { inputProblem, type SkillInputNeeds } from './skill-inputs.js';
import { pushProblem } from './subscribe.js';

export interface AdmissionNeeds extends SkillInputNeeds {
  readonly outgoing: Outgoing;
  readonly states: AgentStates;
  readonly open: OpenTasks;
  readonly rows: TaskRows;
}

/** The part of a task that decides about its admission. `to`: the agent that has the task already. */
export type Asked = Pick<TaskRecord, 'priority' | 'document' | 'owner'> & Partial<Pick<TaskRecord, 'to'>>;

type Refusal = string | TaskError | undefined;

interface Rule {
  readonly code: TaskError['code'];
  readonly recovery: TaskError['recovery'];
  /** Returns the reason to refuse as text or as an error; undefined when the rule does not refuse. */
  readonly refuses: (task: Asked, agent: AgentRecord, needs: AdmissionNeeds, tx: Tx) => Refusal | Promise<Refusal>;
}

const RULES: readonly Rule[] = [
  {
    code: 'access-denied',
    recovery: ['reassign'],
    refuses: (_task, agent) =>
      agent.approved ? undefined : `agent "${agent.id}" waits for the approval of an operator`,
  },
  {
    code: 'access-denied',
    recovery: ['escalate', 'reassign'],
    refuses: (task, agent, { outgoing }, tx) => outgoing.refusal(tx, agent, task),
  },
  {
    code: 'overloaded',
    recovery: ['reassign', 'retry'],
    refuses: (_task, agent, { states }) =>
      states.stateOf(agent) === 'draining' ? `agent "${agent.id}" is draining and takes no new tasks` : undefined,
  },
  {
    code: 'overloaded',
    recovery: ['modify', 'reassign'],
    refuses: ({ priority }, { id, accepts: { minPriority } }) =>
      minPriority !== undefined && priority < minPriority
        ? `agent "${id}" takes tasks of priority ${minPriority} and above; this one has ${priority}`
        : undefined,
  },
  {
    code: 'lack-of-skills',
    recovery: ['reassign'],
    refuses: ({ document }, { id, accepts: { types } }) =>
      notAmong(types, document.description.type, `agent "${id}" takes tasks of the types`),
  },
  {
    code: 'lack-of-skills',
    recovery: ['reassign'],
    refuses: ({ document }, { id, accepts: { domains } }) =>
      notAmong(domains, document.description.domain, `agent "${id}" takes tasks of the domains`),
  },
  {
    code: 'lack-of-skills',
    recovery: ['reassign', 'modify'],
    refuses: ({ document }, agent, { executors }) => executors.of(agent.id).offer(agent, document.description),
  },
  {
    code: 'invalid-input',
    recovery: ['modify', 'reassign'],
    refuses: ({ document }, agent, needs, tx) => inputProblem(needs, tx, agent, document.description),
  },
  {
    code: 'lack-of-skills',
    recovery: ['modify', 'reassign'],
    refuses: ({ document }, agent) =>
      document.subscriptions.map((each) => pushProblem(agent, each)).find((each) => each !== undefined),
  },
  {
    code: 'overloaded',
    recovery: ['retry', 'reassign'],
    refuses: ({ owner, to }, { id }, { open }) => (to === id ? undefined : open.excess(owner, id)),
  },
  {
    code: 'overloaded',
    recovery: ['retry', 'reassign'],
    refuses: async (_task, { id, accepts: { maxQueuedTasks: most } }, { rows }, tx) => {
      if (most === undefined) return undefined;
      const waiting = await rows.count(id, ['accepted'], tx.sql);
      return waiting >= most ? `agent "${id}" already has ${waiting} tasks waiting; it takes ${most}` : undefined;
    },
  },
];

/** Returns why the task is refused; undefined when the agent takes it. */
export async function admission(
  needs: AdmissionNeeds,
  tx: Tx,
  task: Asked,
  agent: AgentRecord,
): Promise<TaskError | undefined> {
  for (const { code, recovery, refuses } of RULES) {
    const refusal = await refuses(task, agent, needs, tx);
    if (typeof refusal === 'object') return refusal;
    if (refusal !== undefined) return { code, message: refusal, recovery };
  }
  return undefined;
}

/** Returns a refusal when the value is not allowed. An empty limit allows all values; a task without the value is allowed. */
function notAmong(allowed: readonly string[], value: string | undefined, begin: string): string | undefined {
  if (allowed.length === 0 || value === undefined || allowed.includes(value)) return undefined;
  return `${begin} ${allowed.join(', ')}; this one is "${value}"`;
}
