/** Which types refer to other nodes (RFC 7950 §9.9, §9.13). */
import type { InstanceIdentifierType, LeafrefType, Type } from '../../yang/types.js';

export type Reference = LeafrefType | InstanceIdentifierType;

/** The references among a type and its union members, those that require no instance included. */
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

/** Whether values of the type must refer to something that exists. */
export function requiresInstance(type: Type): boolean {
  return referencesOf(type).some((reference) => reference.requireInstance);
}
