/** The words of the protocol. They come in any case, with space, `_`, `-` or `&` between their parts. */

/** States of a team, as yangent-sessions names them. */
export type State =
  | 'forming'
  | 'discussion'
  | 'synchronous-task-assignment'
  | 'asynchronous-task-assignment'
  | 'pause-and-trigger'
  | 'conclusion';

export type Mode = 'synchronous' | 'asynchronous';

/** Messages that are said as they are: their types are those of yangent-sessions. */
export type SaidType = 'discussion' | 'request' | 'response' | 'proposal' | 'vote' | 'voting-result' | 'summary';

/** The types of frames. Those of the second line are additions to the draft. */
export type FrameType =
  | (SaidType | 'team-formation' | 'task-assignment' | 'task-result' | 'pause' | 'conclude' | 'conclusion')
  | ('registration' | 'query' | 'join' | 'decline' | 'leave' | 'disband')
  | ('task-progress' | 'task-failure' | 'grant' | 'acknowledge');

export interface TypeWord {
  readonly type: FrameType;
  /** Of a task assignment whose word tells it. */
  readonly mode?: Mode;
}

/** Returns a word in its one form: `Pause & Trigger` is `pause-and-trigger`. */
export function wordOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[\s_-]+/)
    .filter((part) => part !== '')
    .join('-');
}

export const TYPES: ReadonlyMap<string, TypeWord> = new Map<string, TypeWord>([
  ...typed('discussion', 'discussion'),
  ...typed('request', 'request'),
  ...typed('response', 'response'),
  ...typed('proposal', 'proposal'),
  ...typed('vote', 'vote'),
  ...typed('voting-result', 'voting-result'),
  ...typed('summary', 'summary'),
  ...typed('team-formation', 'team-formation', 'autonomous-team-formation'),
  ...typed('task-assignment', 'task-assignment'),
  ...moded('synchronous', 'sync-task-assignment', 'synchronous-task-assignment'),
  ...moded('asynchronous', 'async-task-assignment', 'asynchronous-task-assignment'),
  ...typed('task-result', 'task-result', 'inform-task-result'),
  ...typed('task-progress', 'task-progress', 'inform-task-progress'),
  ...typed('task-failure', 'task-failure', 'error'),
  ...typed('pause', 'pause', 'pause-and-trigger'),
  ...typed('conclude', 'conclude'),
  ...typed('conclusion', 'conclusion'),
  ...typed('registration', 'registration'),
  ...typed('query', 'query'),
  ...typed('join', 'join'),
  ...typed('decline', 'decline'),
  ...typed('leave', 'leave'),
  ...typed('disband', 'disband'),
  ...typed('grant', 'grant'),
  ...typed('acknowledge', 'acknowledge'),
]);

/** The term `encryption` of yangent-sessions: an addition to the draft. */
export type Encryption = 'none' | 'sealed';
export const ENCRYPTIONS: ReadonlyMap<string, Encryption> = new Map([
  ['none', 'none'],
  ['sealed', 'sealed'],
]);

export const STATES: ReadonlyMap<string, State> = new Map<string, State>([
  ['team-formation', 'forming'],
  ['discussion', 'discussion'],
  ['task-assignment', 'synchronous-task-assignment'],
  ['sync-task-assignment', 'synchronous-task-assignment'],
  ['synchronous-task-assignment', 'synchronous-task-assignment'],
  ['async-task-assignment', 'asynchronous-task-assignment'],
  ['asynchronous-task-assignment', 'asynchronous-task-assignment'],
  ['pause', 'pause-and-trigger'],
  ['pause-and-trigger', 'pause-and-trigger'],
  ['conclude', 'conclusion'],
  ['conclusion', 'conclusion'],
]);

/** States of yangent-sessions for which the draft has no word, and how they are told. */
const TOLD_STATES: ReadonlyMap<string, string> = new Map([
  ['forming', 'team formation'],
  ['open', 'discussion'],
  ['closed', 'conclusion'],
  ['pause-and-trigger', 'pause & trigger'],
]);

/** Returns how a state of yangent-sessions is told. */
export function toldState(state: string): string {
  return TOLD_STATES.get(state) ?? state.replaceAll('-', ' ');
}

/** Returns how a message type of yangent-sessions is told. */
export function toldType(type: string): string {
  return type === 'pause' ? 'pause & trigger' : type.replaceAll('-', ' ');
}

function typed(type: FrameType, ...words: readonly string[]): [string, TypeWord][] {
  return words.map((word) => [word, { type }]);
}

function moded(mode: Mode, ...words: readonly string[]): [string, TypeWord][] {
  return words.map((word) => [word, { type: 'task-assignment', mode }]);
}
