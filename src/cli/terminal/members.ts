/** Labelled lines, the labels in one column; members without a value are left out. */
export function labelled(members: readonly (readonly [label: string, value: string | undefined])[]): string {
  const present = members.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
  const width = Math.max(0, ...present.map(([label]) => label.length));
  const indent = ' '.repeat(width + 2);
  return present.map(([label, value]) => `${label.padEnd(width)}  ${value.replaceAll('\n', `\n${indent}`)}`).join('\n');
}
