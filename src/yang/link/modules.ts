/** Converts source modules to the modules of the schema, and computes the content-id. */
import { createHash } from 'node:crypto';
import type { Annotation, Identity, Module } from '../schema.js';
import { childArgument } from '../text/statement.js';
import type { Features } from './features.js';
import type { SourceModule } from './unit.js';

/** A module whose identities and annotations are filled in while it is compiled. */
export interface ModuleUnderWay extends Module {
  readonly identities: Map<string, Identity>;
  readonly annotations: Map<string, Annotation>;
}

export function toModule(
  source: SourceModule,
  conformance: Module['conformance'],
  deviatedBy: readonly string[],
  features: Features,
): ModuleUnderWay {
  const { statement, text, file } = source.main;
  return {
    name: source.name,
    namespace: source.namespace,
    prefix: source.prefix,
    revision: source.revision,
    yangVersion: source.version,
    organization: childArgument(statement, 'organization'),
    contact: childArgument(statement, 'contact'),
    description: childArgument(statement, 'description'),
    conformance,
    features: features.enabled(source),
    definedFeatures: new Set(source.features.keys()),
    deviatedBy,
    submodules: source.units.slice(1).map((u) => ({ name: u.name, revision: u.revision, text: u.text, file: u.file })),
    identities: new Map(),
    annotations: new Map(),
    text,
    file,
  };
}

/** The module of the root node, which belongs to no real module. */
export const NO_MODULE: Module = {
  name: '',
  namespace: '',
  prefix: '',
  yangVersion: '1.1',
  conformance: 'import',
  features: new Set(),
  definedFeatures: new Set(),
  deviatedBy: [],
  submodules: [],
  identities: new Map(),
  annotations: new Map(),
  text: '',
  file: '',
};

/** Returns a hash of the implemented modules; the order of modules and features does not matter (RFC 8525 §3, content-id). */
export function contentIdOf(modules: Iterable<Module>): string {
  const lines = [...modules].map((m) =>
    [
      `${m.name}@${m.revision ?? ''}`,
      m.conformance,
      [...m.features].sort().join(','),
      [...m.deviatedBy].sort().join(','),
    ].join(' '),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 16);
}
