/** How far slow members are behind. The counts are in memory and go on from where they stopped; each can be made again. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { MemberRecord } from '../record/member.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { countExpired } from './expired.js';
import { waitsFor } from './waiting.js';

/** Maximum number of counts; the one that was not used for longest is forgotten. */
const MAX_COUNTS = 10_000;
/** Maximum number of slow members at which one message looks. */
const MAX_LOOKS = 100;
const PAGE = 1_000;
/** Maximum number of pages that one message counts; the next one goes on. */
const MAX_PAGES = 20;
/** Milliseconds after which a member that was too far behind is counted anew: messages grow too old, and filters change. */
const RECOUNT = 1_000;

interface Count {
  /** The position from which it counts. */
  readonly position: number;
  /** The role and filters that decided which messages wait. */
  readonly wanted: string;
  /** The last message that was counted. */
  readonly through: number;
  readonly waiting: number;
  /** The last message ahead of the first one that waits. */
  readonly idle: number;
  /** Milliseconds of the steady clock. */
  readonly begun: number;
}

type Needs = Pick<SessionServices, 'members' | 'messages' | 'directory' | 'written' | 'now' | 'steady'>;

export class Backlogs {
  readonly #counts = new Map<string, Count>();

  constructor(private readonly o: Needs) {}

  /**
   * Refuses a further message while a member is too far behind, in sessions that do not let members lag. Members for which nothing
   * waits are moved on.
   *
   * @throws RpcError resource-denied that names the member, unless members are hidden
   */
  async requireRoom(tx: Tx, call: Call, session: SessionRecord, sender: string): Promise<void> {
    const { o } = this;
    const { qos, ...terms } = session.terms;
    if (qos['when-full'] !== 'refuse' || session.last < qos['max-backlog']) return;
    let busy = 0;
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const slow = await o.members.slowest(tx, session.id, busy);
      if (!slow || session.last - slow.acknowledged < qos['max-backlog']) return;
      // The stream of a member carries what it wrote, so that holds nobody up.
      const given = Math.max(slow.acknowledged, o.written.attached(session.id, slow.agent));
      // The owner of an agent that is not registered may register it again, and holds up nobody until then.
      if (o.directory.get(slow.agent) === undefined || session.last - given < qos['max-backlog']) {
        busy += 1;
        continue;
      }
      const count = await this.#count(tx, session, slow, given);
      const { waiting, idle } = count;
      // Its own message does not wait for the sender, which may answer what does.
      if (slow.agent !== sender && isFull(session, count)) {
        const who = terms['show-members'] ? `agent "${slow.agent}"` : 'a member';
        call.fail({
          tag: 'resource-denied',
          appTag: 'backlog-full',
          message: `${who} has not acknowledged ${waiting} messages, as many as session "${session.id}" lets wait for a member: send again when it has gone on, or let the coordinator remove it`,
        });
      }
      if (given === slow.acknowledged && idle > given && slow.lent <= o.steady()) {
        const expired = slow.expired + (await countExpired(o, session, slow, { through: idle }, tx));
        await o.members.move(tx, { ...slow, acknowledged: idle, expired });
        tx.afterCommit(() => o.written.counted(session.id, slow.agent, idle));
      } else busy += 1;
    }
  }

  /** @param position the last message that does not count */
  async #count(tx: Tx, session: SessionRecord, member: MemberRecord, position: number): Promise<Count> {
    const key = `${session.id}/${member.agent}`;
    const known = this.#counts.get(key);
    const wanted = JSON.stringify([member.role, member.filters, member.byProfile]);
    const now = this.o.steady();
    let count: Count =
      known?.position === position &&
      known.wanted === wanted &&
      !(isFull(session, known) && known.begun + RECOUNT <= now)
        ? known
        : { position, wanted, through: position, waiting: 0, idle: position, begun: now };
    const waits = waitsFor(this.o, session, member);
    for (let pages = 0; count.through < session.last && pages < MAX_PAGES; pages += 1) {
      const page = await this.o.messages.range(session.id, { after: count.through, limit: PAGE, whole: false }, tx);
      let { waiting, idle, through } = count;
      for (const message of page) {
        // That members came and went holds up nobody: else whoever invites many could say nothing.
        if (waits(message)) waiting += message.membership ? 0 : 1;
        else if (idle === through) idle = message.sequence;
        through = message.sequence;
      }
      count = { ...count, through: page.length > 0 ? through : session.last, waiting, idle };
    }
    tx.afterRollback(() => this.#counts.delete(key));
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const oldest = this.#counts.keys().next();
    if (this.#counts.size > MAX_COUNTS && oldest.done !== true) this.#counts.delete(oldest.value);
    return count;
  }
}

function isFull({ terms }: SessionRecord, { waiting }: Count): boolean {
  return waiting >= terms.qos['max-backlog'];
}
