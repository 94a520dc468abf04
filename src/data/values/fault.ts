/** Why a text or JSON value is not a value of a type; turned into an RpcError by whoever knows the path. */
export class ValueFault {
  constructor(
    readonly message: string,
    readonly appTag?: string,
  ) {}
}

/** A value as error messages quote it: short, on one line. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : describeJson(value);
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}

/** What kind of JSON value this is, in words. */
export function describeJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 1 && value[0] === null ? '[null]' : 'an array';
  switch (typeof value) {
    case 'object':
      return 'an object';
    case 'string':
      return `the string '${value}'`;
    case 'number':
    case 'boolean':
      return `the ${typeof value} ${String(value)}`;
    default:
      return `a ${typeof value}`;
  }
}
