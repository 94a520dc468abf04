/** Parses the syntax of instance-identifiers (RFC 7950 §14, `instance-identifier`; RFC 7951 §6.11); does not resolve names. */
import { quoted, ValueFault } from '../fault.js';

export interface RawStep {
  readonly prefix: string;
  readonly name: string;
  readonly predicates: readonly RawPredicate[];
}

export type RawPredicate = { readonly text: string } & (
  | { readonly kind: 'key'; readonly prefix: string; readonly name: string; readonly value: string }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'position'; readonly position: number }
);

const NAME = /\/(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)/y;
const PREDICATE =
  /\[\s*(?:(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)|(\.)|([1-9]\d{0,15}))\s*(?:(?<=\d\s*)\]|=\s*(?:'([^']*)'|"([^"]*)")\s*\])/y;

/** Splits the text into steps. */
export function parsePathSyntax(text: string): RawStep[] | ValueFault {
  const steps: RawStep[] = [];
  let at = 0;
  while (at < text.length) {
    NAME.lastIndex = at;
    const [step, prefix = '', name] = NAME.exec(text) ?? [];
    if (step === undefined || name === undefined) return syntaxFault(text, at, "'/' and a node name");
    at += step.length;
    const predicates: RawPredicate[] = [];
    while (text[at] === '[') {
      PREDICATE.lastIndex = at;
      const found = PREDICATE.exec(text);
      const predicate = found === null ? undefined : toPredicate(found);
      if (predicate === undefined)
        return syntaxFault(text, at, "a predicate: [name='value'], [.='value'] or [position]");
      predicates.push(predicate);
      at += predicate.text.length;
    }
    steps.push({ prefix, name, predicates });
  }
  return steps.length === 0 ? syntaxFault(text, 0, "'/' and a node name") : steps;
}

function toPredicate([text, prefix = '', name, dot, position, single, double]: RegExpExecArray):
  | RawPredicate
  | undefined {
  const value = single ?? double;
  if (position !== undefined)
    return value === undefined ? { text, kind: 'position', position: Number(position) } : undefined;
  if (value === undefined) return undefined;
  if (dot !== undefined) return { text, kind: 'value', value };
  return name === undefined ? undefined : { text, kind: 'key', prefix, name, value };
}

function syntaxFault(text: string, at: number, wanted: string): ValueFault {
  return new ValueFault(`${quoted(text)} is not an instance-identifier: expected ${wanted} at character ${at + 1}`);
}
