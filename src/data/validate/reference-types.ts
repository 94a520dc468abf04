/** Types that refer to other nodes (RFC 7950 §9.9, §9.13). */
import type { InstanceIdentifierType, LeafrefType, Type } from '../../yang/types.js';

export type Reference = LeafrefType | InstanceIdentifierType;

/** Returns the reference types in a type and its union members, also those that do not require an instance. */
export function referencesOf(type: Type): readonly Reference[] {
  switch (type.base) {
    case 'leafref':
    case 'instance-identifier':
      return [type];
    case 'union':
      return type.members.flatMap(referencesOf);
    default:
      return [];
  }
}

/** True when values of the type must refer to an existing node. */
export function requiresInstance(type: Type): boolean {
  return referencesOf(type).some((reference) => reference.requireInstance);
}
