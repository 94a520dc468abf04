/** What the NETCONF face announces under one schema. */
import { CAPABILITY } from '../clients/index.js';
import type { Module, Schema } from '../yang/index.js';

const PROTOCOL: readonly string[] = [
  CAPABILITY.base10,
  CAPABILITY.base11,
  CAPABILITY.writableRunning,
  CAPABILITY.rollbackOnError,
  CAPABILITY.notification,
  CAPABILITY.interleave,
  `${CAPABILITY.withDefaults}?basic-mode=explicit&also-supported=report-all,trim,report-all-tagged`,
];

/**
 * Capabilities for the hello. Modules are announced whichever YANG version they are written in: clients of RFC 6020
 * know them from here only, clients of RFC 7950 read yang-library.
 */
export function capabilitiesOf(schema: Schema): readonly string[] {
  const library = schema.modules.get('ietf-yang-library')?.revision ?? '';
  const modules = [...schema.modules.values()].filter((module) => module.conformance === 'implement');
  return [
    ...PROTOCOL,
    `${CAPABILITY.yangLibrary11}?revision=${library}&content-id=${schema.contentId}`,
    `${CAPABILITY.yangLibrary10}?revision=${library}&module-set-id=${schema.contentId}`,
    ...modules.map(moduleCapability),
  ];
}

/** RFC 6020 §5.6.4. */
function moduleCapability({ namespace, name, revision, features, deviatedBy }: Module): string {
  const parameters = [
    `module=${name}`,
    ...(revision ? [`revision=${revision}`] : []),
    ...(features.size > 0 ? [`features=${[...features].join(',')}`] : []),
    ...(deviatedBy.length > 0 ? [`deviations=${deviatedBy.join(',')}`] : []),
  ];
  return `${namespace}?${parameters.join('&')}`;
}
