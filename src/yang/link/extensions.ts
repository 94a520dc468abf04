/** Checks uses of extensions: each must be defined, and have an argument only when the definition has one (RFC 7950 §7.19). */
import { type Diagnostics, Fault } from '../errors.js';
import { child, childArgument, isExtension, type Statement } from '../text/statement.js';
import { didYouMean } from '../text/suggest.js';
import { checkMountPoint } from './mount-points.js';
import { moduleOfPrefix, splitReference } from './scope.js';
import type { SourceModule, Unit } from './unit.js';

/** The extensions that the compiler understands. */
export type KnownExtension = 'annotation' | 'yang-data' | 'structure' | 'augment-structure';

const KNOWN: ReadonlyMap<string, KnownExtension> = new Map([
  ['ietf-yang-metadata:annotation', 'annotation'],
  ['ietf-restconf:yang-data', 'yang-data'],
  ['ietf-yang-structure-ext:structure', 'structure'],
  ['ietf-yang-structure-ext:augment-structure', 'augment-structure'],
]);

/** Returns the known extension that a statement uses, if any. */
export function knownExtension(statement: Statement, unit: Unit): KnownExtension | undefined {
  if (!isExtension(statement)) return undefined;
  const { prefix, name } = splitReference(statement.keyword);
  const module = prefix === undefined ? undefined : unit.prefixes.get(prefix);
  return module && KNOWN.get(`${module.name}:${name}`);
}

/** Reports every wrong use of an extension in a module. */
export function checkExtensions(module: SourceModule, diagnostics: Diagnostics): void {
  for (const unit of module.units) {
    for (const statement of unit.statement.statements) checkBelow(statement, unit.statement, unit, diagnostics);
  }
}

function checkBelow(statement: Statement, parent: Statement, unit: Unit, diagnostics: Diagnostics): void {
  if (isExtension(statement)) {
    diagnostics.attempt(() => {
      checkUse(statement, unit);
      checkMountPoint(statement, parent, unit);
    });
    const known = knownExtension(statement, unit);
    if (known && known !== 'yang-data' && parent !== unit.statement) {
      diagnostics.add(
        statement.location,
        `${statement.keyword} is allowed only at the top level of a module or submodule`,
      );
    }
  }
  for (const sub of statement.statements)
    if (isExtension(sub) || sub.statements.length > 0) checkBelow(sub, statement, unit, diagnostics);
}

function checkUse(statement: Statement, unit: Unit): void {
  const { prefix, name } = splitReference(statement.keyword);
  const { location } = statement;
  const module = moduleOfPrefix(unit, prefix, location);
  const extension = module.extensions.get(name);
  if (!extension)
    throw new Fault(
      location,
      `extension '${name}' is not defined in module ${module.name}${didYouMean(name, module.extensions.keys())}`,
    );
  const argument = child(extension.statement, 'argument');
  if (argument && statement.argument === undefined)
    throw new Fault(location, `${statement.keyword} needs the argument '${argument.argument}'`);
  const { argumentName, argumentIsElement } = statement.yin ?? {};
  if (argument && argumentName !== undefined) {
    const asElement = childArgument(argument, 'yin-element') === 'true';
    if (argumentName !== argument.argument || argumentIsElement !== asElement) {
      throw new Fault(
        location,
        `${statement.keyword} carries its argument as the ${asElement ? 'element' : 'attribute'} '${argument.argument}' in YIN, not as the ${argumentIsElement ? 'element' : 'attribute'} '${argumentName}'`,
      );
    }
  }
  if (!argument && statement.argument !== undefined)
    throw new Fault(location, `${statement.keyword} takes no argument`);
}
