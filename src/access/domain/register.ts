/**
 * The memory of trust domains beyond their configuration: how often one of a name was made, and which token issuers one has named.
 * Both outlive the domain, so that neither its name nor its issuers pass to others.
 */
import type { Store, Tx } from '../../store/index.js';
import type { ConfiguredDomain } from './configured-domain.js';
import { readDomainRows, readIssuerRows, removeIssuer, writeDomain, writeIssuer } from './rows.js';

/** The part of the configuration that matters here. */
export interface DomainConfig {
  readonly domains: readonly Pick<ConfiguredDomain, 'name' | 'issuers'>[];
  readonly issuers: readonly { readonly issuer: string }[];
}

export class DomainRegister {
  readonly #store: Store;
  readonly #incarnations: Map<string, number>;
  readonly #issuers: Set<string>;

  private constructor(store: Store, incarnations: Map<string, number>, issuers: Set<string>) {
    this.#store = store;
    this.#incarnations = incarnations;
    this.#issuers = issuers;
  }

  static async load(store: Store): Promise<DomainRegister> {
    const rows = await readDomainRows(store.reads);
    const incarnations = new Map(rows.map(({ name, incarnation }) => [name, incarnation]));
    return new DomainRegister(store, incarnations, new Set(await readIssuerRows(store.reads)));
  }

  /** Returns how often a domain of the name was made; 0 for a name that no domain ever had. */
  incarnationOf(name: string): number {
    return this.#incarnations.get(name) ?? 0;
  }

  /** True for an issuer that a domain names or has named, and whose entry was not removed since. */
  hasNamed(issuer: string): boolean {
    return this.#issuers.has(issuer);
  }

  /** Follows a change of the configuration in its transaction. */
  async follow(tx: Tx, before: DomainConfig, after: DomainConfig): Promise<void> {
    const old = new Set(before.domains.map(({ name }) => name));
    for (const { name } of after.domains) {
      if (!old.has(name)) await this.#make(tx, name, this.incarnationOf(name) + 1);
    }
    await this.#name(tx, after);
    const entries = new Set(after.issuers.map(({ issuer }) => issuer));
    for (const issuer of this.#issuers) {
      if (entries.has(issuer)) continue;
      await removeIssuer(tx, issuer);
      tx.afterCommit(() => this.#issuers.delete(issuer));
    }
  }

  /** Registers domains of a configuration that came in without an edit. */
  async ensure(config: DomainConfig): Promise<void> {
    const isKnown =
      config.domains.every(({ name }) => this.#incarnations.has(name)) &&
      config.domains.every(({ issuers }) => issuers.every((issuer) => this.#issuers.has(issuer)));
    if (isKnown) return;
    await this.#store.transact(async (tx) => {
      for (const { name } of config.domains) if (!this.#incarnations.has(name)) await this.#make(tx, name, 1);
      await this.#name(tx, config);
    });
  }

  async #make(tx: Tx, name: string, incarnation: number): Promise<void> {
    await writeDomain(tx, { name, incarnation });
    tx.afterCommit(() => this.#incarnations.set(name, incarnation));
  }

  async #name(tx: Tx, { domains }: DomainConfig): Promise<void> {
    for (const issuer of domains.flatMap(({ issuers }) => issuers)) {
      if (this.#issuers.has(issuer)) continue;
      await writeIssuer(tx, issuer);
      tx.afterCommit(() => this.#issuers.add(issuer));
    }
  }
}
