/** `yangmnt:mount-point`: a place where the schema of other modules may be attached (RFC 8528 §3.1, and the description in §9). */
import { Fault } from '../errors.js';
import type { ExtensionUse } from '../schema.js';
import { isIdentifier } from '../text/arguments.js';
import { argumentOf, describe, type Statement } from '../text/statement.js';
import { splitReference } from './scope.js';
import type { SourceModule, Unit } from './unit.js';

const MODULE = 'ietf-yang-schema-mount';
const NAME = 'mount-point';

/** Raises a fault for a mount point at a wrong place, a second one, or one without a valid label. */
export function checkMountPoint(statement: Statement, parent: Statement, unit: Unit): void {
  if (!isMountPoint(statement, unit)) return;
  const { keyword, location } = statement;
  if (parent.keyword !== 'container' && parent.keyword !== 'list')
    throw new Fault(location, `${keyword} is allowed only in a container or list, not in ${describe(parent)}`);
  if (parent.statements.find((s) => isMountPoint(s, unit)) !== statement)
    throw new Fault(location, `${describe(parent)} takes only one ${keyword}, this is another`);
  if (!isIdentifier(argumentOf(statement)))
    throw new Fault(location, `${keyword} needs an identifier as its label, '${argumentOf(statement)}' is none`);
  checkVersion(unit.module, statement);
}

/** Checks a mount point that a grouping adds to `module`. */
export function checkMountPointBrought(use: ExtensionUse, statement: Statement, module: SourceModule): void {
  if (use.module === MODULE && use.name === NAME) checkVersion(module, statement);
}

/**
 * Refuses mount points in YANG 1, which has no actions and notifications inside data: those of mounted modules would become
 * such.
 */
function checkVersion({ name, version }: SourceModule, { keyword, location }: Statement): void {
  if (version === '1') throw new Fault(location, `${keyword} needs 'yang-version 1.1' in module ${name}`);
}

function isMountPoint({ keyword }: Statement, unit: Unit): boolean {
  const { prefix, name } = splitReference(keyword);
  return name === NAME && prefix !== undefined && unit.prefixes.get(prefix)?.name === MODULE;
}
