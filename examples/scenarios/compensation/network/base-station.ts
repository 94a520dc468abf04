/** A simulated base station of one cell, which shares the air with the others: example-radio and example-coverage. */
import { definePlugin, type NodeApi, type Plugin } from 'yangent';
import { consumption, MOST_POWER, powerLimit } from './energy.js';
import type { Place } from './propagation.js';
import type { RadioNetwork } from './radio-network.js';

const BASE_STATION = '/example-radio:base-station';

/** What a base station was planned for, and how it is delivered. */
export interface BaseStationPlan {
  readonly name: string;
  readonly site: string;
  readonly place: Place;
  /** Metres. */
  readonly radius: number;
  readonly subscribers: number;
  /** dBm. */
  readonly transmitPower: number;
  /** Percent. */
  readonly savingTarget: number;
}

type Members = Readonly<Record<string, unknown>>;

/** RFC 7951 value of `/example-radio:base-station` as such a base station is delivered. */
export function deliveredAs({ site, name, place, radius, subscribers, ...cell }: BaseStationPlan): Members {
  return {
    'example-radio:base-station': {
      site,
      cell: [
        {
          name: cellOf(name),
          'transmit-power': cell.transmitPower,
          'energy-saving': true,
          'example-coverage:saving-target': cell.savingTarget,
        },
      ],
      'example-coverage:planned': { east: place.x, north: place.y, radius, subscribers },
    },
  };
}

/** The name of the one cell of a base station. */
export function cellOf(baseStation: string): string {
  return `${baseStation}-a`;
}

/** What its configuration says of its cell. */
interface CellConfiguration {
  readonly power: number;
  readonly limit: number;
}

const UNCONFIGURED: CellConfiguration = { power: 40, limit: MOST_POWER };

export class BaseStation {
  #enabled = true;
  #cell = UNCONFIGURED;
  /** Its controller has stopped: it serves nobody until it is restarted. */
  #stopped = false;
  #node: NodeApi | undefined;
  #since = new Date().toISOString();

  constructor(
    private readonly plan: BaseStationPlan,
    private readonly air: RadioNetwork,
  ) {
    air.add(plan.name, { place: plan.place, radiated: () => this.radiated });
  }

  /** dBm; undefined while it is silent. */
  get radiated(): number | undefined {
    return this.serves ? Math.min(this.#cell.power, this.#cell.limit) : undefined;
  }

  get serves(): boolean {
    return this.#enabled && !this.#stopped;
  }

  /** The fault of the scenario: the controller of the base station stops, and with it radio and return link. */
  stopController(): void {
    this.#change(() => {
      this.#stopped = true;
    });
  }

  /** What makes a node behave as this base station. */
  plugin(): Plugin {
    return definePlugin({
      module: 'example-radio',
      modules: ['example-coverage'],
      state: {
        [`${BASE_STATION}/service-state`]: async () => (this.serves ? 'in-service' : 'out-of-service'),
        // The link ends in the controller: to the base station, one that stopped looks like a link that is down.
        [`${BASE_STATION}/return-link`]: async () => (this.#stopped ? 'down' : 'up'),
        [`${BASE_STATION}/last-change`]: async () => this.#since,
        [`${BASE_STATION}/example-coverage:subscribers`]: async () => this.air.served().get(this.plan.name) ?? 0,
        [`${BASE_STATION}/cell`]: { get: async () => this.cellState() },
      },
      config: { [BASE_STATION]: { apply: async ({ after }) => this.configure(after) } },
      start: async (node) => {
        this.#node = node;
        this.configure(await node.read(BASE_STATION));
      },
    });
  }

  private cellState(): Members {
    const { radiated } = this;
    return {
      'example-coverage:power-limit': this.#cell.limit,
      ...(radiated !== undefined && { 'example-coverage:radiated-power': radiated }),
      'example-coverage:consumption': radiated === undefined ? 0 : Math.round(consumption(radiated)),
    };
  }

  private configure(value: unknown): void {
    const { enabled, cell } = membersOf(value);
    this.#change(() => {
      // Switching it off and on again restarts its controller.
      if (enabled === false) this.#stopped = false;
      this.#enabled = enabled !== false;
      this.#cell = cellIn(membersOf(Array.isArray(cell) ? cell[0] : undefined));
    });
  }

  /** Tells whoever listens when the change ends or begins service. */
  #change(change: () => void): void {
    const before = this.serves;
    change();
    if (this.serves === before) return;
    this.#since = new Date().toISOString();
    const cause = this.#stopped ? 'the controller does not answer' : this.#enabled ? undefined : 'switched off';
    this.#node
      ?.notify('example-radio:service-state-changed', {
        'service-state': this.serves ? 'in-service' : 'out-of-service',
        ...(cause !== undefined && { cause }),
        since: this.#since,
      })
      .catch((error: unknown) => process.emitWarning(`service-state-changed was not sent: ${String(error)}`));
  }
}

function cellIn(cell: Members): CellConfiguration {
  const { 'transmit-power': power, 'energy-saving': saves, 'example-coverage:saving-target': target } = cell;
  return {
    power: typeof power === 'number' ? power : UNCONFIGURED.power,
    limit: saves === true && typeof target === 'number' ? powerLimit(target) : MOST_POWER,
  };
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
