/** The reason why a text or JSON value is not a value of a type. A caller that knows the path turns it into an RpcError. */
export class ValueFault {
  constructor(
    readonly message: string,
    readonly appTag?: string,
  ) {}
}

/** The reason for a text that names an identity which the schema does not have. */
export class UnknownIdentity extends ValueFault {}

/** Returns a value for error messages: short, on one line. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : describeJson(value);
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}

/** Describes a JSON value by its kind. */
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
