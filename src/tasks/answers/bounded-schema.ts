/** A JSON Schema (2020-12) that came in a message: what is checked by it is checked in bounded time. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, messageOf } from '../../data/index.js';
import { type Members, textOf } from '../../data/rfc7951/members.js';
import { boundedAjv } from './bounded-ajv.js';
import { workOf } from './work.js';

/** Characters of a schema. */
export const LONGEST_SCHEMA = 65_536;
/** Of a schema, its references followed. */
const MOST_WORK = 20_000;
/** Of a schema with a value of its length: within a second. */
const MOST_WORK_IN_ALL = 20_000_000;

const METASCHEMA = new Ajv2020({ strict: false, logger: false });

export interface BoundedSchema {
  /** Characters of a value that is checked by it. */
  readonly longest: number;
  /** What is wrong with a value, and where; undefined: it fits. */
  problem(value: unknown): string | undefined;
  /**
   * The value as the schema makes it fit, where it came through XML: there every value is a text, and a list of one is its
   * entry. Undefined: it does not.
   */
  read(value: unknown): { readonly value: unknown } | undefined;
}

/** @throws TypeError when it is longer than that, no schema, or none by which values are checked in bounded time */
export function boundedSchema(text: string, longest = LONGEST_SCHEMA): BoundedSchema {
  const schema = schemaIn(text, longest);
  const work = workOf(schema);
  if (work > MOST_WORK)
    throw new TypeError(`with its references followed it has ${work} parts; it may have ${MOST_WORK}`);
  const valid = compiled(schema);
  let coercing: ValidateFunction | undefined;
  return {
    longest: Math.floor(MOST_WORK_IN_ALL / work),
    problem: (value) => (valid(value) ? undefined : problemOf(valid.errors?.[0])),
    read: (value) => {
      const read: unknown = structuredClone(value);
      coercing ??= compiled(schema, { coerceTypes: 'array' });
      return coercing(read) ? { value: read } : undefined;
    },
  };
}

/** @throws TypeError when the text is longer than that, or no schema */
export function schemaIn(text: string, longest = LONGEST_SCHEMA): Members {
  if (text.length > longest) throw new TypeError(`it has ${text.length} characters; it may have ${longest}`);
  const value = jsonIn(text);
  if (!isObject(value)) throw new TypeError('it is not an object');
  const { $id: _, ...schema } = value;
  const { $schema: dialect } = schema;
  if (dialect !== undefined && !/\/draft\/2020-12\/schema#?$/.test(String(dialect)))
    throw new TypeError(`"$schema" names ${JSON.stringify(dialect)}`);
  if (METASCHEMA.validateSchema(schema) !== true) {
    const [error] = METASCHEMA.errors ?? [];
    throw new TypeError(`${error?.instancePath ?? ''} ${error?.message ?? 'is wrong'}`.trim());
  }
  return schema;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TypeError(messageOf(error));
  }
}

/** @throws TypeError */
function compiled(schema: Members, o: { readonly coerceTypes?: 'array' } = {}): ValidateFunction {
  const ajv = boundedAjv({
    ...o,
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    // A definition is not copied to each of its references.
    inlineRefs: false,
  });
  try {
    return ajv.compile({ ...schema });
  } catch (error) {
    throw new TypeError(messageOf(error));
  }
}

function problemOf(error: ErrorObject | undefined): string {
  if (!error) return 'it does not fit';
  const { instancePath, message = 'is wrong', params } = error;
  const expected: unknown = params.allowedValues ?? params.allowedValue;
  const among = expected === undefined ? '' : `: ${JSON.stringify(expected)}`;
  const extra = textOf(params, 'additionalProperty') ?? textOf(params, 'unevaluatedProperty');
  const which = extra === undefined ? '' : ` ("${extra}")`;
  return `${instancePath === '' ? 'it' : `"${instancePath}"`} ${message}${which}${among}`;
}
