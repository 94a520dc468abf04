/** The capabilities that the NETCONF server announces for one schema. */
import { CAPABILITY } from '../wire/index.js';
import type { Module, Schema } from '../yang/index.js';
import { hasFeature, type NetconfFeature } from './features.js';
import { BASIC_MODE } from './operations/with-defaults.js';

const ALWAYS: readonly string[] = [
  CAPABILITY.base10,
  CAPABILITY.base11,
  CAPABILITY.notification,
  CAPABILITY.interleave,
  `${CAPABILITY.withDefaults}?basic-mode=${BASIC_MODE}&also-supported=report-all,trim,report-all-tagged`,
  CAPABILITY.withOperationalDefaults,
];

/** The capabilities for features of ietf-netconf (RFC 6241 §8). */
const BY_FEATURE: ReadonlyMap<NetconfFeature, string> = new Map([
  ['writable-running', CAPABILITY.writableRunning],
  ['candidate', CAPABILITY.candidate],
  ['confirmed-commit', CAPABILITY.confirmedCommit],
  ['rollback-on-error', CAPABILITY.rollbackOnError],
  ['validate', CAPABILITY.validate],
  ['startup', CAPABILITY.startup],
  ['url', `${CAPABILITY.url}?scheme=file`],
  ['xpath', CAPABILITY.xpath],
]);

/**
 * Returns the capabilities for the hello. Modules of all YANG versions are announced: clients of RFC 6020 know them only from
 * here; clients of RFC 7950 read yang-library.
 */
export function capabilitiesOf(schema: Schema): readonly string[] {
  const library = schema.modules.get('ietf-yang-library')?.revision ?? '';
  const modules = [...schema.modules.values()].filter((module) => module.conformance === 'implement');
  return [
    ...ALWAYS,
    ...[...BY_FEATURE].filter(([feature]) => hasFeature(schema, feature)).map(([, capability]) => capability),
    `${CAPABILITY.yangLibrary11}?revision=${library}&content-id=${schema.contentId}`,
    `${CAPABILITY.yangLibrary10}?revision=${library}&module-set-id=${schema.contentId}`,
    ...modules.map(moduleCapability),
  ];
}

/** Returns the capability of a module (RFC 6020 §5.6.4). */
function moduleCapability({ namespace, name, revision, features, deviatedBy }: Module): string {
  const parameters = [
    `module=${name}`,
    ...(revision ? [`revision=${revision}`] : []),
    ...(features.size > 0 ? [`features=${[...features].join(',')}`] : []),
    ...(deviatedBy.length > 0 ? [`deviations=${deviatedBy.join(',')}`] : []),
  ];
  return `${namespace}?${parameters.join('&')}`;
}
