/** JSON Schema rules for the members of an object: mandatory nodes, choices and cases (RFC 7950 §7.9). */
import type { CaseNode, ChoiceNode, DataNode, SchemaNode } from '../../yang/index.js';
import { isData, isRequired, isRequiredChoice } from '../required.js';
import type { JsonSchema } from './schema.js';

/** The member name of a node in the object that the rules are for. */
export type NameOf = (node: DataNode) => string;

/** Returns `required` and `allOf` of an object with these schema children. A node with a `when` is not required. */
export function rulesOf(children: readonly SchemaNode[], nameOf: NameOf): JsonSchema {
  const required = children
    .filter(isData)
    .filter((node) => isRequired(node))
    .map(nameOf);
  const choices = children.filter((node): node is ChoiceNode => node.kind === 'choice');
  const rules = choices.flatMap((choice) => choiceRules(choice, nameOf));
  return { ...(required.length > 0 && { required }), ...(rules.length > 0 && { allOf: rules }) };
}

function choiceRules(choice: ChoiceNode, nameOf: NameOf): JsonSchema[] {
  const present = choice.cases.flatMap((each) => presence(each, nameOf) ?? []);
  if (present.length === 0) return [];
  const isMandatory = isRequiredChoice(choice);
  const none: JsonSchema = { not: present.length === 1 && present[0] ? present[0] : { anyOf: present } };
  const one = isMandatory ? present : [...present, none];
  const isFree = !isMandatory && present.length === 1;
  return [
    ...(isFree ? [] : [one.length === 1 && one[0] ? one[0] : { oneOf: one }]),
    ...choice.cases.flatMap((each) => caseRules(each, nameOf)),
  ];
}

/** Returns the schema of objects that hold a node of the case; undefined for a case without nodes. */
function presence(each: CaseNode, nameOf: NameOf): JsonSchema | undefined {
  const [only, ...others] = [...each.data.values()].map((node) => withMembers({ required: [nameOf(node)] }));
  return only && others.length > 0 ? { anyOf: [only, ...others] } : only;
}

/** Returns the rules that hold when a node of the case is present: the mandatory nodes of the case are required then. */
function caseRules(each: CaseNode, nameOf: NameOf): JsonSchema[] {
  const condition = presence(each, nameOf);
  const rules = withMembers(rulesOf(each.children, nameOf));
  if (!condition || Object.keys(rules).length === 0 || JSON.stringify(rules) === JSON.stringify(condition)) return [];
  // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
  return [{ if: condition, then: rules }];
}

/** Adds the required members to `properties`: the strict mode of ajv needs both in the same schema object. */
function withMembers(rule: JsonSchema): JsonSchema {
  if (!rule.required) return rule;
  return { properties: Object.fromEntries(rule.required.map((name) => [name, true])), ...rule };
}
