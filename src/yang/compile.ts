/** Compiles module texts to the schema: loading, linking, building, completing. */
import { Diagnostics, Fault } from './errors.js';
import { completeAnnotations } from './link/annotations.js';
import { Builder } from './link/build.js';
import { checkDefinitions } from './link/check-definitions.js';
import { completeChoice, completeDefault, completeList } from './link/complete.js';
import { dataOf } from './link/data-children.js';
import { checkExtensions } from './link/extensions.js';
import { type FeatureSelection, Features } from './link/features.js';
import { Identities } from './link/identities.js';
import { LeafrefResolver } from './link/leafref.js';
import { type Linked, link, modulesPointedAt, modulesReferredTo } from './link/link.js';
import { Loader } from './link/loader.js';
import { contentIdOf, type ModuleUnderWay, NO_MODULE, toModule } from './link/modules.js';
import { TypeCompiler } from './link/types/type-compiler.js';
import type { SourceModule } from './link/unit.js';
import type { Module, NotificationNode, OperationNode, RootNode, Schema, SchemaNode, StructureNode } from './schema.js';
import type { SourceSet } from './sources.js';

export interface CompileOptions {
  /** Repository of modules, submodules and imports. */
  readonly sources: SourceSet;
  /** Modules to implement, in a given revision or in the newest. */
  readonly implement: readonly (string | { readonly name: string; readonly revision?: string })[];
  /** Features to enable by module name; a module that is not in the map has none. Default: all features of all modules. */
  readonly features?: FeatureSelection;
}

/**
 * Compiles modules to an immutable schema (RFC 7950, RFC 7952 §3, RFC 8040 §8, RFC 8791). Modules that an implemented one
 * augments, deviates or refers to by leafref are implemented too (RFC 7950 §5.6.5); other imports are only imported. Throws
 * `YangErrors` with all faults found up to the end of the phase that failed.
 */
export function compile(options: CompileOptions): Schema {
  const diagnostics = new Diagnostics();
  const features = new Features(options.features, diagnostics);
  const [loader, wanted] = loadAll(options, diagnostics);
  for (const module of loader.modules) {
    features.check(module);
    checkExtensions(module, diagnostics);
  }
  diagnostics.throwIfAny();
  const [implemented, linked] = linkAll(wanted, loader, features, diagnostics);
  return build(loader, implemented, linked, features, diagnostics);
}

function loadAll(options: CompileOptions, diagnostics: Diagnostics): [Loader, SourceModule[]] {
  const wanted = options.implement.map((i) => (typeof i === 'string' ? { name: i } : i));
  const preferred = new Map<string, string>();
  for (const { name, revision } of wanted) if (revision !== undefined) preferred.set(name, revision);
  const loader = new Loader(options.sources, diagnostics, preferred);
  const modules = wanted.map(({ name, revision }) => {
    const asked = { file: name, line: 1, column: 1 };
    if (revision !== undefined && preferred.get(name) !== revision) {
      diagnostics.add(
        asked,
        `module '${name}' cannot be implemented in the revisions ${revision} and ${preferred.get(name)} at once`,
      );
    }
    return diagnostics.attempt(() => loader.load(name, undefined, asked));
  });
  diagnostics.throwIfAny();
  return [loader, [...new Set(modules.filter((m) => m !== undefined))]];
}

/** Links the modules, and links again with the modules that leafrefs refer to, until no more are needed. */
function linkAll(
  wanted: readonly SourceModule[],
  loader: Loader,
  features: Features,
  diagnostics: Diagnostics,
): [ReadonlySet<SourceModule>, Linked] {
  const implemented = new Set<SourceModule>();
  const implement = (module: SourceModule): void => {
    const chosen = loader.byName(module.name) ?? module;
    if (implemented.has(chosen)) return;
    implemented.add(chosen);
    for (const other of modulesPointedAt(chosen, diagnostics)) implement(other);
  };
  for (const module of wanted) implement(module);
  for (;;) {
    diagnostics.throwIfAny();
    const linked = link([...implemented], features, diagnostics);
    const before = implemented.size;
    for (const module of modulesReferredTo(linked, diagnostics)) implement(module);
    if (implemented.size === before) return [implemented, linked];
  }
}

function build(
  loader: Loader,
  implemented: ReadonlySet<SourceModule>,
  linked: Linked,
  features: Features,
  diagnostics: Diagnostics,
): Schema {
  const all = new Map<SourceModule, ModuleUnderWay>();
  const byName = new Map<string, ModuleUnderWay>();
  for (const source of loader.modules) {
    const conformance = implemented.has(source) ? 'implement' : 'import';
    const module = toModule(source, conformance, linked.deviatedBy.get(source.name) ?? [], features);
    all.set(source, module);
    if (conformance === 'implement' || loader.byName(source.name) === source || !byName.has(source.name))
      byName.set(source.name, module);
  }
  checkNamespaces(byName, diagnostics);
  const identities = new Identities(features, diagnostics);
  identities.link(all);
  for (const [source, module] of all)
    for (const [name, identity] of identities.of(source)) module.identities.set(name, identity);

  const types = new TypeCompiler(features, identities, diagnostics);
  const builder = new Builder(byName, types, diagnostics);
  for (const source of implemented)
    checkDefinitions(source, { types, modules: byName, expander: linked.expander, diagnostics });
  diagnostics.throwIfAny();

  const [root, rpcs, notifications] = buildRoot(linked, builder, diagnostics);
  const structures = new Map<string, StructureNode>();
  for (const draft of linked.structures) {
    const node = diagnostics.attempt(() => builder.build(draft, undefined));
    if (node?.kind === 'structure') structures.set(node.qname, node);
  }
  for (const list of builder.lists) completeList(list, diagnostics);
  for (const choice of builder.choices) completeChoice(choice, diagnostics);
  diagnostics.throwIfAny();
  const topLevel = (qname: string): SchemaNode | undefined =>
    root.data.get(qname) ?? rpcs.get(qname) ?? notifications.get(qname);
  new LeafrefResolver(builder.leafs, topLevel, diagnostics).resolveAll();
  diagnostics.throwIfAny();
  for (const leaf of builder.leafs) completeDefault(leaf, diagnostics);
  for (const source of implemented) completeAnnotations(source, byName, types, features, diagnostics);
  diagnostics.throwIfAny();

  const byNamespace = new Map<string, Module>([...byName.values()].map((m) => [m.namespace, m]));
  return {
    modules: byName,
    root,
    rpcs,
    notifications,
    structures,
    contentId: contentIdOf(byName.values()),
    moduleByNamespace: (namespace) => byNamespace.get(namespace),
  };
}

function buildRoot(
  linked: Linked,
  builder: Builder,
  diagnostics: Diagnostics,
): [RootNode, ReadonlyMap<string, OperationNode>, ReadonlyMap<string, NotificationNode>] {
  const children: SchemaNode[] = [];
  const root: RootNode = {
    kind: 'root',
    name: '',
    module: NO_MODULE,
    qname: '',
    parent: undefined,
    config: true,
    status: 'current',
    whens: [],
    musts: [],
    extensions: [],
    location: { file: '', line: 1, column: 1 },
    path: '/',
    children,
    data: new Map(),
  };
  const built: SchemaNode[] = [];
  for (const draft of linked.roots.values()) builder.buildChildren(draft.children, root, built);
  const rpcs = new Map<string, OperationNode>();
  const notifications = new Map<string, NotificationNode>();
  for (const node of built) {
    if (node.kind === 'rpc') rpcs.set(node.qname, node);
    else if (node.kind === 'notification') notifications.set(node.qname, node);
    else children.push(node);
  }
  return [Object.assign(root, { data: dataOf(children, diagnostics) }), rpcs, notifications];
}

/** Reports two modules with the same namespace: the protocols could not distinguish them (RFC 7950 §5.3). */
function checkNamespaces(modules: ReadonlyMap<string, Module>, diagnostics: Diagnostics): void {
  const owners = new Map<string, Module>();
  for (const module of modules.values()) {
    const owner = owners.get(module.namespace);
    if (owner) {
      const fault = new Fault(
        { file: module.file, line: 1, column: 1 },
        `module '${module.name}' has the namespace of module '${owner.name}': '${module.namespace}'`,
      );
      diagnostics.add(fault.location, fault.message);
    }
    owners.set(module.namespace, module);
  }
}
