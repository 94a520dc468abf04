/** Tasks as people read them. */
import { parsePrompt } from '../../tasks/index.js';
import { ago, labelled, paint, printable, timeOfDay } from '../terminal/index.js';
import { colourOf } from './states.js';
import type { Artifact, TaskEvent, TaskView } from './view.js';

export function stateText(state: string): string {
  return paint(state, colourOf(state));
}

const STATE_WIDTH = 14;

/** `14:03:07  running          40 %  checked optics` */
export function eventLine({ at, state, percent, note }: TaskEvent): string {
  const share = percent === undefined ? '' : `${percent} %`;
  const padded = stateText(state) + ' '.repeat(Math.max(0, STATE_WIDTH - state.length));
  return `${paint(timeOfDay(at), 'grey')}  ${padded}  ${share.padStart(5)}  ${printable(note ?? '')}`.trimEnd();
}

/** Each artifact under its name. */
export function artifactsText(artifacts: readonly Artifact[]): string {
  return artifacts.map((each) => `${paint(printable(each.name), 'bold')}${about(each)}\n${body(each)}`).join('\n\n');
}

function about({ mediaType, description }: Artifact): string {
  const words = [mediaType, description].filter((each) => each !== undefined).map(printable);
  return words.length === 0 ? '' : paint(` (${words.join(', ')})`, 'grey');
}

function body({ content, mediaType }: Artifact): string {
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

/** How a task ended: what it brought, or why it did not. */
export function outcomeText({ state, reason, error, artifacts, inputRequired }: TaskView): string {
  const parts: string[] = [];
  if (error) parts.push(`${stateText(state)}: ${printable(error.message)} (${error.code})`);
  else if (reason !== undefined && state !== 'completed') parts.push(`${stateText(state)}: ${printable(reason)}`);
  if (inputRequired !== undefined) parts.push(`input wanted: ${printable(inputRequired)}`);
  if (artifacts.length > 0) parts.push(artifactsText(artifacts));
  return parts.join('\n');
}

/** All that is known of a task. */
export function taskText(task: TaskView): string {
  const prompt = parsePrompt(task.content ?? '');
  const members = labelled([
    ['task', task.id],
    ['task-id', task.taskId],
    ['from', task.from],
    ['to', task.to],
    ['state', `${stateText(task.state)}${task.percent === undefined ? '' : `, ${task.percent} %`}`],
    ['type', task.type],
    ['priority', task.priority],
    ['description', printable(prompt?.description ?? task.objective ?? task.content ?? '')],
    ['object', prompt?.object && printable(prompt.object)],
    ['environment', prompt?.environment && printable(prompt.environment)],
    ['attempt', task.attempt],
    ['created', task.created && `${task.created} (${ago(task.created)})`],
    ['changed', task.changed && `${task.changed} (${ago(task.changed)})`],
    ['deadline', task.deadline],
  ]);
  const events = task.events.map(eventLine).join('\n');
  return [members, events, outcomeText(task)].filter((part) => part !== '').join('\n\n');
}
