/** The stream `inbox`: the messages of the sessions of a caller's agents, as they come. */
import type { AgentDirectory } from '../../../agents/index.js';
import type { Call, StreamReading } from '../../../server/index.js';
import { speaker } from '../../member/acting.js';
import type { SessionServices } from '../../services.js';
import { acknowledgeAll, type LastEvent, lastEventOf, requireWritten } from './begin.js';
import { type InboxItem, InboxReader } from './reader.js';
import { Remembered } from './remembered.js';

/** The operations for which the stream stands. */
const [RECEIVE, ACKNOWLEDGE] = ['yangent-sessions.receive', 'yangent-sessions.acknowledge'];

export class Inbox {
  readonly #remembered = new Remembered();

  constructor(private readonly o: SessionServices) {}

  /**
   * Gives what waits for the agents of the caller and what is sent later, each batch when the one before was written.
   *
   * @throws RpcError at once for a reading that is not valid, and where the caller may not speak for the agent of the endpoint
   */
  read(call: Call, reading: StreamReading): AsyncIterable<readonly InboxItem[]> {
    const { view } = call;
    if (view.kind === 'agent') {
      const agent = speaker(this.o, call, undefined, 'agent').id;
      if (!reading.may(RECEIVE, { agent })) {
        call.fail({
          tag: 'access-denied',
          message: `the authority of this caller does not let it receive messages of agent "${agent}"`,
        });
      }
    }
    const last = reading.after === undefined ? undefined : lastEventOf(call, reading.after);
    return this.#batches(call, reading, last);
  }

  async *#batches(
    call: Call,
    reading: StreamReading,
    last: LastEvent | undefined,
  ): AsyncGenerator<readonly InboxItem[], void, void> {
    const { o } = this;
    const owner = ownerOf(call);
    const agents = agentsOf(o, call).filter((agent) => reading.may(RECEIVE, { agent }));
    const moves = !reading.filtering() && agents.every((agent) => reading.may(ACKNOWLEDGE, { agent }));
    if (last) {
      await requireWritten(o, call, agents, last);
      if (moves) {
        const written = this.#remembered.until(owner, last.session, last.sequence);
        await acknowledgeAll(o, agents, new Map([...written, [last.session, last.sequence]]));
      }
    }
    const course = this.#remembered.begin(owner);
    const reader = new InboxReader(o, call, reading, course);
    try {
      await reader.begin(agents, last, moves, (agent) => reading.may(RECEIVE, { agent }));
      yield* reader.batches();
    } finally {
      reader.close();
      this.#remembered.ended(course);
    }
  }
}

/** The streams of one user at one endpoint acknowledge for one another. */
function ownerOf({ user, view }: Call): string {
  return JSON.stringify([user, view.kind === 'agent' ? view.agent : null]);
}

/** Returns the agents for which the caller reads: that of the endpoint, or all of its own. */
function agentsOf({ directory }: { readonly directory: AgentDirectory }, call: Call): readonly string[] {
  const { view, principal } = call;
  if (view.kind === 'agent') return [view.agent];
  const own = new Set([...directory.actableBy(call), ...(principal.agent === undefined ? [] : [principal.agent])]);
  return [...own].filter((agent) => directory.get(agent)?.approved === true && call.mayActFor(agent));
}
