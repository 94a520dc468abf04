/** The verdict of libyang on one case. */
import { modelDirectories } from '../../node/index.js';
import type { Source } from '../../yang/index.js';
import {
  type Engine,
  type EngineContext,
  type EngineDocument,
  type EngineModules,
  isEngineError,
} from '../engine/index.js';
import {
  type ConformanceCase,
  type DataCase,
  isDataCase,
  type ModuleTexts,
  type Op,
  type SchemaCase,
} from './cases.js';
import type { Judge, Judgement } from './judge.js';
import { emptySubmodules } from './modules.js';
import { planOf, selection, sourcesOf } from './plan.js';

type DocumentType = EngineDocument['type'];

const TYPES: Readonly<Record<Op, DocumentType | Readonly<Record<DataCase['format'], DocumentType>>>> = {
  data: 'data',
  rpc: 'rpc',
  reply: 'reply',
  notif: 'notification',
  'nc-rpc': 'netconf-rpc',
  'rc-notif': { json: 'restconf-notification', xml: 'netconf-notification' },
};

/** Judges with libyang. Modules shared by consecutive data cases are loaded once. */
export class ReferenceJudge implements Judge {
  #modulesOf = '';
  #context: EngineContext | undefined;

  constructor(
    private readonly texts: ModuleTexts,
    private readonly engine: Engine,
  ) {}

  async judge(one: ConformanceCase): Promise<Judgement> {
    try {
      if (isDataCase(one)) return await this.#document(one);
      const context = await this.engine.context(modulesOf(one, this.texts));
      context.close();
      return { verdict: 'valid' };
    } catch (error) {
      if (!isEngineError(error) || error.fault !== 'schema') throw error;
      return { verdict: 'invalid', reason: error.message };
    }
  }

  async #document(one: DataCase): Promise<Judgement> {
    const context = await this.#contextFor(one);
    const type = TYPES[one.op];
    const { valid, errors } = await context.validate({
      format: one.format,
      type: typeof type === 'string' ? type : type[one.format],
      text: one.data,
      strict: one.parse.includes('STRICT'),
      onlyPresent: one.validate.includes('PRESENT'),
    });
    return valid ? { verdict: 'valid' } : { verdict: 'invalid', reason: errors[0]?.message };
  }

  async #contextFor({ modules, implement }: DataCase): Promise<EngineContext> {
    const key = JSON.stringify([modules, implement]);
    if (this.#context && key === this.#modulesOf) return this.#context;
    this.#context?.close();
    this.#context = undefined;
    this.#context = await this.engine.context({
      texts: sourcesOf(modules, this.texts).map(textOf),
      directories: modelDirectories,
      implement: implement.map(([module, names]) => ({ module, features: selection(names) })),
    });
    this.#modulesOf = key;
    return this.#context;
  }
}

function modulesOf(one: SchemaCase, texts: ModuleTexts): EngineModules {
  const { tested, others, loaded, implement } = planOf(one, texts);
  const before = implement.slice(0, -1).map(({ name, revision, features }) => ({ module: name, revision, features }));
  const features = implement.at(-1)?.features;
  return {
    texts: [...others, ...emptySubmodules(loaded)].map(textOf),
    directories: modelDirectories,
    implement: tested === undefined ? before : [...before, { module: textOf(tested), features }],
  };
}

const textOf = ({ file, text }: Source) => ({ file, text });
