import { didYouMean } from '../../yang/index.js';
import type { ExtensionUse } from '../../yang/schema.js';
import type { Members } from './members.js';
import type { DecodeRun } from './run.js';

/**
 * True when an unknown member is ignored: with `onlyKnown`, or when the list of faults is full. Below a mount point it
 * is an error: only the mounted schema knows the allowed nodes (RFC 8528 §4).
 */
export function isLeftOut({ parent }: Members, run: DecodeRun): boolean {
  return run.full || (run.onlyKnown && !parent.extensions.some(isMountPoint));
}

const isMountPoint = ({ module, name }: ExtensionUse) => module === 'ietf-yang-schema-mount' && name === 'mount-point';

/** Notes that no child of the parent has this JSON name, and suggests a similar one. */
export function unknownMember(members: Members, name: string, run: DecodeRun): void {
  if (isLeftOut(members, run)) return;
  const colon = name.indexOf(':');
  const module = name.slice(0, Math.max(0, colon));
  if (colon >= 0 && !run.schema.modules.has(module)) {
    run.fault(
      'unknown-namespace',
      `'${name}' is of a module '${module}' that is not known here${didYouMean(module, run.schema.modules.keys())}`,
      '',
      { 'bad-element': name.slice(colon + 1), 'bad-namespace': module },
      { schema: members.parent },
    );
    return;
  }
  const qualified = colon < 0 ? members.byLocalName.get(name) : undefined;
  const hint =
    qualified === undefined
      ? didYouMean(name, members.byJsonName.keys())
      : `: write '${qualified.map((member) => member.qname).join("' or '")}'`;
  run.fault(
    'unknown-element',
    `there is no node '${name}' ${members.parent.kind === 'root' ? 'at the top level' : `in '${members.parent.name}'`}${hint}`,
    '',
    { 'bad-element': name.slice(colon + 1) },
    { schema: members.parent },
  );
}
