/**
 * Makes a yangent node behave as a router: ietf-interfaces with state that follows configuration.
 * Run it with: yangent serve --plugin examples/simulated-device/plugin.ts --config examples/simulated-device/interfaces.json
 */
import { definePlugin } from 'yangent';
import { Port, type PortConfiguration } from './port.js';

const INTERFACE = '/ietf-interfaces:interfaces/interface';

const ports = new Map<string, Port>();
let lastIndex = 0;

/** Makes or changes a port as its entry in configuration says; `enabled` is true unless it is there. */
function configure(name: string, entry: unknown): void {
  const wanted: PortConfiguration = { enabled: !isObject(entry) || entry.enabled !== false };
  const port = ports.get(name);
  if (port) port.configure(wanted, new Date());
  else ports.set(name, new Port(++lastIndex, wanted, new Date()));
}

export default definePlugin({
  module: 'ietf-interfaces',
  // The types of interfaces, which configuration names.
  modules: ['iana-if-type'],

  state: {
    // Without `list`, the entries are those in configuration; this adds their state.
    [INTERFACE]: { get: async ({ name }) => ports.get(String(name))?.state(new Date()) },
  },

  config: {
    [INTERFACE]: {
      apply: async ({ keys, after }) => {
        const name = String(keys.name);
        if (after === undefined) ports.delete(name);
        else configure(name, after);
      },
    },
  },

  // What was configured before this start.
  start: async (node) => {
    const list = await node.read('/ietf-interfaces:interfaces/interface');
    for (const entry of Array.isArray(list) ? list.filter(isObject) : []) configure(String(entry.name), entry);
  },
});

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
