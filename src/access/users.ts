/**
 * Users and their keys, from the store and from the configuration. All are kept in memory, because every request needs one.
 */
import type { Store, Tx } from '../store/index.js';
import { noteKey } from './approval/rows.js';
import type { ConfiguredUser } from './configured.js';
import { AccessError } from './errors.js';
import type { LoginRequirement } from './login/requirement.js';
import { type Principal, SYSTEM_USER } from './principal.js';
import { fingerprint, type SshPublicKey } from './ssh-key.js';
import { isUserName } from './user-name.js';
import type {} from './user-table.js';

export interface User {
  readonly principal: Principal;
  /** Combinations of methods of which a login must prove one. Empty: one method is enough. */
  readonly requires: readonly LoginRequirement[];
  /** See `hashPassword`; undefined: keys only. */
  readonly password: string | undefined;
  /** The wire form of each key by its fingerprint. */
  readonly keys: ReadonlyMap<string, Uint8Array>;
  /** The SubjectPublicKeyInfo of each key for votes by its thumbprint. */
  readonly signingKeys: ReadonlyMap<string, Buffer>;
}

export class Users {
  readonly #store: Store;
  readonly #stored: Map<string, User>;
  #configured: ReadonlyMap<string, ConfiguredUser> = new Map();
  /** Stored and configured users, joined by name. */
  #users: ReadonlyMap<string, User>;

  private constructor(store: Store, users: Map<string, User>) {
    this.#store = store;
    this.#stored = users;
    this.#users = users;
  }

  static async load(store: Store): Promise<Users> {
    const rows = await store.reads.selectFrom('access_user').selectAll().execute();
    const keys = await store.reads.selectFrom('access_key').select(['user', 'blob']).execute();
    const users = new Map<string, User>();
    for (const { name, password, groups } of rows) {
      users.set(name, {
        principal: { name, groups: JSON.parse(groups), kind: 'person' },
        requires: [],
        password: password ?? undefined,
        keys: new Map(keys.filter((key) => key.user === name).map(({ blob }) => [fingerprint(blob), blob])),
        signingKeys: new Map(),
      });
    }
    return new Users(store, users);
  }

  get(name: string): User | undefined {
    return this.#users.get(name);
  }

  all(): readonly User[] {
    return [...this.#users.values()];
  }

  /** Returns the names of the users that the configuration does not have. */
  storedNames(): readonly string[] {
    return [...this.#stored.keys()];
  }

  /** Replaces the configured users. */
  configure(users: readonly ConfiguredUser[]): void {
    this.#configured = new Map(users.map((user) => [user.name, user]));
    this.#join();
  }

  /** Creates or changes the user; without a password the stored one stays. Calls `more` in the same transaction. */
  async put(
    name: string,
    change: { readonly password: string | undefined; readonly groups: readonly string[] },
    more: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<void> {
    if (!isUserName(name)) {
      throw new AccessError(
        'bad-user-name',
        `'${name}' cannot be a user name: it is made of letters, digits and . _ @ -, begins with a letter, a digit or _, has at most 64 characters, and is not '${SYSTEM_USER}', the node itself`,
      );
    }
    const groups = [...new Set(change.groups)];
    const { password } = change;
    await this.#store.transact(async (tx) => {
      const row = { groups: JSON.stringify(groups), ...(password === undefined ? {} : { password }) };
      await tx.sql
        .insertInto('access_user')
        .values({ name, password: null, created: new Date().toISOString(), ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
      await more(tx);
      tx.afterCommit(() => {
        const before = this.#stored.get(name);
        this.#stored.set(name, {
          principal: { name, groups, kind: 'person' },
          requires: [],
          password: password ?? before?.password,
          keys: before?.keys ?? new Map(),
          signingKeys: new Map(),
        });
        this.#join();
      });
    });
  }

  async addKey(name: string, { blob, comment }: SshPublicKey): Promise<void> {
    if (!this.#stored.has(name)) throw new AccessError('unknown-user', `there is no user '${name}' to give the key to`);
    await this.#store.transact(async (tx) => {
      await tx.sql
        .insertInto('access_key')
        .values({ user: name, blob, comment })
        .onConflict((conflict) => conflict.columns(['user', 'blob']).doUpdateSet({ comment }))
        .execute();
      if (!this.#users.get(name)?.keys.has(fingerprint(blob))) await noteKey(tx, name, fingerprint(blob), Date.now());
      tx.afterCommit(() => {
        const user = this.#stored.get(name);
        if (user) this.#stored.set(name, { ...user, keys: new Map(user.keys).set(fingerprint(blob), blob) });
        this.#join();
      });
    });
  }

  /** Removes the user and the user's keys from the store; false when there is no such user. */
  async remove(name: string): Promise<boolean> {
    return this.#store.transact(async (tx) => {
      const result = await tx.sql.deleteFrom('access_user').where('name', '=', name).executeTakeFirst();
      tx.afterCommit(() => {
        this.#stored.delete(name);
        this.#join();
      });
      return result.numDeletedRows === 1n;
    });
  }

  /** True when the mark was set in an earlier run. */
  async marked(name: string): Promise<boolean> {
    const row = await this.#store.reads
      .selectFrom('access_mark')
      .select('name')
      .where('name', '=', name)
      .executeTakeFirst();
    return row !== undefined;
  }

  #join(): void {
    const users = new Map(this.#stored);
    for (const [name, user] of this.#configured) users.set(name, joined(this.#stored.get(name), user));
    this.#users = users;
  }
}

/** Joins a stored and a configured user of the same name. The configured password wins. */
function joined(stored: User | undefined, configured: ConfiguredUser): User {
  const { name, kind, requires, password, groups, keys, signingKeys } = configured;
  return {
    principal: { name, groups: [...new Set([...(stored?.principal.groups ?? []), ...groups])], kind },
    requires,
    password: password ?? stored?.password,
    keys: new Map([...(stored?.keys ?? []), ...keys]),
    signingKeys,
  };
}
