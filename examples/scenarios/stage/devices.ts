/** The devices of a simulated network, each a node of its own that listens for NETCONF. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Node, type Plugin, startNode } from 'yangent';
import {
  baseStation,
  baseStationConfiguration,
  router,
  routerConfiguration,
  type SimulatedNetwork,
} from './network/index.js';
import { stageNodeOptions } from './node-options.js';
import type { PrivateFiles } from './private-files.js';

/** A device that runs, and how one logs in. */
export interface StageDevice {
  readonly name: string;
  readonly node: Node;
  readonly port: number;
  readonly hostKey: string;
  readonly user: string;
  readonly password: string;
}

interface DeviceKind {
  readonly name: string;
  readonly plugins: readonly Plugin[];
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Beside the source of this file, whether that runs or what was compiled from it. */
const IN_DIST = import.meta.url.includes('/dist/examples/');
const YANG = fileURLToPath(new URL(IN_DIST ? '../../../../examples/scenarios/stage/yang' : 'yang', import.meta.url));

/** Starts all devices of the network. @param keep is given each as soon as it runs, so that it is closed whatever happens */
export async function startDevices(
  network: SimulatedNetwork,
  files: PrivateFiles,
  keep: (node: Node) => void,
): Promise<readonly StageDevice[]> {
  const { routers, baseStations } = network.plan;
  const kinds: readonly (readonly DeviceKind[])[] = [
    routers.map(({ name }) => ({
      name,
      plugins: router(network, name),
      configuration: routerConfiguration(network, name),
    })),
    baseStations.map((plan) => ({
      name: plan.name,
      plugins: baseStation(network, plan),
      configuration: baseStationConfiguration(plan),
    })),
  ];
  const start = (kind: DeviceKind) => startDevice(kind, files, keep);
  const started = await Promise.all(
    kinds.map(async ([first, ...others]) => {
      // The first of a kind compiles the models for the others.
      const one = first ? [await start(first)] : [];
      return [...one, ...(await Promise.all(others.map(start)))];
    }),
  );
  return started.flat();
}

async function startDevice(
  { name, plugins, configuration }: DeviceKind,
  files: PrivateFiles,
  keep: (node: Node) => void,
): Promise<StageDevice> {
  const data = await files.dataDirectory(name);
  const config = await files.writeJson(configuration, name, 'as-delivered.json');
  const node = await startNode({ ...stageNodeOptions(data), yang: [YANG], plugins, config: [config] });
  keep(node);
  const { port = 0, hostKeyFingerprint: hostKey = '' } = node.ready.netconf ?? {};
  const password = (await readFile(node.ready.passwordFile, 'utf8')).trim();
  return { name, node, port, hostKey, user: 'admin', password };
}
