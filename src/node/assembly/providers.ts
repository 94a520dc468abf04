/** The providers of a node: those of the protocols' own modules, of the concepts, and of plugins. */
import { devicesProvider } from '../../devices/index.js';
import { loopsProvider } from '../../loops/index.js';
import { capabilitiesOf } from '../../netconf/index.js';
import { restconfMonitoringProvider } from '../../restconf/index.js';
import {
  type AnyProvider,
  accessProviders,
  acmProvider,
  auditProvider,
  type GrantNeeds,
  keyProviders,
  monitoringProvider,
  type ProtocolSessions,
  streamListProvider,
  yangLibraryProvider,
} from '../../server/index.js';
import { caller } from '../local.js';
import { providersOf } from '../plugin.js';
import type { Concepts, Late } from './concepts.js';
import type { Ground } from './ground.js';

export function providersFor(
  {
    schemaOf,
    accessControl,
    nodeSchema,
    access,
    addresses,
    plugins,
    keys,
    records,
    events,
    running,
    store,
    audit,
  }: Ground,
  { identity, agents, directory, contexts, tasks, sessions, peers, devices, loops, workflows, approvals }: Concepts,
  protocolSessions: ProtocolSessions,
  { server }: Late,
  grantNeeds: GrantNeeds,
): readonly AnyProvider[] {
  return [
    yangLibraryProvider(schemaOf, (view) => server().datastores.served(view)),
    acmProvider({ access: accessControl, schema: nodeSchema }),
    ...accessProviders(access, () => running.tree, nodeSchema, { approvals, store, events }, grantNeeds),
    ...keyProviders({ keys, events, records, running: () => running.tree }),
    auditProvider(records),
    monitoringProvider({
      schemaOf,
      sessions: protocolSessions,
      capabilities: (view) => capabilitiesOf(schemaOf(view)),
      datastores: () => server().datastores,
    }),
    streamListProvider((view, principal) => server().streams(view, principal)),
    restconfMonitoringProvider({
      streams: (view, principal) => server().streams(view, principal),
      baseUrl: () => addresses.restconf ?? '',
    }),
    ...identity.providers,
    ...agents.providers,
    ...contexts.providers,
    ...tasks.providers,
    ...sessions.providers,
    ...peers.providers,
    devicesProvider(devices),
    loopsProvider(loops, {
      ownersOf: (agent) => directory.ownersOf(agent),
      recordRecovery: (principal, loop) =>
        audit.record(caller(principal), {
          ...{ kind: 'recovery', operation: 'yangent-loops:approve', outcome: 'done' },
          targets: [`/yangent-loops:loops/loop[name='${loop}']`],
        }),
    }),
    ...workflows.providers,
    ...providersOf(plugins),
  ];
}
