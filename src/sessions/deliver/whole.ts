/** Reads whole messages, as many as one answer may hold. */
import { lengthOf, type MessageRecord } from '../record/message.js';
import type { MessageRows } from '../record/messages.js';

/** Characters of the messages of one answer; the first message is in it however long it is. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
const PAGE = 16;

/** Returns the first of these messages that fit into the room, in the given order. Those that are no longer kept are left out. */
export async function wholeMessages(
  messages: Pick<MessageRows, 'among'>,
  session: string,
  sequences: readonly number[],
  room: Room,
): Promise<readonly MessageRecord[]> {
  const whole: MessageRecord[] = [];
  for (let at = 0; at < sequences.length; at += PAGE) {
    const page = sequences.slice(at, at + PAGE);
    const found = new Map((await messages.among(session, page)).map((message) => [message.sequence, message]));
    for (const message of page.flatMap((sequence) => found.get(sequence) ?? [])) {
      if (!room.takes(message)) return whole;
      whole.push(message);
    }
  }
  return whole;
}

/** The room in one answer. */
export class Room {
  #messages: number;
  #characters = MAX_CHARACTERS;
  #isEmpty = true;

  constructor(messages: number) {
    this.#messages = messages;
  }

  /** Number of messages for which there is room. */
  get left(): number {
    return this.#characters > 0 ? this.#messages : 0;
  }

  takes(message: MessageRecord): boolean {
    const characters = charactersOf(message);
    if (this.#messages === 0 || (!this.#isEmpty && characters > this.#characters)) return false;
    this.#messages -= 1;
    this.#characters -= characters;
    this.#isEmpty = false;
    return true;
  }
}

/** Returns the length of all that a sender chose: a message may name many members, and have many tags. */
function charactersOf(message: MessageRecord): number {
  const { subject = '', mediaType = '', to, tags } = message;
  return [subject, mediaType, ...to, ...tags].reduce((sum, { length }) => sum + length, lengthOf(message));
}
