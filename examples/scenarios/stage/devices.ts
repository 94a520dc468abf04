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
import { together } from './together.js';

/** A device that runs, and how one logs in. */
export interface StageDevice {
  readonly name: string;
  readonly node: Node;
  readonly port: number;
  readonly hostKey: string;
  readonly user: string;
  readonly password: string;
}

/** A device, by how it behaves and how it is delivered. */
export interface DeviceKind {
  readonly name: string;
  readonly plugins: readonly Plugin[];
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Directories of YANG modules that it has besides those of the stage. */
  readonly yang?: readonly string[];
}

/** The directory `yang` beside a source file, whether that file runs or what was compiled from it. @param url of the module */
export function yangBeside(url: string): string {
  const source = url.replace('/dist/examples/', '/examples/');
  return fileURLToPath(new URL('yang', source));
}

const YANG = yangBeside(import.meta.url);

/**
 * Starts all devices of the network.
 * @param others devices of a kind of their own; the first compiles the models for the rest of them
 * @param keep is given each as soon as it runs, so that it is closed whatever happens
 */
export async function startDevices(
  network: SimulatedNetwork,
  others: readonly DeviceKind[],
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
    others,
  ];
  const start = (kind: DeviceKind) => startDevice(kind, files, keep);
  const started = await together(
    kinds.map(async ([first, ...rest]) => {
      // The first of a kind compiles the models for the others.
      const one = first ? [await start(first)] : [];
      return [...one, ...(await together(rest.map(start)))];
    }),
  );
  return started.flat();
}

async function startDevice(
  { name, plugins, configuration, yang = [] }: DeviceKind,
  files: PrivateFiles,
  keep: (node: Node) => void,
): Promise<StageDevice> {
  const data = await files.dataDirectory(name);
  const config = await files.writeJson(configuration, name, 'as-delivered.json');
  const node = await startNode({ ...stageNodeOptions(data), yang: [YANG, ...yang], plugins, config: [config] });
  keep(node);
  const { port = 0, hostKeyFingerprint: hostKey = '' } = node.ready.netconf ?? {};
  const password = (await readFile(node.ready.passwordFile, 'utf8')).trim();
  return { name, node, port, hostKey, user: 'admin', password };
}
