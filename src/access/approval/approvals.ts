/** Approvals: asked for by requests, voted on by persons, used up by the same request. */
import { messageOf } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import type { Principal } from '../principal.js';
import { Alarm } from './alarm.js';
import { type AskingPorts, ask, DEFAULT_APPROVAL_LIMITS, wanted } from './asking.js';
import { type Claim, Claims } from './claim.js';
import { makeVoid, makeVoidWhere, sweep, withdraw } from './ending.js';
import type { ApprovalsOptions } from './ports.js';
import { isOver, neededFirst, notTheAsker, SEEN_CHANGED, staleApproval } from './refusals.js';
import { type ApprovalRequest, findApproval, idsOf, readRequest } from './request.js';
import { type ApprovalRow, type ApprovalState, nextEnd } from './rows.js';
import type { ApprovalRule } from './rule.js';
import { endTrial, putOnTrial } from './trial.js';
import { whyNoVoteOn } from './votes.js';
import { needRow, takeVote, type VoteInput } from './voting.js';

export class Approvals {
  readonly #claims: Claims;
  readonly #alarm: Alarm;
  readonly #asking: AskingPorts;

  constructor(private readonly o: ApprovalsOptions) {
    this.#alarm = new Alarm(
      () => this.#sweep(),
      (error) => o.log?.error({ err: error }, 'approvals: those that are over could not be ended'),
    );
    this.#claims = new Claims(o, (faults) => void this.#endUnusable(faults));
    this.#asking = {
      ...o,
      limits: { ...DEFAULT_APPROVAL_LIMITS, ...o.limits },
      onAsked: (end) => this.#alarm.set(end),
    };
  }

  /** Ends approvals whose time is over, now and later, and tells of those whose commit was taken back. @param first statements of the first transaction */
  async start(first: (tx: Tx) => Promise<void> = async () => undefined): Promise<void> {
    await this.#apart(async (tx) => {
      await first(tx);
      // A confirmed commit that waited when the node stopped was taken back.
      await this.endTrial(tx, 'taken-back');
    });
    await this.#sweep();
  }

  close(): void {
    this.#alarm.close();
  }

  /**
   * Takes the granted approvals of a request, one for each rule. Where one is missing it is asked for, in a transaction of its own.
   *
   * @throws RpcError access-denied (aap_approval_required), operation-failed (stale-approval), too-big, resource-denied
   */
  async require(request: ApprovalRequest, rules: readonly ApprovalRule[]): Promise<Claim> {
    const { store } = this.o;
    const read = readRequest(request);
    const found = await Promise.all(rules.map((rule) => findApproval(store, read, rule)));
    const stale = idsOf(found, 'stale');
    if (stale.length > 0) {
      await this.#apart((tx) => makeVoid(this.o, tx, stale, SEEN_CHANGED));
      throw staleApproval(stale);
    }
    if (found.every(({ kind }) => kind === 'granted')) return this.#claims.take(idsOf(found, 'granted'), store);
    throw neededFirst(await this.#apart((tx) => ask(this.#asking, tx, read, rules.map(wanted))));
  }

  /**
   * Uses up the granted approvals of a request inside of its transaction. What is missing is asked for when that has ended.
   *
   * @throws RpcError as `require`
   */
  async requireIn(tx: Tx, request: ApprovalRequest, rules: readonly ApprovalRule[]): Promise<void> {
    const read = readRequest(request);
    const found = await Promise.all(rules.map((rule) => findApproval(tx, read, rule)));
    if (found.every(({ kind }) => kind === 'granted')) {
      const claim = await this.#claims.take(idsOf(found, 'granted'), tx);
      tx.afterCommit(() => claim.release());
      tx.afterRollback(() => claim.release());
      await claim.consume(tx);
      return;
    }
    const missing = found.flatMap(({ kind, rule }) => (kind === 'none' || kind === 'stale' ? [wanted(rule)] : []));
    const stale = idsOf(found, 'stale');
    const later = () =>
      this.#apart(async (own) => {
        await makeVoid(this.o, own, stale, SEEN_CHANGED);
        return ask(this.#asking, own, read, missing);
      }).catch((error: unknown) =>
        this.o.log?.error({ err: error }, 'approvals: a request could not be noted; make it again'),
      );
    // The transaction goes on, or is rolled back, before another one can begin.
    setImmediate(() => void later());
    throw neededFirst([...idsOf(found, 'waiting'), ...missing.map(({ id }) => id)]);
  }

  /**
   * Takes a vote of a person.
   *
   * @returns the state after the vote
   * @throws RpcError access-denied (not-a-voter, insufficient_user_authentication), operation-failed (bad-transition), missing-element,
   * invalid-value (bad-signature)
   */
  vote(id: string, caller: Principal, input: VoteInput): Promise<ApprovalState> {
    return takeVote(this.o, id, caller, input);
  }

  /**
   * Ends an approval for the one who asked for it.
   *
   * @throws RpcError data-missing, access-denied (not-the-asker), operation-failed (bad-transition)
   */
  async withdraw(id: string, caller: Principal): Promise<void> {
    const { asker } = await needRow(this.o.store, id);
    if (asker !== caller.name) throw notTheAsker(id, caller.name);
    await this.o.store.transact(async (tx) => {
      if (!(await withdraw(this.o, tx, id, caller))) throw isOver(id, (await needRow(tx, id)).state);
    });
  }

  /** True when the caller has a vote on the approval. */
  async mayVote(caller: Principal, row: ApprovalRow): Promise<boolean> {
    return (await whyNoVoteOn(this.o, caller, row)) === undefined;
  }

  /** Ends the open approvals for which `why` gives a reason, in the transaction of the change that makes them void. */
  async voidWhere(tx: Tx, why: (rule: ApprovalRule) => string | undefined): Promise<void> {
    await makeVoidWhere(this.o, tx, why);
  }

  /** Notes that a confirmed commit has used these approvals, in its transaction. */
  putOnTrial(tx: Tx, ids: readonly string[]): Promise<void> {
    return putOnTrial(tx, ids);
  }

  /** Tells voters how the confirmed commit ended, in the transaction of its end. */
  endTrial(tx: Tx, end: 'confirmed' | 'taken-back'): Promise<void> {
    return endTrial(this.o, tx, end);
  }

  /** Ends granted approvals that do not hold. Never rejects. */
  async #endUnusable(faults: ReadonlyMap<string, string>): Promise<void> {
    await this.#apart(async (tx) => {
      for (const [id, fault] of faults) await makeVoid(this.o, tx, [id], `it ${fault}`);
    }).catch((error: unknown) =>
      this.o.log?.error(
        { err: error, reason: messageOf(error) },
        'approvals: one that does not hold could not be ended',
      ),
    );
  }

  async #sweep(): Promise<void> {
    await this.#apart((tx) => sweep(this.o, tx, Date.now()));
    this.#alarm.set(await nextEnd(this.o.store));
  }

  /** Its transactions are not those of the request, which is refused. */
  #apart<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.o.store.apart(() => this.o.store.transact(work));
  }
}
