/** Decodes RFC 7951 values into Trees. Checks structure and types; `validate` checks the constraints. */
import type { ContainerNode, DataParent, ListNode } from '../../yang/schema.js';
import { OpenChildren } from '../few-children.js';
import { isObject } from '../is-object.js';
import { container, entry, item, itemKey, leaf, leafList, list, treeOf } from '../nodes.js';
import type { TimeSlice } from '../time-slice.js';
import type { Children, Data, LeafListItem, ListEntry, Metadata, Tree } from '../tree.js';
import { describeJson } from '../values/fault.js';
import { ValueFault } from '../values/index.js';
import { formatStep } from '../values/instance-path/format.js';
import { annotateMembers } from './annotate-json.js';
import { anyFromJson } from './any-json.js';
import { checkCases } from './cases.js';
import { entriesOf, keyOf } from './list-keys.js';
import { type Member, type Members, membersOf } from './members.js';
import { readAnnotations } from './metadata-json.js';
import { type DecodeOptions, DecodeRun, JsonNames } from './run.js';
import { isSmallValue } from './small.js';
import { unknownMember } from './unknown-member.js';

/**
 * Decodes an object of RFC 7951 members into a Tree of `parent`'s children. Members at the root are qualified by their
 * module; below, a member of the parent's module may omit it. Annotations (RFC 7952) become metadata.
 * Blocks other work: 100,000 list entries (10 MB) take about a third of a second. See `decodeJsonInTurns`.
 *
 * @throws RpcError with all faults found, at most 100 (RFC 7950 §8.3.1, §15): `unknown-element`, `unknown-namespace`,
 * `invalid-value`, `missing-element` (list keys), `bad-element` (repetition, several cases), `unknown-attribute`,
 * `bad-attribute`.
 */
export function decodeJson(parent: DataParent, value: unknown, options: DecodeOptions): Tree {
  const decoder = new JsonDecoder(parent, options);
  const tree = decoder.tree(parent, value);
  decoder.run.finish();
  return tree;
}

/**
 * Decodes as `decodeJson`, in slices of a few milliseconds, so that other work is not blocked.
 *
 * @throws RpcError as `decodeJson`; the abort reason when the signal of `slice` is aborted
 */
export async function decodeJsonInTurns(
  parent: DataParent,
  value: unknown,
  options: DecodeOptions,
  slice: TimeSlice,
): Promise<Tree> {
  if (!isObject(value) || isSmallValue(value)) return decodeJson(parent, value, options);
  const decoder = new JsonDecoder(parent, options);
  const tree = await decoder.treeInTurns(parent, value, slice);
  decoder.run.finish();
  return tree;
}

/**
 * Decodes the value of a program into a Tree: `decodeJson` under a name for handlers and providers. Undefined members
 * count as absent.
 */
export function fromValue(
  parent: DataParent,
  value: unknown,
  { schema, at, errors }: Pick<DecodeOptions, 'schema' | 'at' | 'errors'>,
): Tree {
  return decodeJson(parent, value, { schema, at, errors });
}

/** Decodes without an error: undefined when there is any fault. For anydata, whose content need not fit the schema. */
function tryDecodeJson(parent: DataParent, value: unknown, run: DecodeRun): Tree | undefined {
  const decoder = new JsonDecoder(parent, { schema: run.schema, errors: 'first' });
  const tree = decoder.tree(parent, value);
  return decoder.run.mark === 0 ? tree : undefined;
}

type Members_ = Readonly<Record<string, unknown>>;

/** The members of one object while they are being read. */
interface Level {
  readonly members: Members;
  readonly value: Members_;
  /** Module of the parent; undefined at the top level, where paths name the module. */
  readonly module: string | undefined;
  readonly open: OpenChildren;
  annotated: string[] | undefined;
}

/** An entry whose children are read; `mark` is the number of faults before. */
interface ReadEntry {
  readonly content: Members_;
  readonly children: Children;
  readonly position: number;
  readonly mark: number;
}

class JsonDecoder {
  readonly run: DecodeRun;
  readonly #names: JsonNames;

  constructor(parent: DataParent, options: DecodeOptions) {
    this.run = new DecodeRun(parent, options);
    this.#names = new JsonNames(options.schema);
  }

  tree(parent: DataParent, value: unknown): Tree {
    if (isObject(value))
      return treeOf(parent, this.#members(membersOf(parent), value, this.run.module), this.#own(value, undefined));
    const message = `expected a JSON object, found ${describeJson(value)}`;
    this.run.fault('invalid-value', message, '', undefined, { schema: parent });
    return treeOf(parent, new Map());
  }

  async treeInTurns(parent: DataParent, value: Members_, slice: TimeSlice): Promise<Tree> {
    const children = await this.#membersInTurns(membersOf(parent), value, this.run.module, slice);
    return treeOf(parent, children, this.#own(value, undefined));
  }

  /** @param module module of the parent; undefined at the top level, where paths name the module */
  #members(members: Members, value: Members_, module: string | undefined): Children {
    const level: Level = { members, value, module, open: new OpenChildren(), annotated: undefined };
    for (const name of Object.keys(value)) {
      const member = this.#memberAt(level, name);
      if (member === undefined) continue;
      const data = this.#data(member, value[name], this.#beside(level, name), module);
      if (data !== undefined) level.open.add(member.qname, data);
    }
    return this.#close(level);
  }

  async #membersInTurns(
    members: Members,
    value: Members_,
    module: string | undefined,
    slice: TimeSlice,
  ): Promise<Children> {
    const level: Level = { members, value, module, open: new OpenChildren(), annotated: undefined };
    for (const name of Object.keys(value)) {
      if (slice.due) await slice.next();
      const member = this.#memberAt(level, name);
      if (member === undefined) continue;
      const content = value[name];
      const data = isSmallValue(content)
        ? this.#data(member, content, this.#beside(level, name), module)
        : await this.#dataInTurns(member, content, level, name, slice);
      if (data !== undefined) level.open.add(member.qname, data);
    }
    return this.#close(level);
  }

  /** Returns the annotations beside a member (`@name`). */
  #beside({ value }: Level, name: string): unknown {
    return this.run.operations ? value[`@${name}`] : undefined;
  }

  /** Returns the member that a name stands for; undefined when it has no content or is not allowed here. */
  #memberAt(level: Level, name: string): Member | undefined {
    const { run } = this;
    const { members, value, module, open } = level;
    if (name.charCodeAt(0) === 0x40) {
      if (name.length > 1) {
        level.annotated ??= [];
        level.annotated.push(name);
      }
      return undefined;
    }
    // Values of programs may have undefined members; values from the wire have none.
    if (value[name] === undefined) return undefined;
    const member = members.byJsonName.get(name);
    if (member === undefined) {
      unknownMember(members, name, run);
      return undefined;
    }
    if (run.configOnly && !member.schema.config) {
      this.#stateData(member, module);
      return undefined;
    }
    if (open.has(member.qname)) {
      run.fault(
        'bad-element',
        `'${member.schema.name}' stands there twice, with and without its module`,
        formatStep(member.schema, undefined, module),
        { 'bad-element': member.schema.name },
        { schema: member.schema },
      );
      return undefined;
    }
    return member;
  }

  #close({ members, value, module, open, annotated }: Level): Children {
    const { run } = this;
    const children = annotated === undefined ? open.close(members.lastNames) : open.toMap();
    if (annotated !== undefined && children instanceof Map) {
      annotateMembers(members, value, annotated, children, {
        run,
        names: this.#names,
        module,
        read: (member, one) => this.#value(member, one),
      });
    }
    if (members.hasChoices) checkCases(members, children, run, module);
    return children;
  }

  async #dataInTurns(
    member: Member,
    value: unknown,
    level: Level,
    name: string,
    slice: TimeSlice,
  ): Promise<Data | undefined> {
    const { schema } = member;
    if (schema.kind === 'container' && isObject(value)) {
      const { mark } = this.run;
      const children = await this.#membersInTurns(membersOf(schema), value, schema.module.name, slice);
      return this.#container(schema, children, this.#own(value, member), mark, level.module);
    }
    if (schema.kind !== 'list' || !Array.isArray(value))
      return this.#data(member, value, this.#beside(level, name), level.module);
    const members = membersOf(schema);
    const entries: ListEntry[] = [];
    for (let position = 1; position <= value.length && !this.run.full; position += 1) {
      if (slice.due) await slice.next();
      const content: unknown = value[position - 1];
      const { mark } = this.run;
      if (!isObject(content)) this.#notAnEntry(schema, content, position, level.module);
      else {
        const children = isSmallValue(content)
          ? this.#members(members, content, schema.module.name)
          : await this.#membersInTurns(members, content, schema.module.name, slice);
        this.#entry(member, schema, entries, { content, children, position, mark }, level.module);
      }
    }
    if (slice.over) await slice.next();
    return entries.length === 0 ? undefined : list(schema, entriesOf(schema, entries, this.run, level.module));
  }

  #data(member: Member, value: unknown, annotations: unknown, module: string | undefined): Data | undefined {
    const { schema } = member;
    switch (schema.kind) {
      case 'leaf': {
        const result = this.#value(member, value);
        if (!(result instanceof ValueFault)) return member.leaf?.(result) ?? leaf(schema, result);
        // A leaf to be deleted needs no value (RFC 6241 §7.2 shows it empty).
        if (
          annotations !== undefined &&
          (value === null || value === '' || Array.isArray(value)) &&
          removes(annotations)
        )
          return leaf(schema, '');
        this.run.badValue(schema, module, result);
        return undefined;
      }
      case 'container': {
        if (!isObject(value)) return this.#wrong(member, 'an object', value, module);
        const mark = this.run.mark;
        const children = this.#members(membersOf(schema), value, schema.module.name);
        return this.#container(schema, children, this.#own(value, member), mark, module);
      }
      case 'list':
        return this.#list(member, value, module);
      case 'leaf-list':
        return this.#leafList(member, value, module);
      default: {
        const mark = this.run.mark;
        const data = anyFromJson(schema, value, this.run, tryDecodeJson);
        if (this.run.mark > mark) this.run.within(mark, formatStep(schema, undefined, module));
        return data;
      }
    }
  }

  /** @param mark number of faults before the children were read */
  #container(
    schema: ContainerNode,
    children: Children,
    meta: Metadata | undefined,
    mark: number,
    module: string | undefined,
  ): Data {
    if (this.run.mark > mark) this.run.within(mark, formatStep(schema, undefined, module));
    return container(schema, children, meta);
  }

  #value(member: Member, value: unknown) {
    if (member.parser === undefined) return new ValueFault(`'${member.schema.name}' has no value`);
    if (member.parser.hasNames) this.#names.module = member.schema.module.name;
    return member.parser.json(value, this.#names);
  }

  #list(member: Member, value: unknown, module: string | undefined): Data | undefined {
    const { schema } = member;
    if (schema.kind !== 'list') return undefined;
    if (!Array.isArray(value)) return this.#wrong(member, 'an array of objects', value, module);
    const { run } = this;
    const members = membersOf(schema);
    const entries: ListEntry[] = [];
    for (let position = 1; position <= value.length && !run.full; position += 1) {
      const content: unknown = value[position - 1];
      const mark = run.mark;
      if (!isObject(content)) this.#notAnEntry(schema, content, position, module);
      else {
        const children = this.#members(members, content, schema.module.name);
        this.#entry(member, schema, entries, { content, children, position, mark }, module);
      }
    }
    return entries.length === 0 ? undefined : list(schema, entriesOf(schema, entries, run, module));
  }

  #notAnEntry(schema: ListNode, content: unknown, position: number, module: string | undefined): void {
    this.run.fault(
      'invalid-value',
      `an entry of the list '${schema.name}' is a JSON object, not ${describeJson(content)}`,
      `${formatStep(schema, undefined, module)}[${position}]`,
      undefined,
      { schema },
    );
  }

  #entry(
    member: Member,
    schema: ListNode,
    into: ListEntry[],
    { content, children, position, mark }: ReadEntry,
    module: string | undefined,
  ): void {
    const { run } = this;
    const meta = this.#own(content, member);
    const key = keyOf(schema, children, position, run, mark);
    if (run.mark > mark)
      run.within(
        mark,
        key === undefined ? `${formatStep(schema, undefined, module)}[${position}]` : formatStep(schema, key, module),
      );
    if (key !== undefined) into.push(entry(schema, key, children, meta));
  }

  #leafList(member: Member, value: unknown, module: string | undefined): Data | undefined {
    const { schema } = member;
    if (schema.kind !== 'leaf-list') return undefined;
    if (!Array.isArray(value)) return this.#wrong(member, 'an array', value, module);
    const items: LeafListItem[] = [];
    const counts = new Map<string, number>();
    for (const one of value) {
      if (this.run.full) break;
      const result = this.#value(member, one);
      if (result instanceof ValueFault) {
        this.run.badValue(schema, module, result);
        continue;
      }
      const key = itemKey(schema, result, counts);
      items.push(item(schema, key, result));
    }
    return items.length === 0 ? undefined : leafList(schema, entriesOf(schema, items, this.run, module));
  }

  /** Returns the metadata in the `@` member of an object. */
  #own(value: Members_, member: Member | undefined): Metadata | undefined {
    if (!Object.hasOwn(value, '@')) return undefined;
    return readAnnotations(value['@'], member?.schema, this.#names, this.run, '');
  }

  #wrong(member: Member, wanted: string, value: unknown, module: string | undefined): undefined {
    this.run.fault(
      'invalid-value',
      `the ${member.schema.kind} '${member.schema.name}' is ${wanted} in JSON, not ${describeJson(value)}`,
      formatStep(member.schema, undefined, module),
      undefined,
      { schema: member.schema },
    );
    return undefined;
  }

  #stateData(member: Member, module: string | undefined): void {
    this.run.fault(
      'unknown-element',
      `'${member.schema.name}' is state data (config false) and cannot be configured`,
      formatStep(member.schema, undefined, module),
      { 'bad-element': member.schema.name },
      { schema: member.schema },
    );
  }
}

/** True when annotations ask for deletion; their faults are noted where they are read. */
function removes(annotations: unknown): boolean {
  const operation = isObject(annotations) ? annotations['ietf-netconf:operation'] : undefined;
  return operation === 'delete' || operation === 'remove';
}
