/** The nodes of a graph that take the place of those of another. */
import type { Graph } from '../model/graph.js';
import type { Renamed } from '../run/migrations.js';

export class Images {
  readonly #map: ReadonlyMap<string, string>;
  readonly #targets: ReadonlySet<string>;

  /** @param map the nodes that have other names in the next graph; each other node keeps its name */
  constructor(
    readonly map: readonly Renamed[],
    private readonly graph: Pick<Graph, 'nodes'>,
  ) {
    this.#map = new Map(map.map(({ from, to }) => [from, to]));
    this.#targets = new Set(map.map(({ to }) => to));
  }

  /** Returns the node of the next graph for one of the present graph; undefined when it has none. */
  of(name: string): string | undefined {
    const given = this.#map.get(name);
    const image = given ?? (this.#targets.has(name) ? undefined : name);
    return image !== undefined && this.graph.nodes.has(image) ? image : undefined;
  }
}
