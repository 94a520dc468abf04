/** The links of the row: each is a way in both directions, which can be cut or fall silent. */
import { type Cut, startCut } from '../../support/cut.js';
import { neighboursOf, PLACES, type Place } from './row.js';

export class Link {
  private constructor(
    /** The two nodes, in the order of the row. */
    readonly ends: readonly [Place, Place],
    private readonly cuts: Readonly<Partial<Record<Place, Cut>>>,
  ) {}

  /** @param ports of the nodes */
  static async open([one, other]: readonly [Place, Place], ports: Readonly<Record<Place, number>>): Promise<Link> {
    const [there, back] = [await openWay(ports[other]), await openWay(ports[one])];
    return new Link([one, other], { [one]: there, [other]: back });
  }

  /** Returns the port at which a node reaches the other end; undefined for a node that is no end. */
  portFor(place: Place): number | undefined {
    return this.cuts[place]?.port;
  }

  /** Breaks all connections, and refuses others. */
  sever(): void {
    for (const cut of this.#both) cut.sever();
  }

  /** Lets nothing through any more, without telling either end. */
  silence(): void {
    for (const cut of this.#both) for (const direction of ['there', 'back'] as const) cut.hold(direction, 0);
  }

  mend(): void {
    for (const cut of this.#both) cut.mend();
  }

  async close(): Promise<void> {
    await Promise.all(this.#both.map((cut) => cut.close()));
  }

  get #both(): readonly Cut[] {
    return Object.values(this.cuts);
  }
}

function openWay(port: number): Promise<Cut> {
  return startCut({ host: '127.0.0.1', port });
}

/** Opens the links between neighbours. */
export function openLinks(ports: Readonly<Record<Place, number>>): Promise<readonly Link[]> {
  const pairs = PLACES.flatMap((one, index) =>
    neighboursOf(one)
      .filter((other) => PLACES.indexOf(other) > index)
      .map((other) => [one, other] as const),
  );
  return Promise.all(pairs.map((ends) => Link.open(ends, ports)));
}
