/** The contents of definitions that runs may use. */

import { ADMIN_GROUP } from '../../access/index.js';
import { RpcError } from '../../data/index.js';
import type { Running } from '../../datastore/index.js';
import { type Call, configuredEntry } from '../../server/index.js';
import type { Queries } from '../../store/index.js';
import type { ListNode } from '../../yang/index.js';
import { contentOf } from '../model/digest.js';
import type { Revision, Revisions } from '../revision/revisions.js';

export const DEFINITION = '/yangent-workflows:workflows/definition';

/** A content of a definition, and the agent that coordinates its runs. */
export interface Content extends Pick<Revision, 'number' | 'digest' | 'version'> {
  readonly coordinator: string;
}

export class Definitions {
  /** Digests of definitions as configured. */
  readonly #digests = new WeakMap<object, string>();

  constructor(
    private readonly running: Pick<Running, 'tree'>,
    private readonly revisions: Revisions,
    private readonly schema: () => ListNode,
  ) {}

  /** Returns an enabled definition as configured. @throws RpcError data-missing */
  need(name: string) {
    const definition = configuredEntry(this.running.tree, DEFINITION, name);
    if (definition?.enabled) return definition;
    const why = definition ? `the definition "${name}" is a draft (enabled false)` : `there is no definition "${name}"`;
    throw new RpcError({ type: 'application', tag: 'data-missing', message: `${why}, so no run of it can start` });
  }

  /** Refuses callers that may not start runs of a definition; administrators may. @throws RpcError access-denied */
  requireRunner(name: string, call: Pick<Call, 'user' | 'groups'>): void {
    this.need(name);
    if (this.mayRun(name, call)) return;
    const message = `user "${call.user}" is in none of the groups whose members may start "${name}" (runner-group)`;
    throw new RpcError({ type: 'application', tag: 'access-denied', message });
  }

  /** True for callers that may start runs of a definition: members of its runner groups, if it has any, and administrators. */
  mayRun(name: string, { groups }: Pick<Call, 'groups'>): boolean {
    const runners = this.readersOf(name);
    return runners.length === 0 || [ADMIN_GROUP, ...runners].some((group) => groups.includes(group));
  }

  /** Returns the groups whose members see the runs of a definition. */
  readersOf(name: string): readonly string[] {
    return configuredEntry(this.running.tree, DEFINITION, name)?.['runner-group'] ?? [];
  }

  /**
   * Returns the content of a definition: that of a revision, of the latest one whose version fits, or the present one.
   *
   * @throws RpcError data-missing
   */
  async content(
    name: string,
    wanted: { readonly revision?: number; readonly version?: string },
    queries?: Queries,
  ): Promise<Content> {
    const definition = this.need(name);
    const { coordinator } = definition;
    const { revision, version } = wanted;
    const found =
      revision === undefined && version === undefined
        ? await this.revisions.withDigest(name, this.#digestOf(definition), queries)
        : await this.revisions.wanted(name, wanted, queries);
    if (found) return { ...found, coordinator };
    const which = revision === undefined ? `with a version that fits "${version}"` : `number ${revision}`;
    const message = `definition "${name}" has no revision ${which}; its list revision has those there are`;
    throw new RpcError({ type: 'application', tag: 'data-missing', message });
  }

  #digestOf(definition: object): string {
    const known = this.#digests.get(definition);
    if (known !== undefined) return known;
    const { digest } = contentOf(this.schema(), definition);
    this.#digests.set(definition, digest);
    return digest;
  }
}
