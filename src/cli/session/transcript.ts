/** Messages one after the other, with a line where the session or the day changes. */
import { dayOf, paint } from '../terminal/index.js';
import { messageText, type Told } from './message-text.js';

export class Transcript {
  #day = dayOf(new Date());
  #session: string | undefined;

  /** @param titleOf tells the heading of a session; without it sessions have none */
  constructor(private readonly titleOf?: (session: string) => Promise<string>) {}

  /** Returns the lines of a message. @param session its session, where several are shown */
  async text(message: Told, session?: string): Promise<string> {
    return [...(await this.#sessionLines(session)), ...this.#dayLines(message.at), messageText(message)].join('\n');
  }

  /** Returns a line of this program between the messages. */
  async note(text: string, session?: string): Promise<string> {
    return [...(await this.#sessionLines(session)), paint(`-- ${text}`, 'yellow')].join('\n');
  }

  async #sessionLines(session: string | undefined): Promise<readonly string[]> {
    if (session === this.#session || session === undefined || !this.titleOf) return [];
    const isFirst = this.#session === undefined;
    this.#session = session;
    return [...(isFirst ? [] : ['']), paint(`== ${await this.titleOf(session)}`, 'bold')];
  }

  #dayLines(at: string): readonly string[] {
    const day = dayOf(at);
    if (day === this.#day) return [];
    this.#day = day;
    return [paint(`-- ${day}`, 'grey')];
  }
}
