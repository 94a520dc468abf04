/** A simulated base station: example-radio, as the network has it. */
import { definePlugin, type NodeApi, type Plugin } from 'yangent';
import { announce } from './announce.js';
import type { SimulatedNetwork } from './network.js';
import type { BaseStationPlan } from './plan.js';

const BASE_STATION = '/example-radio:base-station';

/** The plugins that make a node behave as that base station of the network. */
export function baseStation(network: SimulatedNetwork, plan: BaseStationPlan): readonly Plugin[] {
  const service = new Service(network, plan);
  return [
    definePlugin({
      module: 'example-radio',
      state: {
        [`${BASE_STATION}/service-state`]: async () => service.state,
        [`${BASE_STATION}/return-link`]: async () => service.returnLink,
        [`${BASE_STATION}/last-change`]: async () => service.since,
      },
      config: {
        [BASE_STATION]: { apply: async ({ after }) => service.setEnabled(isEnabled(after)) },
      },
      start: async (node) => service.tell(node),
    }),
  ];
}

/** RFC 7951 value of `/example-radio:base-station` as such a base station is delivered. */
export function baseStationConfiguration({ site, cells }: BaseStationPlan): Readonly<Record<string, unknown>> {
  return { 'example-radio:base-station': { site, cell: cells.map((name) => ({ name })) } };
}

/** Whether the base station serves, and since when it does or does not. */
class Service {
  #enabled = true;
  #node: NodeApi | undefined;
  #serves: boolean;
  since = new Date().toISOString();

  constructor(
    private readonly network: SimulatedNetwork,
    private readonly plan: BaseStationPlan,
  ) {
    this.#serves = this.#cause() === undefined;
  }

  get state(): 'in-service' | 'out-of-service' {
    return this.#serves ? 'in-service' : 'out-of-service';
  }

  get returnLink(): 'up' | 'down' {
    return this.network.reachesCore(this.plan.router) ? 'up' : 'down';
  }

  setEnabled(enabled: boolean): void {
    this.#enabled = enabled;
    this.#look();
  }

  /** Sends service-state-changed for every change until the function it gives is called. */
  tell(node: NodeApi): () => void {
    this.#node = node;
    const subscription = this.network.changes.subscribe(() => this.#look());
    return () => subscription.unsubscribe();
  }

  #look(): void {
    const cause = this.#cause();
    const serves = cause === undefined;
    if (serves === this.#serves) return;
    this.#serves = serves;
    this.since = new Date().toISOString();
    const change = { 'service-state': this.state, ...(cause !== undefined && { cause }), since: this.since };
    if (this.#node) announce(this.#node, 'example-radio:service-state-changed', change);
  }

  /** Why it does not serve. */
  #cause(): string | undefined {
    if (!this.#enabled) return 'locked by an operator';
    return this.network.fault(this.plan.name) ?? (this.returnLink === 'down' ? 'the core does not answer' : undefined);
  }
}

function isEnabled(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && !('enabled' in entry && entry.enabled === false);
}
