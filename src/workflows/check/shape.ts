/** The shape of a value that is not there yet: its JSON Schema, as far as it tells members and types. */
import { isObject } from '../../data/index.js';
import { pointerParts } from '../model/pointer.js';

type Schema = Readonly<Record<string, unknown>>;

interface Known {
  readonly schema: Schema;
  /** The document of the schema, in which its references are resolved. */
  readonly root: Schema;
}

export type Shape = Known | 'any';

/** Anything may be there. */
export const ANY = 'any';
export const BOOLEAN = simple('boolean');
export const STRING = simple('string');
export const INTEGER = simple('integer');
export const OBJECT = simple('object');

function simple(type: string): Shape {
  return { schema: { type }, root: {} };
}

/** Returns the shape that a schema tells; absent: an object. */
export function shapeIn(text: string | undefined): Shape {
  if (text === undefined) return ANY;
  const value: unknown = JSON.parse(text);
  return isObject(value) ? { schema: value, root: value } : ANY;
}

/** Words with which more than one schema speaks of the value: nothing is told of it then. */
const COMBINING = ['anyOf', 'oneOf', 'allOf', 'not', 'if', '$dynamicRef', 'dependentSchemas', 'patternProperties'];

/** Returns the shape of a member of an object; undefined when the schema neither declares it nor leaves it open. */
export function memberShape(shape: Shape, name: string): Shape | undefined {
  const known = resolved(shape);
  if (known === ANY) return ANY;
  if (!mayBe(known.schema, 'object')) return undefined;
  const { properties, additionalProperties: others } = known.schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return below(known, properties[name]);
  if (others === false) return undefined;
  if (others !== undefined) return below(known, others);
  return properties === undefined ? ANY : undefined;
}

/** Returns the shape of the items of a list; undefined for a value that is no list. */
export function itemShape(shape: Shape): Shape | undefined {
  const known = resolved(shape);
  if (known === ANY) return ANY;
  const { schema } = known;
  if (!mayBe(schema, 'array')) return undefined;
  return schema.prefixItems === undefined && schema.items !== undefined ? below(known, schema.items) : ANY;
}

/** Returns the shape of a list of such values. */
export function listShape(shape: Shape): Shape {
  if (shape === ANY) return simple('array');
  return { schema: { type: 'array', items: shape.schema }, root: shape.root };
}

/** Returns the members that an object of this shape has for certain. */
export function requiredIn(shape: Shape): readonly string[] {
  const known = resolved(shape);
  if (known === ANY || !Array.isArray(known.schema.required)) return [];
  return known.schema.required.filter((each): each is string => typeof each === 'string');
}

/** Returns the names of the members that a schema declares. */
export function declaredIn(shape: Shape): readonly string[] {
  const known = resolved(shape);
  return known !== ANY && isObject(known.schema.properties) ? Object.keys(known.schema.properties) : [];
}

/** Returns the only JSON type of a value; undefined when there are several, or the schema does not tell. */
export function jsonTypeOf(shape: Shape): string | undefined {
  const known = resolved(shape);
  return known !== ANY && typeof known.schema.type === 'string' ? known.schema.type : undefined;
}

function mayBe({ type }: Schema, wanted: string): boolean {
  return type === undefined || type === wanted || (Array.isArray(type) && type.includes(wanted));
}

const MOST_REFERENCES = 32;

/** Follows references within the document. A value that is told elsewhere, or in several ways, may be anything. */
function resolved(shape: Shape): Shape {
  let known = shape;
  for (let steps = 0; known !== ANY && typeof known.schema.$ref === 'string'; steps += 1) {
    if (steps === MOST_REFERENCES) return ANY;
    known = below(known, targetOf(known.root, known.schema.$ref));
  }
  if (known === ANY) return ANY;
  const { schema } = known;
  return COMBINING.some((word) => Object.hasOwn(schema, word)) ? ANY : known;
}

function targetOf(root: Schema, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const name of pointerParts(reference))
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found;
}

function below({ root }: Known, value: unknown): Shape {
  return isObject(value) ? { schema: value, root } : ANY;
}
