/** The engine's verdict on one case. */
import { RpcError } from '../../data/index.js';
import { compile, type FeatureSelection, type Schema, type Source, YangErrors } from '../../yang/index.js';
import { checkInstance } from '../instance.js';
import {
  type ConformanceCase,
  type DataCase,
  isDataCase,
  type ModuleTexts,
  type SchemaCase,
  type Verdict,
} from './cases.js';
import { documentOf } from './envelope.js';
import { isComplete, repositoryOf } from './modules.js';

/** A verdict, and what was wrong with what is invalid. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** Judges cases one after the other; modules that consecutive data cases share are compiled once. */
export class Judge {
  #schemaOf = '';
  #schema: Schema | YangErrors | undefined;

  constructor(private readonly texts: ModuleTexts) {}

  /** Anything but a proper refusal (an exception of another kind) is a fault of the engine, and thrown. */
  judge(one: ConformanceCase): Judgement {
    try {
      if (isDataCase(one)) this.#document(one);
      else this.#module(one);
      return { verdict: 'valid' };
    } catch (error) {
      if (!(error instanceof YangErrors) && !(error instanceof RpcError)) throw error;
      return { verdict: 'invalid', reason: error.message };
    }
  }

  #module({ modules, main, features, context }: SchemaCase): void {
    const given = this.#sources(modules);
    const tested = given[main];
    const { name, revision } = nameOf(tested?.file ?? '');
    const others = given.filter((source) => source !== tested);
    const loaded = others.filter((one) => context.some(({ name, rev }) => isOf(one, name, rev)));
    // What had been loaded stays implemented, but for modules that the case holds without their submodules.
    const before = context.filter(
      ({ impl, name, rev }) => impl === 1 && loaded.some((one) => isOf(one, name, rev) && isComplete(one, others)),
    );
    compile({
      sources: repositoryOf(tested, others, loaded),
      implement: [...before.map(({ name, rev }) => wanted(name, rev)), wanted(name, revision)],
      features: new Map([
        ...before.map(({ name, feat }) => [name, selection(feat)] as const),
        [name, selection(features ?? [])] as const,
      ]),
    });
  }

  #document(one: DataCase): void {
    const schema = this.#schemaFor(one);
    const { text, type } = documentOf(one);
    const lenient = !one.parse.includes('STRICT');
    checkInstance(schema, text, one.format, type, {
      onlyKnown: lenient,
      keysFirst: !lenient,
      onlyPresent: one.validate.includes('PRESENT'),
    });
  }

  #schemaFor({ modules, implement }: DataCase): Schema {
    const key = JSON.stringify([modules, implement]);
    if (key !== this.#schemaOf) {
      this.#schemaOf = key;
      this.#schema = this.#compile(modules, implement);
    }
    if (this.#schema === undefined || this.#schema instanceof YangErrors) throw this.#schema;
    return this.#schema;
  }

  #compile(modules: readonly string[], implement: DataCase['implement']): Schema | YangErrors {
    const features: FeatureSelection = new Map(implement.map(([name, names]) => [name, selection(names)]));
    const sources = repositoryOf(undefined, this.#sources(modules));
    try {
      return compile({ sources, implement: implement.map(([name]) => name), features });
    } catch (error) {
      if (error instanceof YangErrors) return error;
      throw error;
    }
  }

  #sources(keys: readonly string[]) {
    return keys.flatMap((key) => this.texts.get(key) ?? []);
  }
}

/** Files are named after what they hold: `name@revision.yang`. */
function nameOf(file: string): { readonly name: string; readonly revision: string | undefined } {
  const [, name = '', revision] = /^([^@]*)(?:@([0-9-]+))?\.(?:yang|yin)$/.exec(file) ?? [];
  return { name, revision };
}

function isOf({ file }: Source, wanted: string, rev: string | null): boolean {
  const { name, revision } = nameOf(file);
  return name === wanted && (rev === null || revision === rev);
}

const wanted = (name: string, revision: string | null | undefined) =>
  revision === null || revision === undefined ? name : { name, revision };

const selection = (names: readonly string[]): readonly string[] | '*' => (names.includes('*') ? '*' : names);
