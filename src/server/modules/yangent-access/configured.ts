/** The configuration of access: who logs in, and the truststore, to whose bags it refers. */
import type { Tree } from '../../../data/index.js';
import type { IetfTruststoreConfig, YangentAccessConfig } from '../../../generated/providers.js';
import { configuration } from '../../configuration.js';

export const ACCESS = '/yangent-access:access';
export const TRUSTSTORE = '/ietf-truststore:truststore';

export type AccessNode = YangentAccessConfig[typeof ACCESS];
export type TruststoreNode = IetfTruststoreConfig[typeof TRUSTSTORE];

export interface ConfiguredAccess {
  readonly access: AccessNode['value'];
  /** Undefined on a node whose operator has disabled the truststore. */
  readonly truststore: TruststoreNode['value'] | undefined;
}

/** Returns both as they are in a datastore, with the defaults in use. */
export function accessIn(tree: Tree): ConfiguredAccess {
  return {
    access: configuration(tree, ACCESS),
    truststore: tree.schema.data.has(TRUSTSTORE.slice(1)) ? configuration(tree, TRUSTSTORE) : undefined,
  };
}
