/**
 * Functions whose one call could take seconds, or make a value that fills the memory. No clock stops them, since they are no
 * JavaScript. Each is called only after its arguments were measured.
 */
import { type ASTNode, Environment, EvaluationError } from '@marcbachmann/cel-js';
import { ExpressionError } from './error.js';

/** Characters of a text times those that are searched in it. */
const MOST_SEARCHED = 250_000_000;
/** Characters of a text that becomes a list. */
const MOST_SPLIT = 2_000_000;
/** Characters that a text of joined ones has at most. */
export const MOST_JOINED = 8 * 1024 * 1024;
const LONGEST_DURATION = 100;

/** Refuses arguments, the receiver first. @throws ExpressionError `too-big` */
type Guard = (values: readonly unknown[]) => void;

const search: Guard = ([text, wanted]) => {
  if (lengthOf(text) * lengthOf(wanted) > MOST_SEARCHED)
    throw tooBig(`a text of ${lengthOf(wanted)} characters is searched in one of ${lengthOf(text)}; use shorter ones`);
};

const split: Guard = ([text, separator]) => {
  search([text, separator]);
  if (lengthOf(text) > MOST_SPLIT)
    throw tooBig(`a text of ${lengthOf(text)} characters is split; at most ${MOST_SPLIT} are possible`);
};

const join: Guard = ([list, separator]) => {
  if (!Array.isArray(list)) return;
  let length = lengthOf(separator) * list.length;
  for (const each of list) length += lengthOf(each);
  if (length > MOST_JOINED)
    throw tooBig(`the joined texts have ${length} characters; at most ${MOST_JOINED} are possible`);
};

const short: Guard = ([text]) => {
  if (lengthOf(text) > LONGEST_DURATION)
    throw tooBig(`a duration is written in at most ${LONGEST_DURATION} characters, such as "90s"`);
};

interface Guarded {
  /** As the language declares it. */
  readonly signature: string;
  readonly guard: Guard;
}

const GUARDED: readonly Guarded[] = [
  { signature: 'string.contains(string): bool', guard: search },
  { signature: 'string.indexOf(string): int', guard: search },
  { signature: 'string.indexOf(string, int): int', guard: search },
  { signature: 'string.lastIndexOf(string): int', guard: search },
  { signature: 'string.lastIndexOf(string, int): int', guard: search },
  { signature: 'string.split(string): list<string>', guard: split },
  { signature: 'string.split(string, int): list<string>', guard: split },
  { signature: 'list<string>.join(): string', guard: join },
  { signature: 'list<string>.join(string): string', guard: join },
  { signature: 'duration(string): google.protobuf.Duration', guard: short },
];

const MARK = 'guarded_';
const SIGNATURE = /(\w+)\(([^)]*)\)/;
const names = new Set(GUARDED.map(({ signature }) => SIGNATURE.exec(signature)?.[1] ?? ''));
const MARKED = new RegExp(`${MARK}(?=(?:${[...names].join('|')})\\()`, 'g');

/** Registers the guarded functions, each under a name of its own beside the one of the language. */
export function registerGuarded(environment: Environment): Environment {
  return GUARDED.reduce(
    (made, { signature, guard }) =>
      made.registerFunction(signature.replace(SIGNATURE, `${MARK}$&`), calling(signature, guard)),
    environment,
  );
}

/** Returns the function of the language behind its guard. */
function calling(signature: string, guard: Guard): (...values: unknown[]) => unknown {
  const [, name = '', parameters = ''] = SIGNATURE.exec(signature) ?? [];
  const isMethod = signature.includes(`.${name}(`);
  const given = parameters.split(',').flatMap((each, at) => (each === '' ? [] : [`v${at + 1}`]));
  const call = new Environment({ unlistedVariablesAreDyn: true }).parse(
    `${isMethod ? 'v0.' : ''}${name}(${given.join(', ')})`,
  );
  const first = isMethod ? 0 : 1;
  return (...values) => {
    guard(values);
    try {
      return call(Object.fromEntries(values.map((value, at) => [`v${at + first}`, value])));
    } catch (error) {
      // Its place is one in the call above, not in the expression of the author.
      if (error instanceof EvaluationError) throw new EvaluationError(error.summary);
      throw error;
    }
  };
}

/** Lets an expression that is just parsed call the guarded functions instead of those of the language. */
export function guard(node: ASTNode): void {
  if ((node.op === 'call' || node.op === 'rcall') && names.has(node.args[0])) node.args[0] = `${MARK}${node.args[0]}`;
  for (const each of innerNodes(node)) guard(each);
}

/** Returns the name of a function as the language has it. */
export function nameOf(called: string): string {
  return called.startsWith(MARK) ? called.slice(MARK.length) : called;
}

/** Returns a message with the names of the language. */
export function unmarked(message: string): string {
  return message.replaceAll(MARKED, '');
}

function innerNodes(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'map':
      return node.args.flat();
    case '!_':
    case '-_':
      return [node.args];
    default:
      return node.args;
  }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function tooBig(message: string): ExpressionError {
  return new ExpressionError('too-big', message);
}
