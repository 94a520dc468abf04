/** The providers of a node: those of the protocols' own modules, of the concepts, and of plugins. */
import { devicesProvider } from '../../devices/index.js';
import { loopsProvider } from '../../loops/index.js';
import { capabilitiesOf } from '../../netconf/index.js';
import { restconfMonitoringProvider } from '../../restconf/index.js';
import {
  type AnyProvider,
  accessProvider,
  acmProvider,
  monitoringProvider,
  type SessionRegistry,
  streamListProvider,
  yangLibraryProvider,
} from '../../server/index.js';
import { providersOf } from '../plugin.js';
import type { Concepts, Late } from './concepts.js';
import type { Ground } from './ground.js';

export function providersFor(
  { schemaOf, accessControl, nodeSchema, access, addresses, plugins }: Ground,
  { agents, contexts, tasks, devices, loops, workflows }: Concepts,
  sessions: SessionRegistry,
  { server }: Late,
): readonly AnyProvider[] {
  return [
    yangLibraryProvider(schemaOf, (view) => server().datastores.served(view)),
    acmProvider({ access: accessControl, schema: nodeSchema }),
    accessProvider(access),
    monitoringProvider({
      schemaOf,
      sessions,
      capabilities: (view) => capabilitiesOf(schemaOf(view)),
      datastores: () => server().datastores,
    }),
    streamListProvider((view, principal) => server().streams(view, principal)),
    restconfMonitoringProvider({
      streams: (view, principal) => server().streams(view, principal),
      baseUrl: () => addresses.restconf ?? '',
    }),
    ...agents.providers,
    ...contexts.providers,
    ...tasks.providers,
    devicesProvider(devices),
    loopsProvider(loops),
    ...workflows.providers,
    ...providersOf(plugins),
  ];
}
