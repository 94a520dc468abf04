/** Prints tasks for people. */
import type { TaskChange, TaskRecord } from '../../peers/index.js';
import { changesIn } from '../../peers/index.js';
import { parsePrompt, type TaskState } from '../../tasks/index.js';
import { ago, indented, labelled, oneLine, paint, printable, timeOfDay } from '../terminal/index.js';
import { colourOf } from './states.js';

export function stateText(state: TaskState): string {
  return paint(state, colourOf(state));
}

const STATE_WIDTH = 14;
/** Column in which the note of a change begins. */
const NOTE_COLUMN = 33;

/** Returns e.g. `14:03:07  running          40 %  checked optics`. */
export function changeLine({ at, state, progress, note }: TaskChange): string {
  const share = progress === undefined ? '' : `${progress} %`;
  const padded = stateText(state) + ' '.repeat(Math.max(0, STATE_WIDTH - state.length));
  return `${paint(timeOfDay(at), 'grey')}  ${padded}  ${share.padStart(5)}  ${indented(note ?? '', NOTE_COLUMN)}`.trimEnd();
}

type Artifact = NonNullable<TaskRecord['artifact']>[number];

const LONGEST_NAME = 200;

/** Returns the name of an artifact; quoted when it could be mistaken for a line of this program. */
function nameOf({ name }: Artifact): string {
  return /^[\w.-]+$/.test(name) ? name : JSON.stringify(oneLine(name, LONGEST_NAME));
}

/** Returns each artifact under its name. */
function artifactsText(artifacts: readonly Artifact[]): string {
  return artifacts.map((each) => `${paint(nameOf(each), 'bold')}${about(each)}\n${body(each)}`).join('\n\n');
}

function about({ 'media-type': mediaType, description }: Artifact): string {
  const words = [mediaType, description].flatMap((each) => (each === undefined ? [] : oneLine(each, LONGEST_NAME)));
  return words.length === 0 ? '' : paint(` (${words.join(', ')})`, 'grey');
}

/** Returns the artifact itself, or its address. */
function body({ value, data, url, 'data-param': param, 'media-type': mediaType }: Artifact): string {
  const content = value ?? data ?? url ?? param;
  const text = typeof content === 'string' ? pretty(content, mediaType) : JSON.stringify(content ?? null, undefined, 2);
  return printable(text).replace(/^/gm, '  ');
}

/** Indents JSON text; a text that is not really JSON stays unchanged. */
function pretty(text: string, mediaType: string | undefined): string {
  if (!mediaType?.endsWith('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** The members of a task that describe its end. */
type Outcome = Pick<TaskRecord, 'state' | 'state-reason' | 'artifact' | 'input-request'> & {
  readonly error?: Pick<NonNullable<TaskRecord['error']>, 'code' | 'message'>;
};

/** Describes the end of a task: its results, or the reason of its failure. */
export function outcomeText(task: Outcome): string {
  const { state, 'state-reason': reason, error, artifact = [], 'input-request': request } = task;
  const parts: string[] = [];
  if (error) parts.push(`${stateText(state)}: ${indented(error.message)} (${oneLine(error.code)})`);
  else if (reason !== undefined && state !== 'completed') parts.push(`${stateText(state)}: ${indented(reason)}`);
  if (request) parts.push(`input wanted: ${indented(request.required)}`);
  if (artifact.length > 0) parts.push(artifactsText(artifact));
  return parts.join('\n');
}

/** Describes a task with all its members. */
export function taskText(task: TaskRecord): string {
  const { state, progress, created, changed, attempt } = task;
  const prompt = parsePrompt(task.content ?? '');
  const members = labelled([
    ['task', task.id],
    ['task-id', task['task-id']],
    ['from', task.from],
    ['to', task.to],
    ['state', { painted: `${stateText(state)}${progress?.percent === undefined ? '' : `, ${progress.percent} %`}` }],
    ['type', task.type],
    ['priority', String(task.priority)],
    ['description', prompt?.description ?? task.objective ?? task.content],
    ['object', prompt?.object],
    ['environment', prompt?.environment],
    ['attempt', attempt === undefined ? undefined : String(attempt)],
    ['created', `${created} (${ago(created)})`],
    ['changed', changed && `${changed} (${ago(changed)})`],
    ['deadline', task.deadline],
  ]);
  const changes = changesIn(task).map(changeLine).join('\n');
  return [members, changes, outcomeText(task)].filter((part) => part !== '').join('\n\n');
}
