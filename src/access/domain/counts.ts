/** Counts of the callers of a trust domain since the start of the node. */

/** Why a caller was refused, as the model names it. */
export type DomainRefusal =
  | 'disabled'
  | 'no-permit'
  | 'unbound-token'
  | 'bad-token'
  | 'bad-proof'
  | 'bad-name'
  | 'bad-certificate'
  | 'two-domains'
  | 'no-keys';

export class DomainCounts {
  #accepted = 0;
  readonly #refused = new Map<DomainRefusal, number>();

  get accepted(): number {
    return this.#accepted;
  }

  get refused(): ReadonlyMap<DomainRefusal, number> {
    return this.#refused;
  }

  accept(): void {
    this.#accepted += 1;
  }

  refuse(reason: DomainRefusal): void {
    this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + 1);
  }
}
