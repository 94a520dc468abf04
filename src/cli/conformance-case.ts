/** One case of a conformance file and the engine's verdict on it. */
import { elementsOf, parseJson, parseXml, RpcError, serializeXml } from '../data/index.js';
import { compile, type SourceSet, YangErrors } from '../yang/index.js';
import { checkInstance, type InstanceFormat, type InstanceType } from './instance.js';

/** YANG texts by key, as in `modules.json`. */
export type ModuleTexts = ReadonlyMap<string, { readonly file: string; readonly text: string }>;

export interface ConformanceCase {
  readonly id: string;
  readonly modules: readonly string[];
  readonly verdict: 'valid' | 'invalid';
  /** Schema cases: index of the module under test, and its enabled features. */
  readonly main?: number;
  readonly features?: readonly string[] | null;
  /** Data cases. */
  readonly implement?: readonly (readonly [string, readonly string[]])[];
  readonly format?: InstanceFormat;
  readonly op?: string;
  readonly data?: string;
}

/** The verdict of our engine. Anything but a proper refusal (an exception of another kind) is a fault and is thrown. */
export function judge(each: ConformanceCase, texts: ModuleTexts): 'valid' | 'invalid' {
  try {
    const given = each.modules.flatMap((key) => texts.get(key) ?? []);
    const sources = sourceSet(given);
    if (each.data === undefined) {
      const main = nameOf(given[each.main ?? 0]?.text ?? '');
      compile({ sources, implement: [main], features: new Map([[main, each.features ?? []]]) });
      return 'valid';
    }
    const implement = each.implement ?? [];
    const schema = compile({ sources, implement: implement.map(([name]) => name), features: new Map(implement) });
    checkInstance(schema, unwrapped(each), each.format ?? 'xml', TYPES.get(each.op ?? 'data') ?? 'data');
    return 'valid';
  } catch (error) {
    if (error instanceof YangErrors || error instanceof RpcError) return 'invalid';
    throw error;
  }
}

const TYPES: ReadonlyMap<string, InstanceType> = new Map([
  ['data', 'data'],
  ['rpc', 'rpc'],
  ['reply', 'reply'],
  ['notif', 'notification'],
  ['nc-rpc', 'rpc'],
  ['rc-notif', 'notification'],
]);

/** The document without the envelope of its protocol. */
function unwrapped({ op, data = '', format }: ConformanceCase): string {
  if (op === 'nc-rpc' && format === 'xml') return elementsOf(parseXml(data)).map(serializeXml).join('');
  if (op !== 'rc-notif') return data;
  const value = parseJson(data);
  const inner = typeof value === 'object' && value !== null ? Object.values(value)[0] : undefined;
  const { eventTime: _, ...notification } = { ...inner };
  return JSON.stringify(notification);
}

function sourceSet(given: readonly { file: string; text: string }[]): SourceSet {
  return {
    find(name, revision) {
      const named = given.filter((each) => nameOf(each.text) === name);
      return named.find((each) => revision !== undefined && each.text.includes(`revision ${revision}`)) ?? named[0];
    },
  };
}

/** Name of the module or submodule of a text; cheap, for look-up only. */
function nameOf(text: string): string {
  return /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:sub)?module\s+["']?([A-Za-z_][\w.-]*)/.exec(text)?.[1] ?? '';
}
