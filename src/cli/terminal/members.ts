import { printable } from './table.js';

/** A value that this program has already made printable and coloured. */
export interface Painted {
  readonly painted: string;
}

type Value = string | Painted | undefined;

/** Returns labelled lines, the labels in one column; members without a value are left out. */
export function labelled(members: readonly (readonly [label: string, value: Value])[]): string {
  const present = members.flatMap(([label, value]): [string, string][] => {
    const text = typeof value === 'object' ? value.painted : printable(value ?? '');
    return text === '' ? [] : [[label, text]];
  });
  const width = Math.max(0, ...present.map(([label]) => label.length));
  const indent = ' '.repeat(width + 2);
  return present.map(([label, value]) => `${label.padEnd(width)}  ${value.replaceAll('\n', `\n${indent}`)}`).join('\n');
}
