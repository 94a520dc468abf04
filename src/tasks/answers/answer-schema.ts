/** The JSON Schema with which an executor says what input it needs, and whether an answer is that. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isMembers, type Members, textOf } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import { boundedAjv } from './bounded-ajv.js';
import { workOf } from './work.js';

/** Characters of a schema. */
const LONGEST_SCHEMA = 65_536;
/** Of a schema, its references followed. */
const MOST_WORK = 20_000;
/** Of a schema with an answer of its length: within a second. */
const MOST_WORK_IN_ALL = 20_000_000;

const METASCHEMA = new Ajv2020({ strict: false, logger: false });
const REQUEST = '/yangent-tasks:request-input/schema';
const ANSWER = '/yangent-tasks:provide-input';

/** An answer, of which one of the two is there. */
interface Answer {
  readonly content?: string;
  readonly data?: unknown;
}

export interface AnswerSchema {
  /**
   * The answer as it is meant: what came through XML as text is the number or list that the schema wants.
   *
   * @throws RpcError invalid-value with the place and what was expected there, too-big
   */
  fitted(answer: Answer): Answer;
}

/** @throws RpcError invalid-value or too-big when it is none by which answers can be checked */
export function answerSchema(text: string): AnswerSchema {
  if (text.length > LONGEST_SCHEMA) {
    throw refusal('too-big', REQUEST, `the schema has ${text.length} characters; it may have ${LONGEST_SCHEMA}`);
  }
  try {
    const schema = parsed(text);
    const work = workOf(schema);
    if (work > MOST_WORK)
      throw new TypeError(`with its references followed it has ${work} parts; it may have ${MOST_WORK}`);
    const judge = { schema, work, valid: compiled(schema) };
    return { fitted: (answer) => fitted(judge, answer) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `the schema is no JSON Schema (2020-12) by which answers can be checked: ${error.message}`;
    throw refusal('invalid-value', REQUEST, message);
  }
}

/** Whether answers can be checked by this text. */
export function isAnswerSchema(text: string): boolean {
  try {
    answerSchema(text);
    return true;
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

function parsed(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new TypeError(error instanceof Error ? error.message : String(error));
  }
  if (!isMembers(value)) throw new TypeError('it is not an object');
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
    throw new TypeError(error instanceof Error ? error.message : String(error));
  }
}

interface Judge {
  readonly schema: Members;
  readonly work: number;
  readonly valid: ValidateFunction;
}

function fitted({ schema, work, valid }: Judge, { content, data }: Answer): Answer {
  const leaf = data === undefined ? 'content' : 'data';
  const values = data === undefined ? readings(content) : [data];
  const length = data === undefined ? (content?.length ?? 0) : JSON.stringify(data).length;
  if (length * work > MOST_WORK_IN_ALL) {
    const most = Math.floor(MOST_WORK_IN_ALL / work);
    const message = `the answer has ${length} characters; by this schema ${most} can be checked`;
    throw refusal('too-big', `${ANSWER}/${leaf}`, message);
  }
  let problem: string | undefined;
  for (const value of values) {
    if (valid(value)) return { content, data };
    problem ??= problemOf(valid.errors?.[0]);
  }
  if (data !== undefined) {
    // In XML every value is a text and a list of one is its entry: what the schema then makes of it is meant.
    const read: unknown = structuredClone(data);
    if (compiled(schema, { coerceTypes: 'array' })(read)) return { content, data: read };
  }
  const found = problem ?? 'it is missing';
  const message = `the answer is not what the executor asked for (input-request/schema): ${found}`;
  throw refusal('invalid-value', `${ANSWER}/${leaf}`, message);
}

/** What a text says: the JSON it is, or the text. */
function readings(content: string | undefined): readonly unknown[] {
  if (content === undefined) return [];
  try {
    return [JSON.parse(content), content];
  } catch {
    return [content];
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

function refusal(tag: 'invalid-value' | 'too-big', path: string, message: string): RpcError {
  return new RpcError({ type: 'application', tag, path, message });
}
