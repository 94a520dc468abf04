/** The air that the simulated base stations share: who serves which subscribers, given what each cell radiates. */
import { LEAST_RECEIVED, type Place, type Ridge, received } from './propagation.js';

/** What a base station adds to the air. */
export interface Transmitter {
  readonly place: Place;
  /** dBm; undefined while the cell is silent. */
  readonly radiated: () => number | undefined;
}

export class RadioNetwork {
  readonly #transmitters = new Map<string, Transmitter>();

  /** @param subscribers where they stand; `ridges` are what no plan knows of */
  constructor(
    private readonly subscribers: readonly Place[],
    private readonly ridges: readonly Ridge[] = [],
  ) {}

  add(name: string, transmitter: Transmitter): void {
    this.#transmitters.set(name, transmitter);
  }

  /** How many subscribers each base station serves: each is with the one that it hears best, if well enough. */
  served(): ReadonlyMap<string, number> {
    const counts = new Map([...this.#transmitters.keys()].map((name): [string, number] => [name, 0]));
    const heard = [...this.#transmitters].flatMap(([name, { place, radiated }]) => {
      const power = radiated();
      return power === undefined ? [] : [{ name, place, power }];
    });
    for (const subscriber of this.subscribers) {
      let best = { name: '', power: Number.NEGATIVE_INFINITY };
      for (const { name, place, power } of heard) {
        const arriving = received(power, place, subscriber, this.ridges);
        if (arriving > best.power) best = { name, power: arriving };
      }
      if (best.power >= LEAST_RECEIVED) counts.set(best.name, (counts.get(best.name) ?? 0) + 1);
    }
    return counts;
  }
}
