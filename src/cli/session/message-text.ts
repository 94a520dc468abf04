/** Prints a message for people: its number, time, sender and receivers, type and text, in columns. */
import { oneLine, paint, printable, timeOfDay, wrapped } from '../terminal/index.js';
import type { Message } from './records.js';
import { colourOf, typeName } from './types.js';

const WIDTHS = { number: 5, who: 18, type: 11 } as const;
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
    who.padEnd(WIDTHS.who).replace(/^\S+/, (name) => paint(name, type === 'membership' ? undefined : 'bold')),
    paint(what, colourOf(type)) + ' '.repeat(Math.max(0, WIDTHS.type - what.length)),
  ].join(GAP);
  const taken = Math.max(TEXT_COLUMN, TEXT_COLUMN - WIDTHS.who + who.length);
  return `${head}${placed(text, taken, columns)}`.replace(/ +$/gm, '');
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

function toldOf(message: Told): Columns {
  const { from, to = [], membership } = message;
  const again = message.redelivered ? '(again) ' : '';
  if (membership) {
    const { agent, state, role, reason } = membership;
    const about = state === 'invited' || state === 'joined' ? `as ${role}` : '';
    return { who: oneLine(agent), type: state, text: again + (reason === undefined ? about : flat(reason)) };
  }
  const sender = oneLine(from ?? 'the node');
  const who = to.length === 0 ? sender : `${sender} → ${oneLine(to.join(', '))}`;
  return { who, type: typeName(message.type), text: again + saidText(message) };
}

function saidText(message: Told): string {
  const { subject, tag = [], content = '', 'in-reply-to': answered, 'media-type': mediaType } = message;
  const before = [
    answered === undefined ? '' : `to #${answered}: `,
    subject === undefined ? '' : `[${flat(subject)}] `,
    mediaType === undefined || mediaType === 'text/plain' ? '' : `(${flat(mediaType)}) `,
  ];
  const after = tag.length === 0 ? '' : ` {${flat(tag.join(', '))}}`;
  return before.join('') + printable(content).trimEnd() + after;
}

function flat(text: string): string {
  return oneLine(text, LONGEST);
}
