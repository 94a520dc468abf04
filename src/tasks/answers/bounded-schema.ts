/** A JSON Schema (2020-12) from a message. Checks by it take bounded time. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, messageOf } from '../../data/index.js';
import { type Members, textOf } from '../../data/rfc7951/members.js';
import { boundedAjv } from './bounded-ajv.js';
import { boundedJson } from './bounded-json.js';
import { workOf } from './work.js';

/** Maximum number of characters of a schema. */
export const LONGEST_SCHEMA = 65_536;
/** Maximum work (`workOf`) of a schema. */
const MOST_WORK = 20_000;
/** Maximum work of a schema times the length of a value: it takes less than a second. */
const MOST_WORK_IN_ALL = 20_000_000;

const METASCHEMA = new Ajv2020({ strict: false, logger: false });

export interface BoundedSchema {
  /** Maximum number of characters of a value. */
  readonly longest: number;
  /** Returns the first problem of a value and its place; undefined when the value is valid. */
  problem(value: unknown): string | undefined;
  /**
   * Returns a value from XML converted to the types of the schema: in XML every value is a text, and a list of one entry is
   * that entry. Undefined when it cannot be converted.
   */
  read(value: unknown): { readonly value: unknown } | undefined;
}

/** Compiles a schema. @throws TypeError when the text is longer than `longest`, is no schema, or needs unbounded time */
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

/** Parses the text of a schema. @throws TypeError when it is longer than `longest`, is nested too deep, or is no JSON object */
export function schemaIn(text: string, longest = LONGEST_SCHEMA): Members {
  if (text.length > longest) throw new TypeError(`it has ${text.length} characters; it may have ${longest}`);
  const value = boundedJson(text);
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
