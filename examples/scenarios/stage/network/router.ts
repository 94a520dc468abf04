/** A simulated router: ietf-interfaces and example-line, as the network has them. */
import { definePlugin, type NodeApi, type Plugin } from 'yangent';
import { announce } from './announce.js';
import type { SimulatedNetwork } from './network.js';
import type { LineEnd } from './plan.js';

const INTERFACE = '/ietf-interfaces:interfaces/interface';
const TERMINATION = '/example-line:terminations/termination';

/** The plugins that make a node behave as that router of the network. */
export function router(network: SimulatedNetwork, name: string): readonly Plugin[] {
  const ends = network.plan.lines.flatMap((line) => line.ends).filter((end) => end.router === name);
  const status = new LineStatus(network, ends);
  const interfaces = definePlugin({
    module: 'ietf-interfaces',
    modules: ['iana-if-type'],
    state: { [INTERFACE]: { get: async (keys) => status.interface(String(keys.name)) } },
    config: {
      [INTERFACE]: {
        apply: async ({ keys, after }) =>
          network.setEnabled({ router: name, interface: String(keys.name) }, isEnabled(after)),
      },
    },
  });
  const lines = definePlugin({
    module: 'example-line',
    state: {
      [TERMINATION]: {
        get: async (keys) => ends.map(terminationOf).find((each) => each.interface === String(keys.interface)),
        list: async ({ after, limit }) => {
          const all = ends.map(terminationOf);
          const start =
            after === undefined ? 0 : all.findIndex((each) => each.interface === String(after.interface)) + 1;
          return all.slice(start, start + limit);
        },
      },
    },
    start: async (node) => status.tell(node),
  });
  const terminationOf = (end: LineEnd) => ({ interface: end.interface, ...network.optics(end) });
  return [interfaces, lines];
}

/** RFC 7951 value of `/ietf-interfaces:interfaces` as such a router is delivered. */
export function routerConfiguration(network: SimulatedNetwork, name: string): Readonly<Record<string, unknown>> {
  const own = network.plan.lines.flatMap((line) =>
    line.ends.filter((end) => end.router === name).map((end) => ({ end, line: line.name })),
  );
  return {
    'ietf-interfaces:interfaces': {
      interface: own.map(({ end, line }) => ({
        name: end.interface,
        description: line,
        type: 'iana-if-type:ethernetCsmacd',
        enabled: true,
      })),
    },
  };
}

/** Whether the interfaces of one router are up, and since when. */
class LineStatus {
  readonly #known = new Map<string, { readonly up: boolean; readonly since: string }>();

  constructor(
    private readonly network: SimulatedNetwork,
    private readonly ends: readonly LineEnd[],
  ) {
    for (const end of ends) this.#known.set(end.interface, { up: this.isUp(end), since: new Date().toISOString() });
  }

  interface(name: string): Readonly<Record<string, unknown>> | undefined {
    const end = this.ends.find((each) => each.interface === name);
    const known = this.#known.get(name);
    if (!end || !known) return undefined;
    return {
      'admin-status': this.network.isEnabled(end) ? 'up' : 'down',
      'oper-status': this.isUp(end) ? 'up' : 'down',
      'last-change': known.since,
      'if-index': this.ends.indexOf(end) + 1,
      statistics: { 'discontinuity-time': known.since },
    };
  }

  /** Sends line-status-changed for every change until the function it gives is called. */
  tell(node: NodeApi): () => void {
    const subscription = this.network.changes.subscribe(() => {
      for (const end of this.ends) this.#look(end, node);
    });
    return () => subscription.unsubscribe();
  }

  #look(end: LineEnd, node: NodeApi): void {
    const up = this.isUp(end);
    if (this.#known.get(end.interface)?.up === up) return;
    const since = new Date().toISOString();
    this.#known.set(end.interface, { up, since });
    announce(node, 'example-line:line-status-changed', { interface: end.interface, status: up ? 'up' : 'down', since });
  }

  private isUp(end: LineEnd): boolean {
    const line = this.network.lineAt(end);
    return line !== undefined && this.network.isUp(line);
  }
}

function isEnabled(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && !('enabled' in entry && entry.enabled === false);
}
