/** Prints a message for people: its number, time, sender and receivers, type and text, in columns. */
import { oneLine, paint, printable, timeOfDay, wrapped } from '../terminal/index.js';
import type { Message } from './records.js';
import { colourOf, typeName } from './types.js';

const WIDTHS = { number: 5, who: 18, type: 15 } as const;
const GAP = '  ';
const TIME = 8;
/** Columns in which senders, and texts, begin. */
const WHO_COLUMN = TIME + WIDTHS.number + 2 * GAP.length;
const TEXT_COLUMN = WHO_COLUMN + WIDTHS.who + WIDTHS.type + 2 * GAP.length;
/** A narrower column would make a long text hard to read: such a text begins on a line of its own. */
const LEAST_TEXT = 50;
const COLUMNS = 80;
/** Characters that a sender, a subject, a list of tags have at most. */
const LONGEST = 60;

/** A message to print; `redelivered` as `receive` gives it. */
export type Told = Message & { readonly redelivered?: boolean };

/** @param columns width of the terminal; Infinity breaks no lines. Default: that of standard output. */
export function messageText(message: Told, columns: number = widthOfOutput()): string {
  const { sequence, at } = message;
  const type = typeName(message.type);
  const { who, type: what, text } = toldOf(message);
  const head = [
    paint(timeOfDay(at), 'grey'),
    paint(`#${sequence}`.padStart(WIDTHS.number), 'grey'),
    paintedWho(who.padEnd(WIDTHS.who), message),
    paint(what, colourOf(type)) + ' '.repeat(Math.max(0, WIDTHS.type - what.length)),
  ].join(GAP);
  const taken = Math.max(TEXT_COLUMN, TEXT_COLUMN - WIDTHS.who + who.length);
  return `${head}${placed(text, taken, columns)}`.replace(/ +$/gm, '');
}

/** Paints the sender; not the node, which is no member, nor the subject of a change of members. */
function paintedWho(who: string, { from, membership }: Told): string {
  if (membership) return who;
  return from === undefined ? paint(who, 'grey') : who.replace(/^\S+/, (name) => paint(name, 'bold'));
}

function widthOfOutput(): number {
  return process.stdout.isTTY ? process.stdout.columns || COLUMNS : Number.POSITIVE_INFINITY;
}

/** Returns a text beside the head where it fits, else below it. */
function placed(text: string, taken: number, columns: number): string {
  const left = columns - taken;
  const beside = wrapped(text, Math.max(1, left));
  const [first = '', ...others] = beside;
  if (others.length === 0) return GAP + first;
  if (left >= LEAST_TEXT) return GAP + [first, ...others.map((line) => ' '.repeat(TEXT_COLUMN) + line)].join('\n');
  const below = wrapped(text, Math.max(1, columns - WHO_COLUMN));
  return below.map((line) => `\n${' '.repeat(WHO_COLUMN)}${line}`).join('');
}

interface Columns {
  readonly who: string;
  readonly type: string;
  readonly text: string;
}

/** Types whose `next-speaker` are those for whom the message is. */
const ASSIGNING = 'task-assignment';
/** Types that say themselves who has the floor, or do not give it to another member. */
const WITHOUT_NEXT: readonly string[] = [ASSIGNING, 'task-progress', 'task-result', 'floor'];

function toldOf(message: Told): Columns {
  const { from, to = [], membership, 'next-speaker': next = [] } = message;
  const again = message.redelivered ? '(again) ' : '';
  if (membership) {
    const { agent, state, role, reason } = membership;
    const about = state === 'invited' || state === 'joined' ? `as ${role}` : '';
    return { who: oneLine(agent), type: state, text: again + (reason === undefined ? about : flat(reason)) };
  }
  const type = typeName(message.type);
  const sender = oneLine(from ?? 'the node');
  const receivers = type === ASSIGNING ? next : to;
  const who = receivers.length === 0 ? sender : `${sender} → ${flat(receivers.join(', '))}`;
  return { who, type, text: again + saidText(message, type) };
}

function saidText(message: Told, type: string): string {
  const { subject, tag = [], content = '', 'media-type': mediaType, floor } = message;
  const next = floor?.holder ?? message['next-speaker'] ?? [];
  const said = joined(' ', [
    subject === undefined ? '' : `[${flat(subject)}]`,
    mediaType === undefined || mediaType === 'text/plain' ? '' : `(${flat(mediaType)})`,
    printable(content).trimEnd() || orderText(message),
    tag.length === 0 ? '' : `{${flat(tag.join(', '))}}`,
    carriedText(message),
  ]);
  const after = next.length === 0 || WITHOUT_NEXT.includes(type) ? '' : `(next: ${flat(next.join(', '))})`;
  return joined(' ', [joined(': ', [headText(message, type), said]), after]);
}

/** Returns e.g. `[levels: /data/levels@oss.example]`, for what is read elsewhere. */
function carriedText({ artifact = [] }: Told): string {
  const places = artifact.flatMap(({ name, url, 'data-param': data }) => {
    const place = data === undefined ? url : `/data/${data}`;
    return place === undefined ? [] : [`[${flat(name)}: ${flat(place)}]`];
  });
  return places.join(' ');
}

function joined(separator: string, parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(separator);
}

/** Returns the skill and the input of a task that was assigned without words. */
function orderText({ task: { type, input } = {} }: Told): string {
  return joined(' ', [type ?? '', input === undefined ? '' : JSON.stringify(input)].map(flat));
}

/** Returns the words of this program ahead of the text of a message. */
function headText(message: Told, type: string): string {
  const { 'in-reply-to': answered, covers, mode, task, trigger = [], 'task-news': news, floor } = message;
  if (floor && type === 'floor') return floorText(floor);
  if (news) return `${flat(news['task-id'])} ${news.state}${type === 'task-progress' ? percentText(news) : ''}`;
  if (task) return joined(' ', [mode ?? '', flat(task['task-id'] ?? '')]);
  if (trigger.length > 0) return `waits for ${flat(trigger.join(', '))}`;
  if (covers !== undefined) return `up to #${covers}`;
  return answered === undefined ? '' : `to #${answered}`;
}

function percentText({ percent }: NonNullable<Message['task-news']>): string {
  return percent === undefined ? '' : ` ${percent} %`;
}

/** Returns e.g. `discussion, ip has the floor (tasks-ended)`. */
function floorText({ state, holder = [], reason }: NonNullable<Message['floor']>): string {
  const floor =
    holder.length === 0 ? '' : `, ${flat(holder.join(', '))} ${holder.length === 1 ? 'has' : 'have'} the floor`;
  return `${state}${floor}${reason === undefined || reason === state ? '' : ` (${reason})`}`;
}

function flat(text: string): string {
  return oneLine(text, LONGEST);
}
