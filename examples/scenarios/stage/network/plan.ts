/** What a simulated network is built of. The same plan is the inventory that service-layer agents know. */

/** One end of a line: an interface of a router. */
export interface LineEnd {
  readonly router: string;
  readonly interface: string;
}

/** An optical line between two routers. */
export interface LinePlan {
  readonly name: string;
  readonly ends: readonly [LineEnd, LineEnd];
  readonly km: number;
}

export interface RouterPlan {
  readonly name: string;
  readonly site: string;
}

export interface BaseStationPlan {
  readonly name: string;
  /** Where it stands, and whom it serves. */
  readonly site: string;
  /** The router over which it reaches the core: where its return link begins. */
  readonly router: string;
  readonly cells: readonly string[];
}

export interface NetworkPlan {
  /** The router at which the core of the mobile network is. */
  readonly core: string;
  readonly routers: readonly RouterPlan[];
  readonly lines: readonly LinePlan[];
  readonly baseStations: readonly BaseStationPlan[];
}

/** The lines between a router and the core, as few as possible; undefined when there is no way over the lines that are `usable`. */
export function linesToCore(
  { core, lines }: NetworkPlan,
  router: string,
  usable: (line: LinePlan) => boolean = () => true,
): readonly LinePlan[] | undefined {
  const ways = new Map<string, readonly LinePlan[]>([[core, []]]);
  // Map iteration also visits what is added on the way: breadth first.
  for (const [place, way] of ways) {
    if (place === router) return way;
    for (const line of lines.filter(usable)) {
      const next = otherEnd(line, place);
      if (next !== undefined && !ways.has(next)) ways.set(next, [line, ...way]);
    }
  }
  return undefined;
}

function otherEnd({ ends: [a, b] }: LinePlan, router: string): string | undefined {
  if (a.router === router) return b.router;
  return b.router === router ? a.router : undefined;
}
