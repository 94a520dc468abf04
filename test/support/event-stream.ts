/** Reads server-sent events as they come, as curl -N does. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { Endpoints } from './node.js';

export interface SentEvent {
  /** Empty for an event without identifier. */
  readonly id: string;
  /** `module:notification` */
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into plain values
  readonly value: any;
}

export interface EventStreamOptions {
  readonly user?: string;
  readonly password?: string;
  readonly lastEventId?: string;
  /** Value of the Authorization header. Default: that of the password. */
  readonly authorization?: string;
}

export class EventStream {
  readonly #events: AsyncGenerator<SentEvent, void>;

  private constructor(
    private readonly response: IncomingMessage,
    /** Comments, such as the reason of the end. */
    readonly comments: string[] = [],
  ) {
    this.#events = this.#read();
  }

  /** Opens a stream; resolves when its head has come. @throws Error with the answer when that is no event stream */
  static open(
    rig: Pick<Endpoints, 'url' | 'password'> & Partial<Pick<Endpoints, 'certificate'>>,
    path: string,
    { user = 'admin', password = rig.password, lastEventId, authorization }: EventStreamOptions = {},
  ): Promise<EventStream> {
    const headers = {
      authorization: authorization ?? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    const { certificate } = rig;
    return new Promise((resolve, reject) => {
      const o = { headers, agent: false as const };
      const outgoing =
        certificate === undefined
          ? plainRequest(`${rig.url}${path}`, o)
          : request(`${rig.url}${path}`, { ...o, ca: readFileSync(certificate) });
      outgoing.on('error', reject);
      outgoing.on('response', async (response) => {
        if (response.statusCode === 200) return resolve(new EventStream(response));
        reject(new Error(`${response.statusCode} ${(await response.setEncoding('utf8').toArray()).join('')}`));
      });
      outgoing.end();
    });
  }

  /** The next event; undefined when the stream has ended. */
  async next(): Promise<SentEvent | undefined> {
    const { value } = await this.#events.next();
    return value ?? undefined;
  }

  /** The next events. @throws Error when the stream ends before */
  async take(count: number): Promise<SentEvent[]> {
    const events: SentEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (!event) throw new Error(`the stream ended after ${events.length} of ${count} events`);
      events.push(event);
    }
    return events;
  }

  close(): void {
    this.response.destroy();
  }

  async *#read(): AsyncGenerator<SentEvent, void> {
    let text = '';
    this.response.setEncoding('utf8');
    try {
      for await (const piece of this.response) {
        text += piece;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const lines = block.split('\n');
          const field = (name: string) =>
            lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
          const data = field('data').join('\n');
          if (data === '') {
            this.comments.push(block.slice(2));
            continue;
          }
          const { eventTime: _, ...event } = JSON.parse(data)['ietf-restconf:notification'];
          const [[name, value] = ['', undefined]] = Object.entries(event);
          yield { id: field('id').join(), name, value };
        }
      }
    } catch {
      // The connection was cut: so the stream has ended.
    }
  }
}
