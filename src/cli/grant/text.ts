/** Capabilities in words, for people. */

/** A capability, as the replies of a node have it. */
interface Shown {
  readonly name: string;
  readonly action: readonly string[];
  readonly constraint?: Readonly<Record<string, unknown>>;
}

/** Returns a line for each capability: its actions, then its constraints. */
export function capabilityLines(capabilities: readonly Shown[] = []): readonly string[] {
  return capabilities.map(capabilityText);
}

/** Sorts `2` before `10`. */
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** Returns such lines, sorted, that begin with the name of the capability, which a command takes to remove it. */
export function namedLines(capabilities: readonly Shown[] = []): readonly string[] {
  const sorted = capabilities.toSorted((one, other) => BY_NUMBER.compare(one.name, other.name));
  return sorted.map((each) => `${each.name}: ${capabilityText(each)}`);
}

function capabilityText({ action, constraint = {} }: Shown): string {
  const limits = Object.entries(constraint).map(([name, value]) => `${name} ${limitText(value)}`);
  return [action.join(', '), ...limits].join('; ');
}

function limitText(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(' or ');
  return typeof value === 'object'
    ? Object.values({ ...value })
        .map(String)
        .join(' to ')
    : String(value);
}
