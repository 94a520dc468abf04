/** ietf-yang-library (RFC 8525): the modules of each endpoint. */
import type { DatastoreName } from '../../../datastore/index.js';
import type { Module, Schema } from '../../../yang/index.js';
import type { Provider } from '../../provider.js';
import type { View } from '../../view.js';

/** Implements ietf-yang-library. @param schemaOf returns the schema of a view; `datastoresOf` returns its datastores */
export function yangLibraryProvider(
  schemaOf: (view: View) => Schema,
  datastoresOf: (view: View) => readonly DatastoreName[],
): Provider {
  return {
    module: 'ietf-yang-library',
    state: {
      '/ietf-yang-library:yang-library': async (call) => yangLibrary(schemaOf(call.view), datastoresOf(call.view)),
      '/ietf-yang-library:modules-state': async (call) => modulesState(schemaOf(call.view)),
    },
  };
}

function yangLibrary(schema: Schema, datastores: readonly DatastoreName[]): unknown {
  const modules = [...schema.modules.values()];
  const implemented = modules.filter((module) => module.conformance === 'implement');
  const imported = modules.filter((module) => module.conformance === 'import');
  return {
    'module-set': [
      { name: 'all', module: implemented.map(moduleEntry), 'import-only-module': imported.map(importOnlyEntry) },
    ],
    schema: [{ name: 'all', 'module-set': ['all'] }],
    datastore: datastores.map((name) => ({ name: `ietf-datastores:${name}`, schema: 'all' })),
    'content-id': schema.contentId,
  };
}

function moduleEntry(module: Module): unknown {
  return compact({
    name: module.name,
    revision: module.revision,
    namespace: module.namespace,
    submodule: submodules(module, 'revision'),
    feature: [...module.features],
    deviation: module.deviatedBy,
  });
}

function importOnlyEntry(module: Module): unknown {
  return compact({
    name: module.name,
    revision: module.revision ?? '',
    namespace: module.namespace,
    submodule: submodules(module, 'revision'),
  });
}

function submodules(module: Module, key: 'revision'): unknown[] {
  return module.submodules.map((each) => compact({ name: each.name, [key]: each.revision }));
}

/** Returns the form of RFC 7895, for clients without NMDA. */
function modulesState(schema: Schema): unknown {
  const entry = (module: Module) =>
    compact({
      name: module.name,
      revision: module.revision ?? '',
      namespace: module.namespace,
      feature: [...module.features],
      deviation: module.deviatedBy.map((name) => ({ name, revision: schema.modules.get(name)?.revision ?? '' })),
      'conformance-type': module.conformance,
      submodule: module.submodules.map((each) => ({ name: each.name, revision: each.revision ?? '' })),
    });
  return { 'module-set-id': schema.contentId, module: [...schema.modules.values()].map(entry) };
}

/** Removes members that are undefined or empty lists. */
function compact(entry: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}
