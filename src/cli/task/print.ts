/** Tasks as people read them. */
import type { TaskChange, TaskRecord } from '../../peers/index.js';
import { changesIn } from '../../peers/index.js';
import { parsePrompt, type TaskState } from '../../tasks/index.js';
import { ago, labelled, paint, printable, timeOfDay } from '../terminal/index.js';
import { colourOf } from './states.js';

export function stateText(state: TaskState): string {
  return paint(state, colourOf(state));
}

const STATE_WIDTH = 14;

/** `14:03:07  running          40 %  checked optics` */
export function changeLine({ at, state, progress, note }: TaskChange): string {
  const share = progress === undefined ? '' : `${progress} %`;
  const padded = stateText(state) + ' '.repeat(Math.max(0, STATE_WIDTH - state.length));
  return `${paint(timeOfDay(at), 'grey')}  ${padded}  ${share.padStart(5)}  ${printable(note ?? '')}`.trimEnd();
}

type Artifact = NonNullable<TaskRecord['artifact']>[number];

/** Each artifact under its name. */
function artifactsText(artifacts: readonly Artifact[]): string {
  return artifacts.map((each) => `${paint(printable(each.name), 'bold')}${about(each)}\n${body(each)}`).join('\n\n');
}

function about({ 'media-type': mediaType, description }: Artifact): string {
  const words = [mediaType, description].filter((each) => each !== undefined).map(printable);
  return words.length === 0 ? '' : paint(` (${words.join(', ')})`, 'grey');
}

/** The artifact itself, or where it is. */
function body({ value, data, url, 'data-param': param, 'media-type': mediaType }: Artifact): string {
  const content = value ?? data ?? url ?? param;
  const text = typeof content === 'string' ? pretty(content, mediaType) : JSON.stringify(content ?? null, undefined, 2);
  return printable(text).replace(/^/gm, '  ');
}

/** JSON text is indented; a text that only claims to be JSON is printed as it is. */
function pretty(text: string, mediaType: string | undefined): string {
  if (!mediaType?.endsWith('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** What is said of the end of a task. */
type Outcome = Pick<TaskRecord, 'state' | 'state-reason' | 'artifact' | 'input-request'> & {
  readonly error?: Pick<NonNullable<TaskRecord['error']>, 'code' | 'message'>;
};

/** How a task ended: what it brought, or why it did not. */
export function outcomeText(task: Outcome): string {
  const { state, 'state-reason': reason, error, artifact = [], 'input-request': request } = task;
  const parts: string[] = [];
  if (error) parts.push(`${stateText(state)}: ${printable(error.message)} (${error.code})`);
  else if (reason !== undefined && state !== 'completed') parts.push(`${stateText(state)}: ${printable(reason)}`);
  if (request) parts.push(`input wanted: ${printable(request.required)}`);
  if (artifact.length > 0) parts.push(artifactsText(artifact));
  return parts.join('\n');
}

/** All that is known of a task. */
export function taskText(task: TaskRecord): string {
  const { state, progress, created, changed, attempt } = task;
  const prompt = parsePrompt(task.content ?? '');
  const members = labelled([
    ['task', task.id],
    ['task-id', task['task-id']],
    ['from', task.from],
    ['to', task.to],
    ['state', `${stateText(state)}${progress?.percent === undefined ? '' : `, ${progress.percent} %`}`],
    ['type', task.type],
    ['priority', String(task.priority)],
    ['description', printable(prompt?.description ?? task.objective ?? task.content ?? '')],
    ['object', prompt?.object && printable(prompt.object)],
    ['environment', prompt?.environment && printable(prompt.environment)],
    ['attempt', attempt === undefined ? undefined : String(attempt)],
    ['created', `${created} (${ago(created)})`],
    ['changed', changed && `${changed} (${ago(changed)})`],
    ['deadline', task.deadline],
  ]);
  const changes = changesIn(task).map(changeLine).join('\n');
  return [members, changes, outcomeText(task)].filter((part) => part !== '').join('\n\n');
}
