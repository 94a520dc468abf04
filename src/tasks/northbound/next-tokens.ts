/** The tokens for tasks that one call of claim-next begins: which tasks these are is known only while they are chosen. */
import { RpcError } from '../../data/index.js';
import { TOKEN_UNAVAILABLE } from '../record/authority.js';
import type { TaskRecord } from '../record/record.js';
import { isForNext, type NextToken, nextToken, type TokenNeeds } from './executor-token.js';

/** Number of times that tasks are chosen anew because some of them had no token yet; the last time these are passed over. */
const MOST_ROUNDS = 8;
/** Milliseconds after which the next time is the last one: an issuer that answers late must not hold up the other tasks. */
const TIME = 5_000;

/** Ends a transaction that would begin tasks without their tokens. */
class TokensLacking extends Error {
  constructor(readonly tasks: readonly TaskRecord[]) {
    super('tasks were chosen whose tokens are not issued yet');
  }
}

export class NextTokens {
  /** By task. */
  readonly #ready = new Map<string, NextToken>();
  /** Tasks that cannot be begun now: of this grant, at this attempt. */
  readonly #refused = new Map<string, RpcError>();
  #isLastRound = false;

  constructor(private readonly needs: TokenNeeds) {}

  /**
   * Chooses tasks, again and again until all of them have their tokens.
   *
   * @throws RpcError when none was given, and an issuer does not give a token at the moment
   */
  async provide<T extends { readonly task?: readonly unknown[] | undefined }>(choose: () => Promise<T>): Promise<T> {
    const end = performance.now() + TIME;
    for (let round = 1; ; round += 1) {
      this.#isLastRound = round === MOST_ROUNDS || performance.now() >= end;
      try {
        const chosen = await choose();
        const passing = [...this.#refused.values()].find(({ appTag }) => appTag === TOKEN_UNAVAILABLE);
        if (passing && (chosen.task ?? []).length === 0) throw passing;
        return chosen;
      } catch (error) {
        if (!(error instanceof TokensLacking)) throw error;
        await Promise.all(error.tasks.map((task) => this.#issue(task)));
      }
    }
  }

  /** Watches one choice of tasks. @param limit maximum number of tasks that it begins */
  lacking(limit: number) {
    const tasks: TaskRecord[] = [];
    let begun = 0;
    const require = () => {
      if (tasks.length > 0) throw new TokensLacking(tasks);
    };
    return {
      /** True for a task that may begin now. */
      permits: (task: TaskRecord): boolean => {
        if (this.#refused.has(keyOf(task))) return false;
        const isReady = isForNext(this.#ready.get(task.id), task);
        if (!isReady && this.#isLastRound) return false;
        if (isReady) begun += 1;
        else tasks.push(task);
        // More tasks than can begin are not chosen.
        if (tasks.length + begun >= limit) require();
        return isReady;
      },
      require,
    };
  }

  /** Returns the token of a task that was begun. */
  of({ id }: TaskRecord): string | undefined {
    return this.#ready.get(id)?.token;
  }

  async #issue(task: TaskRecord): Promise<void> {
    try {
      const ready = await nextToken(this.needs, task);
      if (ready) this.#ready.set(task.id, ready);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.#refused.set(keyOf(task), error);
    }
  }
}

function keyOf({ id, attempt, document: { grant } }: TaskRecord): string {
  return JSON.stringify([id, attempt, grant]);
}
