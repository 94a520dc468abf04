/** The reader side of server-sent events (WHATWG HTML §9.2). */

export interface ServerSentEvent {
  /** The last id so far, of this event or an earlier one; '' when there was none. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

const LINE_END = /\r\n|\n|\r/g;
const DEFAULT_LIMIT = 16 * 1024 * 1024;

/** Parses events from a stream of text, in pieces of any size. */
export class SseParser {
  readonly #limit: number;
  #rest = '';
  #data: string[] = [];
  #size = 0;
  #type = '';
  #id = '';
  /** Milliseconds between reconnects that the server requested; undefined without a request. */
  retry: number | undefined;

  /** @param limit maximum length of an event, in characters */
  constructor(limit = DEFAULT_LIMIT) {
    this.#limit = limit;
  }

  /** Returns the events that this text completes. @throws RangeError when one is longer than the limit */
  push(text: string): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    const all = this.#rest + text;
    let start = 0;
    LINE_END.lastIndex = 0;
    for (let end = LINE_END.exec(all); end; end = LINE_END.exec(all)) {
      // A carriage return at the end may be the first half of CR LF: it waits for the next text.
      if (end[0] === '\r' && LINE_END.lastIndex === all.length) break;
      const event = this.#takeLine(all.slice(start, end.index));
      if (event) events.push(event);
      start = LINE_END.lastIndex;
    }
    this.#rest = all.slice(start);
    if (this.#rest.length + this.#size > this.#limit)
      throw new RangeError(`an event is longer than ${this.#limit} characters`);
    return events;
  }

  #takeLine(line: string): ServerSentEvent | undefined {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    switch (name) {
      case 'data':
        this.#data.push(value);
        // An empty line takes memory as well.
        this.#size += value.length + 1;
        break;
      case 'event':
        this.#type = value;
        break;
      case 'id':
        if (!value.includes('\0')) this.#id = value;
        break;
      case 'retry':
        if (/^\d+$/.test(value)) this.retry = Number(value);
        break;
      // Comments (empty field name) and unknown fields are ignored.
    }
    return undefined;
  }

  #dispatch(): ServerSentEvent | undefined {
    const event = { id: this.#id, type: this.#type || 'message', data: this.#data.join('\n') };
    const complete = this.#data.length > 0;
    this.#data = [];
    this.#size = 0;
    this.#type = '';
    return complete ? event : undefined;
  }
}
