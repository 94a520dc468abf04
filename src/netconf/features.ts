/** The optional capabilities of NETCONF, announced by the features of ietf-netconf. */
import { RpcError } from '../data/index.js';
import type { Schema } from '../yang/index.js';

export type NetconfFeature =
  | 'writable-running'
  | 'candidate'
  | 'confirmed-commit'
  | 'rollback-on-error'
  | 'validate'
  | 'startup'
  | 'url'
  | 'xpath';

export function hasFeature(schema: Schema, feature: NetconfFeature): boolean {
  return schema.modules.get('ietf-netconf')?.features.has(feature) === true;
}

/** @param element the element that needs the feature. @throws RpcError operation-not-supported */
export function requireFeature(schema: Schema, feature: NetconfFeature, element: string): void {
  if (hasFeature(schema, feature)) return;
  throw new RpcError({
    type: 'protocol',
    tag: 'operation-not-supported',
    message: `${element} needs the capability :${feature}, which is not announced here`,
    info: { 'bad-element': element },
  });
}
