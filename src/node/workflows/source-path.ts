/** Finds in the source of a workflow the member that a path of the model names. */
import { isObject } from '../../data/index.js';

type Way = readonly (string | number)[];

/** A step of a path: a name, and the keys of a list entry. */
interface Step {
  readonly name: string;
  readonly keys: readonly (readonly [name: string, value: string])[];
}

/**
 * Returns the names and positions that lead to a member, as far as the source has it.
 *
 * @param source the value of a document of a file, in either form
 * @param below path below the definition: `node[name='find']/condition`
 */
export function sourcePath(source: unknown, definition: string, below: string): Way {
  const begin = definitionIn(source, definition);
  const steps = stepsOf(below);
  const [first] = steps;
  const found = follow(begin.value, steps);
  // An edge that `after` or an expression made stands at its target.
  const to = first?.name === 'edge' && found.length === 0 ? first.keys.find(([name]) => name === 'to') : undefined;
  return [...begin.way, ...(to ? follow(begin.value, [{ name: 'node', keys: [['name', to[1]]] }]) : found)];
}

function definitionIn(source: unknown, name: string): { readonly value: unknown; readonly way: Way } {
  const keys: Step['keys'] = [['name', name]];
  for (const steps of [
    [
      { name: 'workflows', keys: [] },
      { name: 'definition', keys },
    ],
    [{ name: 'definition', keys }],
  ]) {
    const way = follow(source, steps);
    if (way.length > steps.length) return { value: valueAt(source, way), way };
  }
  return { value: source, way: [] };
}

function follow(source: unknown, steps: readonly Step[]): Way {
  const way: (string | number)[] = [];
  let value = source;
  for (const { name, keys } of steps) {
    const member = isObject(value) ? memberOf(value, name) : undefined;
    if (member === undefined || !isObject(value)) return way;
    way.push(member);
    value = value[member];
    if (keys.length === 0) continue;
    const index = entryOf(value, keys);
    if (index === undefined) return way;
    way.push(index);
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, index) : undefined;
  }
  return way;
}

/** A source calls the lists `nodes` and `edges`; a document names the module of its top member. */
function memberOf(value: Readonly<Record<string, unknown>>, name: string): string | undefined {
  return [name, `${name}s`, `yangent-workflows:${name}`].find((each) => Object.hasOwn(value, each));
}

function entryOf(list: unknown, keys: Step['keys']): string | number | undefined {
  if (Array.isArray(list)) {
    const index = list.findIndex((entry) => isObject(entry) && keys.every(([name, value]) => entry[name] === value));
    return index < 0 ? undefined : index;
  }
  const [, name] = keys.find(([key]) => key === 'name') ?? [];
  return name !== undefined && isObject(list) && Object.hasOwn(list, name) ? name : undefined;
}

function valueAt(source: unknown, way: Way): unknown {
  return way.reduce<unknown>(
    (value, name) => (isObject(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined),
    source,
  );
}

const STEP = /(?:[\w.-]+:)?([\w.-]+)((?:\[[^\]]*\])*)/g;
const KEY = /\[(?:[\w.-]+:)?([\w.-]+)=(?:'([^']*)'|"([^"]*)")\]/g;

function stepsOf(path: string): readonly Step[] {
  return [...path.matchAll(STEP)].map(([, name = '', keys = '']) => ({
    name,
    keys: [...keys.matchAll(KEY)].map(([, key = '', single, double]): [string, string] => [
      key,
      single ?? double ?? '',
    ]),
  }));
}
