/** The engine's verdict on one case. */
import { RpcError } from '../../data/index.js';
import { compile, type FeatureSelection, type Schema, YangErrors } from '../../yang/index.js';
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
import { repositoryOf } from './modules.js';
import { planOf, selection, sourcesOf } from './plan.js';

/** A verdict; for an invalid case with the reason. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** An engine that judges one case at a time. */
export interface Judge {
  /** Throws every error that is not a proper refusal: it is a fault of the engine. */
  judge(one: ConformanceCase): Judgement | Promise<Judgement>;
}

/** The project's own engine. Modules shared by consecutive data cases are compiled once. */
export class OwnJudge implements Judge {
  #schemaOf = '';
  #schema: Schema | YangErrors | undefined;

  constructor(private readonly texts: ModuleTexts) {}

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

  #module(one: SchemaCase): void {
    const { tested, others, loaded, implement } = planOf(one, this.texts);
    compile({
      sources: repositoryOf(tested, others, loaded),
      implement: implement.map(({ name, revision }) => (revision === undefined ? name : { name, revision })),
      features: new Map(implement.map(({ name, features }) => [name, features])),
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
    const sources = repositoryOf(undefined, sourcesOf(modules, this.texts));
    try {
      return compile({ sources, implement: implement.map(([name]) => name), features });
    } catch (error) {
      if (error instanceof YangErrors) return error;
      throw error;
    }
  }
}
