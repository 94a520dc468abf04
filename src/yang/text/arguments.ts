/** The kinds of arguments of YANG statements (RFC 7950 §14), each with its check. */

export type ArgumentKind =
  | 'none'
  | 'text'
  | 'identifier'
  | 'reference'
  | 'date'
  | 'boolean'
  | 'status'
  | 'ordered-by'
  | 'version'
  | 'uri'
  | 'enum-name'
  | 'int32'
  | 'uint32'
  | 'min-elements'
  | 'max-elements'
  | 'fraction-digits'
  | 'deviate'
  | 'modifier'
  | 'key'
  | 'unique'
  | 'absolute-path'
  | 'descendant-path';

const IDENTIFIER = '[A-Za-z_][A-Za-z0-9_.-]*';
const REFERENCE = `(?:${IDENTIFIER}:)?${IDENTIFIER}`;
const DESCENDANT = `${REFERENCE}(?:/${REFERENCE})*`;

interface Rule {
  /** The expected form, for error messages. */
  readonly expected: string;
  accepts(argument: string): boolean;
}

const pattern = (expected: string, source: string): Rule => {
  const expression = new RegExp(`^(?:${source})$`);
  return { expected, accepts: (argument) => expression.test(argument) };
};

const words = (...allowed: string[]): Rule => ({
  expected: allowed.map((w) => `'${w}'`).join(' or '),
  accepts: (argument) => allowed.includes(argument),
});

const integer = (expected: string, min: number, max: number, ...alternatives: string[]): Rule => ({
  expected,
  accepts: (a) =>
    alternatives.includes(a) || (/^(?:0|-?[1-9][0-9]{0,10})$/.test(a) && Number(a) >= min && Number(a) <= max),
});

const RULES: Readonly<Record<Exclude<ArgumentKind, 'none'>, Rule>> = {
  text: { expected: 'a string', accepts: () => true },
  uri: { expected: 'a URI', accepts: (a) => a !== '' && !/\s/.test(a) },
  identifier: pattern('an identifier (letters, digits, _ - ., not starting with a digit)', IDENTIFIER),
  reference: pattern('a name, optionally with a prefix', REFERENCE),
  date: { expected: 'a date YYYY-MM-DD', accepts: isDate },
  boolean: words('true', 'false'),
  status: words('current', 'deprecated', 'obsolete'),
  'ordered-by': words('system', 'user'),
  version: words('1', '1.1'),
  modifier: words('invert-match'),
  deviate: words('not-supported', 'add', 'replace', 'delete'),
  'enum-name': { expected: 'a name without blanks around it', accepts: (a) => a !== '' && a.trim() === a },
  int32: integer('an integer from -2147483648 to 2147483647', -2147483648, 2147483647),
  uint32: integer('an integer from 0 to 4294967295', 0, 4294967295),
  'min-elements': integer('an integer from 0 to 4294967295', 0, 4294967295),
  'max-elements': integer("an integer from 1 to 4294967295, or 'unbounded'", 1, 4294967295, 'unbounded'),
  'fraction-digits': integer('an integer from 1 to 18', 1, 18),
  // No white space around the names (RFC 7950 §14, key-arg and unique-arg).
  key: pattern('names of leafs separated by blanks', `${REFERENCE}(?:\\s+${REFERENCE})*`),
  unique: pattern('paths of leafs below the list (a/b), separated by blanks', `${DESCENDANT}(?:\\s+${DESCENDANT})*`),
  'absolute-path': pattern('an absolute schema path (/prefix:name/prefix:name)', `(?:/${REFERENCE})+`),
  'descendant-path': pattern("a schema path below the node (name/name, without '/' in front)", DESCENDANT),
};

/** Returns the fault of an argument of that kind, or undefined. */
export function argumentFault(kind: ArgumentKind, argument: string | undefined): string | undefined {
  if (kind === 'none') return argument === undefined ? undefined : 'takes no argument';
  const rule = RULES[kind];
  if (argument === undefined) return `needs an argument: ${rule.expected}`;
  return rule.accepts(argument)
    ? undefined
    : `has the argument '${argument.slice(0, 80)}' where ${rule.expected} is expected`;
}

export function isIdentifier(text: string): boolean {
  return RULES.identifier.accepts(text);
}

/** True for a date of the calendar, as in `revision`. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= last;
}
