/** Who judges beside our engine: yanglint where it is installed, or libyang as WebAssembly. */
import { type Peer, peer } from '../peers.js';
import type { Oracle } from './judged.js';
import { LibyangOracle } from './libyang-oracle.js';
import { Yanglint } from './yanglint.js';
import { YanglintOracle } from './yanglint-oracle.js';

export const ORACLES = ['yanglint', 'libyang-wasm'] as const satisfies readonly Peer[];
export type OracleName = (typeof ORACLES)[number];

/** @param folder where it may write; its owner removes it. @throws Error where it is not there */
export function openOracle(name: OracleName, folder: string): Oracle {
  const path = peer(name);
  if (path === undefined) throw new Error(`${name} is not there`);
  return name === 'yanglint' ? new YanglintOracle(new Yanglint(path, folder)) : new LibyangOracle();
}

/** The one that YANGENT_ORACLE names, or the first that is there. @throws Error for a name that is none */
export function chosenOracle(): OracleName | undefined {
  const wanted = process.env.YANGENT_ORACLE;
  if (wanted === undefined) return ORACLES.find((name) => peer(name) !== undefined);
  const named = ORACLES.find((name) => name === wanted);
  if (named === undefined) throw new Error(`YANGENT_ORACLE is ${wanted}: it may be ${ORACLES.join(' or ')}`);
  return named;
}
