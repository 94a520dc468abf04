/**
 * The course of a team: what each event does in each state. An event that a state does not have is refused. It knows no rows and no
 * clock, and changes nothing: it tells which position follows.
 */
import { type Floor, NO_FLOOR } from '../record/floor.js';
import type { CloseReason, SessionState } from '../record/session.js';
import type { TaskMode } from '../record/session-task.js';

/** The states of a team that is open. */
export type TeamState = Exclude<SessionState, 'open' | 'closed'>;

/** Where a team stands. */
export interface Position {
  readonly state: TeamState;
  readonly floor: Floor;
}

/** The end of a team. */
export interface End {
  readonly state: 'closed';
  readonly reason: CloseReason;
  readonly conclusion?: string;
}

export type Outcome = Position | End;

/** The facts on which the course depends, as they are after the event. */
export interface Facts {
  /** Absent when the team has none at this time. */
  readonly coordinator?: string;
  readonly mode: 'named' | 'round-robin' | 'open';
  readonly maxTurns?: number;
  /** True when enough members have joined. */
  readonly hasQuorum: boolean;
  /** The member that speaks after this one in round-robin. */
  readonly after: (speaker: string) => string | undefined;
  /** True for a member that is in and may speak. */
  readonly isSpeaker: (agent: string) => boolean;
  /** Tasks of the session that have not ended. */
  readonly unfinished: readonly { readonly task: string; readonly assignee: string; readonly mode: TaskMode }[];
}

/** A message of a member, as far as the course depends on it. */
export interface Spoken {
  readonly by: string;
  /** The members that it names as next speakers. */
  readonly next: readonly string[];
  readonly content: string;
  /** Of task-assignment. */
  readonly mode: TaskMode;
  /** Of pause: the tasks that have not ended, of those that it names. */
  readonly pending: readonly string[];
}

/** The coordinator gives the floor. The modes of the tasks were set before. */
export interface Grant extends Pick<Spoken, 'by' | 'next' | 'pending'> {
  /** Absent: the team discusses. */
  readonly state?: TeamState;
}

interface Happened {
  readonly by?: never;
}

/** The events, by their names. */
export interface Events {
  /** All that were invited have answered. */
  readonly formed: Happened;
  readonly discussion: Spoken;
  readonly 'task-assignment': Spoken;
  readonly pause: Spoken;
  readonly conclude: Spoken;
  readonly conclusion: Spoken;
  readonly 'task-ended': Happened & { readonly task: string };
  readonly grant: Grant;
  /** The time of the state, or of the speakers, is over. */
  readonly timeout: Happened;
  /** Members went, another one leads, or the terms are others. */
  readonly changed: Happened;
}

export type EventName = keyof Events;

type Rule<N extends EventName> = (at: Position, event: Events[N], facts: Facts) => Outcome | undefined;

/** The rules of one state. */
type Row = { readonly [N in EventName]?: Rule<N> };

/** How often in a row nobody may speak in time. */
const MOST_SILENCES = 3;
/** How often the time of a conclusion may be over. */
const MOST_WAITS = 2;

const talking: Row = {
  discussion: speak,
  'task-assignment': assign,
  pause,
  conclude: ({ floor }, { by, next }, facts) => concluding(counted(floor), next.length > 0 ? next : [by], facts),
  'task-ended': (at, _, facts) => ({ ...at, state: restingState(facts) }),
  grant,
  timeout: beSilent,
  changed: (at, event, facts) =>
    facts.mode === 'open' ? { ...at, floor: { ...at.floor, holders: [], named: [] } } : keepFloor(at, event, facts),
};

/** The table: a state that has no rule for an event does not take it. */
const TABLE: Readonly<Record<TeamState, Row>> = {
  forming: {
    formed: (_, __, facts) => begin(facts),
    timeout: (_, __, facts) => (facts.hasQuorum ? begin(facts) : { state: 'closed', reason: 'no-quorum' }),
    changed: (at) => at,
    'task-ended': (at) => at,
  },
  discussion: talking,
  'asynchronous-task-assignment': talking,
  'synchronous-task-assignment': {
    'task-ended': waitOn,
    grant,
    changed: (at, _, facts) => withoutGone(at, facts),
  },
  'pause-and-trigger': {
    'task-ended': waitOn,
    grant,
    timeout: (at, _, facts) => rest(at.floor, [], facts),
    changed: (at, _, facts) => withoutGone(at, facts),
  },
  conclusion: {
    conclusion: ({ floor }, { content }) => ({
      ...{ state: 'closed', conclusion: content },
      reason: floor.isUsedUp ? 'max-turns' : 'concluded',
    }),
    'task-ended': (at) => at,
    grant,
    timeout: ({ floor }, _, facts) =>
      floor.silences + 1 >= MOST_WAITS
        ? { state: 'closed', reason: 'no-conclusion' }
        : { state: 'conclusion', floor: { ...floor, holders: leading(facts), silences: floor.silences + 1 } },
    changed: keepFloor,
  },
};

/** Returns what follows; undefined when the state does not take the event. */
export function step<N extends EventName>(at: Position, name: N, event: Events[N], facts: Facts): Outcome | undefined {
  const row: Row = TABLE[at.state];
  const rule: Rule<N> | undefined = row[name];
  const next = rule?.(at, event, facts);
  return next && withinTurns(next, facts);
}

/** True when this state takes the event. */
export function takes(state: TeamState, name: EventName): boolean {
  return TABLE[state][name] !== undefined;
}

/** A team whose turns are used up concludes once it waits for nothing. */
function withinTurns(next: Outcome, facts: Facts): Outcome {
  const { maxTurns = Number.POSITIVE_INFINITY } = facts;
  const isTalking = next.state === 'discussion' || next.state === 'asynchronous-task-assignment';
  if (!isTalking || next.floor.turn < maxTurns) return next;
  return concluding({ ...next.floor, isUsedUp: true }, leading(facts), facts);
}

function begin(facts: Facts): Position {
  return { state: restingState(facts), floor: { ...NO_FLOOR, holders: given([], facts) } };
}

function restingState({ unfinished }: Facts): TeamState {
  return unfinished.length > 0 ? 'asynchronous-task-assignment' : 'discussion';
}

/** Goes on talking. @param next those that speak; the coordinator where there are none */
function rest(floor: Floor, next: readonly string[], facts: Facts): Position {
  const { waiter: _, ...kept } = floor;
  return {
    state: restingState(facts),
    floor: { ...kept, holders: given(next, facts), named: [], triggers: [], silences: 0 },
  };
}

/** Those of the named members that may speak, else the coordinator; nobody where all may. */
function given(next: readonly string[], facts: Facts): readonly string[] {
  if (facts.mode === 'open') return [];
  const present = next.filter(facts.isSpeaker);
  return present.length > 0 ? present : leading(facts);
}

function leading({ coordinator }: Facts): readonly string[] {
  return coordinator === undefined ? [] : [coordinator];
}

function counted(floor: Floor): Floor {
  return { ...floor, turn: floor.turn + 1, silences: 0 };
}

/** Each holder speaks once; when all have, the floor goes to those whom they named. A coordinator that speaks out of turn may move it. */
function speak({ floor }: Position, { by, next }: Spoken, facts: Facts): Position {
  const state = restingState(facts);
  if (!floor.holders.includes(by) && floor.holders.length > 0) {
    const moved = next.length > 0 ? { holders: given(next, facts), named: [] } : {};
    return { state, floor: { ...counted(floor), ...moved } };
  }
  const named = [...new Set([...floor.named, ...next])];
  const others = floor.holders.filter((holder) => holder !== by && facts.isSpeaker(holder));
  if (others.length > 0) return { state, floor: { ...counted(floor), holders: others, named } };
  const round = facts.mode === 'round-robin' ? facts.after(by) : undefined;
  const following = named.length > 0 || round === undefined ? named : [round];
  return { state, floor: { ...counted(floor), holders: given(following, facts), named: [] } };
}

function assign({ floor }: Position, { by, mode }: Spoken, facts: Facts): Position {
  if (mode === 'synchronous') return waiting(counted(floor), by, facts);
  return { state: restingState(facts), floor: counted(floor) };
}

/** Waits for the synchronous tasks: their assignees have the floor. */
function waiting(floor: Floor, waiter: string | undefined, { unfinished }: Facts): Position {
  const assignees = unfinished.filter(({ mode }) => mode === 'synchronous').map(({ assignee }) => assignee);
  return {
    state: 'synchronous-task-assignment',
    floor: { ...floor, holders: [...new Set(assignees)], named: [], triggers: [], ...waitedBy(waiter) },
  };
}

function pause(at: Position, { by, pending }: Spoken, facts: Facts): Position {
  const floor = counted(at.floor);
  if (pending.length === 0) return { ...at, floor: { ...floor, holders: given([by], facts), named: [] } };
  return pausing(floor, by, pending);
}

function pausing(floor: Floor, waiter: string | undefined, triggers: readonly string[]): Position {
  return { state: 'pause-and-trigger', floor: { ...floor, holders: [], named: [], triggers, ...waitedBy(waiter) } };
}

function waitedBy(waiter: string | undefined): Pick<Floor, 'waiter'> {
  return waiter === undefined ? {} : { waiter };
}

function concluding(floor: Floor, next: readonly string[], facts: Facts): Position {
  const { waiter: _, ...kept } = floor;
  const present = next.filter(facts.isSpeaker);
  return {
    state: 'conclusion',
    floor: { ...kept, holders: present.length > 0 ? present : leading(facts), named: [], triggers: [], silences: 0 },
  };
}

/** A task ended, while the team waits for tasks. */
function waitOn({ state, floor }: Position, { task }: Events['task-ended'], facts: Facts): Position {
  const next = floor.waiter === undefined ? [] : [floor.waiter];
  const triggers = floor.triggers.filter((trigger) => trigger !== task);
  if (state === 'pause-and-trigger') {
    return triggers.length > 0 ? { state, floor: { ...floor, triggers } } : rest(floor, next, facts);
  }
  const isWaiting = facts.unfinished.some(({ mode }) => mode === 'synchronous');
  return isWaiting ? waiting(floor, floor.waiter, facts) : rest(floor, next, facts);
}

/** Nobody spoke in time: the coordinator has the floor, and after the third time the team comes to an end. */
function beSilent({ state, floor }: Position, _: Happened, facts: Facts): Position {
  const silences = floor.silences + 1;
  if (silences < MOST_SILENCES) return { state, floor: { ...floor, holders: given([], facts), named: [], silences } };
  const { unfinished } = facts;
  if (unfinished.length === 0) return concluding(floor, leading(facts), facts);
  const triggers = unfinished.map(({ task }) => task);
  return pausing({ ...floor, silences: 0 }, facts.coordinator, triggers);
}

/** Those that are no longer in do not have the floor; where nobody has it, the coordinator does. */
function keepFloor(before: Position, _: Happened, facts: Facts): Position {
  const at = withoutGone(before, facts);
  const { holders } = at.floor;
  const present = holders.filter(facts.isSpeaker);
  if (present.length === holders.length && holders.length > 0) return at;
  return { ...at, floor: { ...at.floor, holders: present.length > 0 ? present : leading(facts) } };
}

/** Forgets that members are to speak later which are no longer in: they have no turn when they come back, nor has the next agent of their name. */
function withoutGone({ state, floor }: Position, { isSpeaker }: Facts): Position {
  const { waiter, ...kept } = floor;
  return {
    state,
    floor: {
      ...{ ...kept, named: floor.named.filter(isSpeaker) },
      ...waitedBy(waiter !== undefined && isSpeaker(waiter) ? waiter : undefined),
    },
  };
}

/** The states to which a coordinator may lead a team, and how. */
const GRANTS: { readonly [S in TeamState]?: (at: Position, event: Grant, facts: Facts) => Outcome | undefined } = {
  discussion: ({ floor }, { next }, facts) => rest(floor, next, facts),
  'asynchronous-task-assignment': ({ floor }, { next }, facts) =>
    facts.unfinished.length > 0 ? rest(floor, next, facts) : undefined,
  'synchronous-task-assignment': ({ floor }, { by }, facts) =>
    facts.unfinished.length > 0 ? waiting(floor, by, facts) : undefined,
  'pause-and-trigger': ({ floor }, { by, pending }) => (pending.length > 0 ? pausing(floor, by, pending) : undefined),
  conclusion: ({ floor }, { next }, facts) => concluding(floor, next, facts),
};

function grant(at: Position, event: Grant, facts: Facts): Outcome | undefined {
  if (at.state !== 'conclusion') return GRANTS[event.state ?? 'discussion']?.(at, event, facts);
  if (event.state !== undefined && event.state !== 'conclusion') return undefined;
  return concluding(at.floor, event.next, facts);
}
