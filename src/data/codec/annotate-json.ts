/** Annotations of members: the `@name` members beside them (RFC 7952 §5.2.2 - §5.2.4). */
import type { LeafValue } from '../../yang/schema.js';
import { entriesFrom } from '../entries/index.js';
import { itemKey, leaf, leafList } from '../nodes.js';
import type { Data, LeafList, LeafListItem, Metadata } from '../tree.js';
import { type Names, ValueFault } from '../values/index.js';
import { formatStep } from '../values/instance-path/format.js';
import type { Member, Members } from './members.js';
import { readAnnotations } from './metadata-json.js';
import type { DecodeRun } from './run.js';
import { unknownMember } from './unknown-member.js';

interface Context {
  readonly run: DecodeRun;
  readonly names: Names;
  /** Module of the parent in paths. */
  readonly module: string | undefined;
  /** Reads a value of the member again: only the order of the values tells which item an annotation belongs to. */
  readonly read: (member: Member, value: unknown) => LeafValue | ValueFault;
}

/** Puts the annotations of the members `annotated` (with their @) of `value` on the children. */
export function annotateMembers(
  members: Members,
  value: Readonly<Record<string, unknown>>,
  annotated: readonly string[],
  children: Map<string, Data>,
  context: Context,
): void {
  const { run, names, module } = context;
  for (const at of annotated) {
    const name = at.slice(1);
    const member = members.byJsonName.get(name);
    if (member === undefined) {
      unknownMember(members, name, run);
      continue;
    }
    const { schema } = member;
    const path = formatStep(schema, undefined, module);
    const data = children.get(member.qname);
    if (schema.kind === 'leaf-list') {
      const annotated =
        data?.kind === 'leaf-list' ? annotatedItems(member, data, value[name], value[at], path, context) : undefined;
      if (annotated === undefined)
        run.fault(
          'invalid-value',
          `'${at}' is an array with at most as many members as '${member.jsonName}' has`,
          path,
          undefined,
          { schema },
        );
      else children.set(member.qname, annotated);
      continue;
    }
    const meta = readAnnotations(value[at], schema, names, run, path);
    if (data?.kind === 'leaf' || data?.kind === 'any') {
      if (meta !== undefined) children.set(member.qname, { ...data, meta });
    } else if (schema.kind === 'leaf' && removes(meta)) {
      children.set(member.qname, leaf(schema, '', meta));
    } else if (run.mark === 0) {
      // A wrong member has its own fault already.
      const info = { 'bad-element': schema.name };
      run.fault('missing-element', `'${at}' stands there without '${member.jsonName}'`, path, info, { schema });
    }
  }
}

function annotatedItems(
  member: Member,
  data: LeafList,
  values: unknown,
  annotations: unknown,
  path: string,
  { run, names, read }: Context,
): LeafList | undefined {
  if (!Array.isArray(annotations) || !Array.isArray(values) || annotations.length > values.length) return undefined;
  const counts = new Map<string, number>();
  const items: LeafListItem[] = [];
  for (const [i, value] of values.entries()) {
    const result = read(member, value);
    const item = result instanceof ValueFault ? undefined : data.entries.get(itemKey(data.schema, result, counts));
    if (item === undefined) continue;
    const annotation: unknown = annotations[i];
    items.push(
      annotation === null || annotation === undefined
        ? item
        : { ...item, meta: readAnnotations(annotation, data.schema, names, run, path) },
    );
  }
  return leafList(data.schema, entriesFrom(data.schema, items));
}

function removes(meta: Metadata | undefined): boolean {
  return meta?.operation === 'delete' || meta?.operation === 'remove';
}
