/** Containers, list entries, inputs and outputs as TypeScript object types. */
import type {
  CaseNode,
  ChoiceNode,
  ContainerNode,
  DataNode,
  ListNode,
  OperationPartNode,
  SchemaNode,
} from '../../yang/index.js';
import { isSetOfValues } from '../leaf-list-set.js';
import { isData } from '../required.js';
import { docComment } from './doc.js';
import type { Membership } from './membership.js';
import { body, indent, property } from './names.js';
import type { IsSelected } from './selection.js';
import { arrayOf, branded, type TypeContext, typeText } from './type-text.js';

export interface ObjectContext {
  readonly aliasOf: TypeContext['aliasOf'];
  readonly isSelected: IsSelected;
  readonly membership: Membership;
  /** Returns the type name of a container or list entry. */
  readonly nameOf: (node: ContainerNode | ListNode) => string;
}

/** Nodes that can have a named type: containers, list entries, inputs and outputs. */
export type ObjectNode = ContainerNode | ListNode | OperationPartNode;

/**
 * Maximum number of unions in one object: TypeScript multiplies the cases of its choices, takes seconds for more, and then
 * fails.
 */
const MOST_UNIONS = 6;

interface Parent {
  readonly module: { readonly name: string };
  readonly children: readonly SchemaNode[];
}

/** Returns the members of `parent`: one object type, and one union per choice; with many choices, all cases as optional members. */
export function objectText(parent: Parent, context: ObjectContext): string {
  const plain = parent.children.filter(isData).filter((node) => isMember(node, context));
  const choices = parent.children
    .filter((node): node is ChoiceNode => node.kind === 'choice')
    .filter((choice) => choice.cases.some((each) => selectedIn(each, context).length > 0));
  const members = plain.map((node) => memberText(node, parent, context));
  if (choices.length > MOST_UNIONS) {
    const options = choices.flatMap(({ cases }) => cases.flatMap((each) => selectedIn(each, context)));
    return body([...members, ...options.map((node) => memberText(node, parent, context, false))]);
  }
  const base = members.length > 0 || choices.length === 0 ? [body(members)] : [];
  return [...base, ...choices.map((choice) => choiceText(choice, parent, context))].join(' & ');
}

function memberName(node: DataNode, parent: Parent): string {
  return node.module.name === parent.module.name ? node.name : node.qname;
}

function memberText(
  node: DataNode,
  parent: Parent,
  context: ObjectContext,
  required = context.membership.isRequired(node),
): string {
  const optional = required ? '' : '?';
  return `${docComment(node.description, notesOf(node))}${property(memberName(node, parent))}${optional}: ${valueText(node, context)};`;
}

function notesOf(node: DataNode): string[] {
  const notes: string[] = [];
  if (node.kind === 'leaf' && node.default !== undefined) notes.push(`@default ${JSON.stringify(node.default)}`);
  if ((node.kind === 'leaf' || node.kind === 'leaf-list') && node.units) notes.push(`Unit: ${node.units}.`);
  if (node.status !== 'current') notes.push('@deprecated');
  return notes;
}

/** Returns the type of a node's RFC 7951 value. */
export function valueText(node: DataNode, context: ObjectContext): string {
  switch (node.kind) {
    case 'leaf':
      return typeText(node.type, { ...context, leaf: node });
    case 'leaf-list': {
      const items = arrayOf(typeText(node.type, { ...context, leaf: node }));
      return isSetOfValues(node) ? branded(items, 'set', 'true') : items;
    }
    case 'anydata':
    case 'anyxml':
      return 'unknown';
    case 'container':
      return context.nameOf(node);
    case 'list':
      return arrayOf(context.nameOf(node));
  }
}

/** Returns one variant per case, in which the members of the other cases are `never`. */
function choiceText(choice: ChoiceNode, parent: Parent, context: ObjectContext): string {
  const cases = choice.cases.filter((each) => selectedIn(each, context).length > 0);
  const isMandatory = context.membership.isRequiredChoice(choice);
  const variants = cases.map((each) => {
    const only = isMandatory ? onlyNode(each, context) : undefined;
    const own = only
      ? body([memberText(only, parent, context, true)])
      : objectText({ module: parent.module, children: each.children }, context);
    const others = neverMembers(
      cases.filter((other) => other !== each),
      parent,
      context,
    );
    return others.length === 0 ? own : merge(own, others);
  });
  const none = neverMembers(cases, parent, context);
  // A case that was left out may be the one present.
  const mayBeAbsent = !isMandatory || cases.length < choice.cases.length;
  return `(\n  | ${indent([...variants, ...(mayBeAbsent && none.length > 0 ? [body(none)] : [])].join('\n| '))}\n)`;
}

/** Returns the only node of a case, if it is unconditional: the case cannot exist without it. */
function onlyNode(each: CaseNode, context: ObjectContext): DataNode | undefined {
  const [only, ...others] = [...each.data.values()];
  const isUnconditional = only && others.length === 0 && only.whens.length === 0 && each.whens.length === 0;
  return isUnconditional && isMember(only, context) ? only : undefined;
}

function isMember(node: DataNode, { isSelected, membership }: ObjectContext): boolean {
  return isSelected(node) && membership.has(node);
}

function selectedIn(each: CaseNode, context: ObjectContext): DataNode[] {
  return [...each.data.values()].filter((node) => isMember(node, context));
}

function neverMembers(cases: readonly CaseNode[], parent: Parent, context: ObjectContext): string[] {
  return cases
    .flatMap((each) => selectedIn(each, context))
    .map((node) => `${property(memberName(node, parent))}?: never;`);
}

/** Adds members to an object type: inside it when it ends the text, else as an intersection. */
function merge(object: string, members: readonly string[]): string {
  return object.startsWith('{\n') && object.endsWith('\n}') && !object.includes('} &')
    ? `${object.slice(0, -2)}\n  ${members.join('\n  ')}\n}`
    : `${object} & ${body(members)}`;
}
