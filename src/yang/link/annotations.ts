/** Metadata annotations (RFC 7952 §3): definitions of metadata for instances of data nodes. */
import { type Diagnostics, Fault } from '../errors.js';
import { isIdentifier } from '../text/arguments.js';
import { checkBody } from '../text/check.js';
import { argumentOf, child, childArgument } from '../text/statement.js';
import type { Features } from './features.js';
import type { ModuleUnderWay } from './modules.js';
import { statusOf } from './status.js';
import { ANNOTATION_BODY, usesOfExtension } from './structures.js';
import type { TypeCompiler } from './types/type-compiler.js';
import type { SourceModule } from './unit.js';

/** Compiles the annotations of a module; leaves out those whose if-feature is false. */
export function completeAnnotations(
  source: SourceModule,
  modules: ReadonlyMap<string, ModuleUnderWay>,
  types: TypeCompiler,
  features: Features,
  diagnostics: Diagnostics,
): void {
  const module = modules.get(source.name);
  for (const { statement, scope } of usesOfExtension(source, 'annotation')) {
    diagnostics.attempt(() => {
      const name = argumentOf(statement);
      const { location } = statement;
      if (!isIdentifier(name))
        throw new Fault(location, `${statement.keyword} needs an identifier as its name, '${name}' is none`);
      if (module?.annotations.has(name))
        throw new Fault(location, `annotation '${name}' is already defined in module ${source.name}`);
      checkBody(statement, ANNOTATION_BODY, '1.1', diagnostics);
      const type = child(statement, 'type');
      if (!type || !features.hold(statement, scope)) return;
      const compiled = types.compile(type, scope, source);
      if (compiled.leafrefs.length > 0)
        throw new Fault(type.location, `annotation '${name}' cannot be a leafref: it has no place in the data tree`);
      module?.annotations.set(name, {
        name,
        module,
        qname: `${source.name}:${name}`,
        type: compiled.type,
        status: statusOf(statement),
        description: childArgument(statement, 'description'),
        units: childArgument(statement, 'units'),
      });
    });
  }
}
