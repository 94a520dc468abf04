/** Types of expressions, found before they are evaluated. */
import { environment } from './environment.js';
import type { Expression } from './expression.js';
import { Kept } from './kept.js';
import type { Span } from './tree.js';

/** Types that are told apart; `dyn`: known when it is evaluated. */
export type ValueType =
  | 'int'
  | 'string'
  | 'bool'
  | 'list<int>'
  | 'list<string>'
  | 'list<bool>'
  | 'list<dyn>'
  | 'map'
  | 'dyn';

/** A part of an expression whose type is known. */
export interface TypedSpan extends Span {
  readonly type: Exclude<ValueType, 'dyn'>;
}

/** One variable of each type stands for all parts of that type: only types matter. */
const NAMES: Readonly<Record<TypedSpan['type'], string>> = {
  int: 'v_int',
  string: 'v_string',
  bool: 'v_bool',
  'list<int>': 'v_ints',
  'list<string>': 'v_strings',
  'list<bool>': 'v_bools',
  'list<dyn>': 'v_list',
  map: 'v_map',
};

const typed = Object.entries(NAMES).reduce(
  (made, [type, name]) => made.registerVariable(name, type),
  environment.clone(),
);

export type Checked = { readonly type: string } | { readonly fault: string };

/** Types that were found, by the text of the expression: as many as have this many characters. */
const known = new Kept<Checked>(4 * 1024 * 1024);

/** Returns the type of an expression, of which the types of some parts are known, or why it can have no value. */
export function checkTypes({ text }: Expression, parts: readonly TypedSpan[]): Checked {
  const replaced = parts
    .toSorted((one, other) => other.start - one.start)
    .reduce((made, { start, end, type }) => `${made.slice(0, start)}${NAMES[type]}${made.slice(end)}`, text);
  const before = known.get(replaced);
  if (before) return before;
  const checked = checkedText(replaced);
  known.set(replaced, checked, replaced.length);
  return checked;
}

function checkedText(text: string): Checked {
  const { valid, type, error } = typed.check(text);
  if (valid) return { type: String(type) };
  return { fault: (error?.summary ?? 'it has no type').replaceAll(/v_[a-z]+/g, 'value') };
}
