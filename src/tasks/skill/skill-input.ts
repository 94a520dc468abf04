/** The input of a skill, described by JSON Schema (2020-12) and checked by ajv. */
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, messageOf } from '../../data/index.js';
import { type Members, membersOf, textOf, textsOf } from '../../data/rfc7951/members.js';
import { didYouMean } from '../../yang/index.js';
import { boundedAjv, PatternBudget, TooMuchWork } from '../answers/bounded-ajv.js';
import type { Checked } from './interpreter.js';
import { judgeOf } from './yang-input.js';

/** A parameter: a member of the input. */
export interface Parameter {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  readonly kind: 'text' | 'number' | 'boolean' | 'list' | 'other';
  /** The permitted values (of the entries, for a list), when the schema enumerates them. */
  readonly values?: readonly string[];
  /** True when the schema restricts the form of a text, or of the entries of a list of texts. */
  readonly hasForm: boolean;
  readonly examples: readonly string[];
  /** True when the value (for a list, one entry) is valid by the schema. */
  accepts(value: unknown): boolean;
}

export interface SkillInput {
  readonly parameters: readonly Parameter[];
  check(value: unknown): Checked;
}

const OPTIONS = {
  allErrors: true,
  useDefaults: true,
  strictTypes: false,
  strictRequired: false,
} as const;

/**
 * Compiles the schema of the input of a skill.
 *
 * @param where the agent and the skill, for messages
 * @throws TypeError when the schema is invalid, describes no object, or has a pattern that cannot be matched in linear time
 */
export function skillInput(schema: Members, where: string): SkillInput {
  if (schema.type !== 'object') throw new TypeError(`${where}: the schema of its input must have "type": "object"`);
  const budget = new PatternBudget();
  const ajv = boundedAjv(OPTIONS, budget);
  let valid: ValidateFunction;
  let fromXml: ValidateFunction;
  try {
    valid = ajv.compile({ ...schema });
    fromXml = boundedAjv({ ...OPTIONS, coerceTypes: 'array' }, budget).compile({ ...schema });
  } catch (error) {
    throw new TypeError(`${where}: the schema of its input is wrong: ${messageOf(error)}`);
  }
  const required = textsOf(schema, 'required');
  const parameters = Object.entries(membersOf(schema, 'properties')).flatMap(([name, property]) =>
    isObject(property) ? [parameterOf({ ajv, budget }, schema, name, property, required.includes(name))] : [],
  );
  const judge = judgeOf(schema);
  const judged = (value: Members): Checked => {
    const problem = judge?.(value);
    return problem === undefined ? { value } : { problem: `input/${problem}` };
  };
  return {
    parameters,
    check(value) {
      if (!isObject(value)) return { problem: 'the input must be an object' };
      budget.renew();
      return withinBudget(
        () => {
          const copy: Members = structuredClone(value);
          if (valid(copy)) return judged(copy);
          const problem = problemOf(valid.errors?.[0], schema, value);
          // In XML every value is a text, and a list of one entry is that entry: convert by the schema and check again.
          const read: Members = structuredClone(value);
          return fromXml(read) ? judged(read) : { problem };
        },
        ({ message }) => ({ problem: `the input is too long: ${message}` }),
      );
    },
  };
}

const KINDS: Readonly<Record<string, Parameter['kind']>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'list',
};

/** Runs the work. Returns the result of `otherwise` when the patterns take too many steps. */
function withinBudget<T>(work: () => T, otherwise: (error: TooMuchWork) => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooMuchWork) return otherwise(error);
    throw error;
  }
}

/** The ajv and budget with which a part of the input is checked. */
interface Checker {
  readonly ajv: Ajv2020;
  readonly budget: PatternBudget;
}

function parameterOf(
  { ajv, budget }: Checker,
  schema: Members,
  name: string,
  property: Members,
  required: boolean,
): Parameter {
  const isList = property.type === 'array';
  const { default: _, ...single } = isList ? membersOf(property, 'items') : property;
  const accepts = ajv.compile({ ...single, $defs: membersOf(schema, '$defs') });
  const values = textsOf(single, 'enum');
  const { title, description } = { title: textOf(property, 'title'), description: textOf(property, 'description') };
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    required,
    kind: KINDS[String(property.type)] ?? (values.length > 0 ? 'text' : 'other'),
    ...(values.length > 0 ? { values } : {}),
    hasForm: single.pattern !== undefined || single.format !== undefined,
    examples: Array.isArray(property.examples) ? property.examples.map(String) : [],
    accepts: (value) => {
      budget.renew();
      return withinBudget(
        () => accepts(value) === true,
        () => false,
      );
    },
  };
}

function problemOf(error: ErrorObject | undefined, schema: Members, given: Members): string {
  if (!error) return 'the input is not as its schema says';
  const allowed: unknown = error.params.allowedValues;
  const among = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
  const extra: unknown = error.params.additionalProperty;
  const which = typeof extra === 'string' ? ` ("${extra}")` : '';
  const hint = error.instancePath === '' ? misspelt(error, Object.keys(membersOf(schema, 'properties')), given) : '';
  return `input${error.instancePath} ${error.message ?? 'is wrong'}${which}${among}${hint}`;
}

/** Suggests the intended member for an unknown one, or the misspelt one for a missing one. */
function misspelt({ params }: ErrorObject, known: readonly string[], given: Members): string {
  const { additionalProperty: extra, missingProperty: missing } = params;
  if (typeof extra === 'string') return didYouMean(extra, known);
  if (typeof missing !== 'string') return '';
  const near = Object.keys(given).find((name) => !known.includes(name) && didYouMean(name, [missing]) !== '');
  return near === undefined ? '' : `; it has "${near}"`;
}
