/** The port to the room of sessions: who may read a message may read the data that it names. */
import type { Call } from '../server/index.js';
import type { Queries, Tx } from '../store/index.js';

/** How fast a caller gets bytes, together with its other readings for the same session. */
export interface Pace {
  /** Octets. */
  readonly perSecond: number;
  /** Takes octets, at most those of a second. @returns 0, or the milliseconds until they may be taken */
  take(octets: number): number;
}

export interface MessageData {
  /**
   * Returns those of these data parameters that are named by a message which an agent of the caller may read.
   *
   * @param queries of the transaction in which it is asked. Default: those of the store
   */
  readable(call: Call, params: readonly string[], queries?: Queries): Promise<ReadonlySet<string>>;
  /** True when the agent that may read such a message is still a member: what comes now was not said while it was in. */
  followable(call: Call, param: string): Promise<boolean>;
  /** Returns how fast the caller gets data by such messages: as the session allows that allows most. Undefined: as fast as it reads. */
  pace(call: Call, param: string): Promise<Pace | undefined>;
  /** Returns such data parameters behind `after` in the order of the store, at most `limit`. */
  page(call: Call, after: string, limit: number): Promise<readonly string[]>;
  /** Ends what messages say of data that are deleted: other data may get their identifiers. */
  withdraw(tx: Tx, params: readonly string[]): Promise<void>;
}

const NONE: ReadonlySet<string> = new Set();

/** Forwards to the room of sessions once it is connected. Before that there are no messages. */
export class ConnectedMessages implements MessageData {
  #source: MessageData | undefined;

  connect(source: MessageData): void {
    this.#source = source;
  }

  async readable(call: Call, params: readonly string[], queries?: Queries): Promise<ReadonlySet<string>> {
    return params.length === 0 ? NONE : ((await this.#source?.readable(call, params, queries)) ?? NONE);
  }

  async followable(call: Call, param: string): Promise<boolean> {
    return (await this.#source?.followable(call, param)) ?? false;
  }

  async pace(call: Call, param: string): Promise<Pace | undefined> {
    return this.#source?.pace(call, param);
  }

  async page(call: Call, after: string, limit: number): Promise<readonly string[]> {
    return (await this.#source?.page(call, after, limit)) ?? [];
  }

  async withdraw(tx: Tx, params: readonly string[]): Promise<void> {
    await this.#source?.withdraw(tx, params);
  }
}
