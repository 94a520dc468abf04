/** The JSON Schema of the input that an executor requests, and the check of answers against it. */
import { RpcError } from '../../data/index.js';
import { type BoundedSchema, boundedSchema, LONGEST_SCHEMA } from './bounded-schema.js';

const REQUEST = '/yangent-tasks:request-input/schema';
const ANSWER = '/yangent-tasks:provide-input';

/** An answer; one of the two members is present. */
interface Answer {
  readonly content?: string;
  readonly data?: unknown;
}

export interface AnswerSchema {
  /**
   * Returns the answer with values converted as the schema requires: in XML, numbers and lists arrive as text.
   *
   * @throws RpcError invalid-value with the place and the expected value there, too-big
   */
  fitted(answer: Answer): Answer;
}

/** Compiles a schema. @throws RpcError invalid-value or too-big when answers cannot be checked by it */
export function answerSchema(text: string): AnswerSchema {
  if (text.length > LONGEST_SCHEMA) {
    throw refusal('too-big', REQUEST, `the schema has ${text.length} characters; it may have ${LONGEST_SCHEMA}`);
  }
  try {
    const schema = boundedSchema(text);
    return { fitted: (answer) => fitted(schema, answer) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `the schema is no JSON Schema (2020-12) by which answers can be checked: ${error.message}`;
    throw refusal('invalid-value', REQUEST, message);
  }
}

/** True when answers can be checked by this schema. */
export function isAnswerSchema(text: string): boolean {
  try {
    answerSchema(text);
    return true;
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

function fitted(schema: BoundedSchema, { content, data }: Answer): Answer {
  const leaf = data === undefined ? 'content' : 'data';
  const values = data === undefined ? readings(content) : [data];
  const length = data === undefined ? (content?.length ?? 0) : JSON.stringify(data).length;
  if (length > schema.longest) {
    const message = `the answer has ${length} characters; by this schema ${schema.longest} can be checked`;
    throw refusal('too-big', `${ANSWER}/${leaf}`, message);
  }
  const problems: string[] = [];
  for (const value of values) {
    const problem = schema.problem(value);
    if (problem === undefined) return { content, data };
    problems.push(problem);
  }
  const read = data === undefined ? undefined : schema.read(data);
  if (read) return { content, data: read.value };
  const message = `the answer is not what the executor asked for (input-request/schema): ${problems[0] ?? 'it is missing'}`;
  throw refusal('invalid-value', `${ANSWER}/${leaf}`, message);
}

/** Returns the possible values of a text: the JSON in it, and the text itself. */
function readings(content: string | undefined): readonly unknown[] {
  if (content === undefined) return [];
  try {
    return [JSON.parse(content), content];
  } catch {
    return [content];
  }
}

function refusal(tag: 'invalid-value' | 'too-big', path: string, message: string): RpcError {
  return new RpcError({ type: 'application', tag, path, message });
}
