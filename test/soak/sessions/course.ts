/** Judges the course of a team by its log: whose turns there were, which tasks were assigned, and how they ended. */
import type { YangentSessionsData } from '../../../src/generated/index.js';
import type { Message } from './traffic.js';

type Sessions = NonNullable<YangentSessionsData['yangent-sessions:sessions']>;
/** A session as an operator reads it. */
export type Session = NonNullable<Sessions['session']>[number];

/** Types of messages that are turns. */
const TURNS = ['discussion', 'task-assignment', 'pause', 'conclude'] as const;
/** States in which members speak. */
const SPEAKING: readonly string[] = ['discussion', 'asynchronous-task-assignment', 'conclusion'];
const FINAL: readonly string[] = ['completed', 'failed', 'canceled', 'rejected'];

/** True when a task in this state does not change any more. */
export const isFinal = (state: string): boolean => FINAL.includes(state);

const typeOf = ({ type }: Message): string => type.replace('yangent-sessions:', '');
const isTurn = (message: Message): boolean => TURNS.some((type) => type === typeOf(message));

/** Returns the faults of a team. It is read while nothing happens in it. @param log all of its messages */
export function faultsOf(session: Session, log: readonly Message[]): readonly string[] {
  return [...faultsOfTurns(session, log), ...faultsOfTasks(session, log), ...faultsOfEnd(session, log)].map(
    (fault) => `team ${session.id}: ${fault}`,
  );
}

/** Each turn is of a member that had the floor, and the node has counted all of them. */
function faultsOfTurns({ coordinator = '', state, floor }: Session, log: readonly Message[]): readonly string[] {
  const faults: string[] = [];
  let holders = [coordinator];
  let named: readonly string[] = [];
  for (const message of log) {
    const { from = '', sequence, 'next-speaker': next = [], mode } = message;
    const type = typeOf(message);
    if (!isTurn(message) && type !== 'conclusion') continue;
    if (!holders.includes(from)) faults.push(`${sequence} is of ${from}, and ${holders.join()} had the floor`);
    if (type === 'discussion') {
      named = [...new Set([...named, ...next])];
      holders = holders.filter((holder) => holder !== from);
      if (holders.length > 0) continue;
      holders = named.length > 0 ? [...named] : [coordinator];
      named = [];
    } else if (type === 'conclude') {
      holders = next.length > 0 ? [...next] : [from];
    } else if (type === 'pause' || (type === 'task-assignment' && mode !== 'asynchronous')) {
      holders = [from];
      named = [];
    }
  }
  const turns = log.filter(isTurn).length;
  const counted = floor?.turn ?? turns;
  if (counted !== turns) faults.push(`${counted} turns were counted, and ${turns} are in the log`);
  const shown = floor?.holder ?? [];
  if (SPEAKING.includes(state) && sorted(shown) !== sorted(holders))
    faults.push(`${shown.join()} have the floor, and by the log ${holders.join()}`);
  return faults;
}

/** Each assignment in the log is one task, and each end of a task is told once. */
function faultsOfTasks({ task: tasks = [], state }: Session, log: readonly Message[]): readonly string[] {
  const faults: string[] = [];
  const said = log.filter((message) => typeOf(message) === 'task-assignment');
  const assigned = said.map(({ sequence, task }) => `${task?.['task-id']} in ${sequence}`);
  const found = tasks.map((task) => `${task['task-id']} in ${task.sequence}`);
  if (sorted(assigned) !== sorted(found))
    faults.push(`assigned were ${sorted(assigned)}, and the tasks are ${sorted(found)}`);
  const results = log.filter((message) => typeOf(message) === 'task-result').map((each) => each['task-news']?.id);
  for (const { id, state: reached } of tasks) {
    const told = results.filter((each) => each === id).length;
    // Tasks that a team leaves behind are canceled with it.
    const isTold = isFinal(reached) && !(reached === 'canceled' && state === 'closed');
    if (told !== Number(isTold)) faults.push(`the end of task ${id}, which is ${reached}, is told ${told} times`);
  }
  return faults;
}

/** A team that has ended has the conclusion that was said last, and leaves no task behind. */
function faultsOfEnd(
  { state, conclusion, task = [], ...session }: Session,
  log: readonly Message[],
): readonly string[] {
  if (state !== 'closed') return [];
  const faults = task.filter((each) => !isFinal(each.state)).map(({ id }) => `task ${id} goes on after the end`);
  const said = log.filter((message) => typeOf(message) === 'conclusion').map(({ content }) => content);
  if (said.length !== 1 || said[0] !== conclusion || session['close-reason'] !== 'concluded')
    faults.push(`it is closed as ${session['close-reason']} with "${conclusion}"; said was "${said.join()}"`);
  return faults;
}

function sorted(words: readonly string[]): string {
  return [...words].sort().join();
}
