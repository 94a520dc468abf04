/** Modules loaded into an instance, and documents judged against them. */
import { FORMATS, Instance, type Snapshot } from './instance.js';
import type {
  ContextOptions,
  DataFormat,
  Document,
  DocumentText,
  DocumentType,
  Limits,
  ModuleOutput,
  ModuleRequest,
  PrintOptions,
  Verdict,
} from './options.js';
import { LibyangError, type Problem } from './problem.js';
import { formatOf, type Sources, sourcesOf } from './sources.js';

export const DEFAULT_LIMITS = { memory: 256 << 20, text: 32 << 20 } as const satisfies Limits;

/** LY_CTX_ENABLE_IMP_FEATURES. */
const ALL_FEATURES = 0x100;
/** LYD_FORMAT, LYS_OUTFORMAT, lyd_type. */
const DATA_FORMATS: Readonly<Record<DataFormat, number>> = { xml: 1, json: 2 };
const OUTPUTS: Readonly<Record<ModuleOutput, number>> = { yang: 1, yin: 3, tree: 4 };
const TYPES: Readonly<Record<DocumentType, number>> = {
  data: 0,
  config: 0,
  rpc: 1,
  notification: 2,
  reply: 3,
  'netconf-rpc': 4,
  'netconf-notification': 5,
  'restconf-notification': 8,
};
/** LYD_PARSE_*, LYD_VALIDATE_*, LYD_PRINT_*. */
const PARSE = { strict: 0x20000, noState: 0x80000 } as const;
const VALIDATE = { noState: 1, present: 2, allErrors: 4, none: -1 } as const;
const PRINT = { siblings: 1, compact: 2 } as const;

/** Memory that a document needs, in bytes for each of its text; had at once it is much quicker. */
const GROWTH = 12;
const GROWTH_FROM = 64 << 10;
/** A new instance follows after so many documents, should libyang lose some memory with each, */
const DOCUMENTS_OF_INSTANCE = 10_000;
/** and where a large document has left more than this part of the limit in use. */
const KEPT_PART = 0.5;

/** In this thread: a call ends when libyang does. Close it when it is of no more use. */
export class Context {
  readonly #limits: Required<Limits>;
  readonly #sources: Sources;
  readonly #context: number;
  readonly #rested: Snapshot;
  #instance: Instance | undefined;
  #documents = 0;
  #closed = false;

  /** @throws LibyangError `schema` with what is wrong, `crashed`, `memory`, `too-large` or `not-built` */
  constructor(options: ContextOptions, limits: Limits = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#sources = sourcesOf(options.texts, options.directories);
    const instance = this.#start();
    this.#context = instance.run(() => {
      const context = instance.exports.lyw_context(options.allFeatures ? ALL_FEATURES : 0);
      if (context === 0) throw new LibyangError('memory', 'libyang has no memory for a context');
      for (const request of options.implement) this.#load(instance, context, request);
      return context;
    });
    this.#rested = instance.snapshot();
    this.#instance = instance;
  }

  /** @throws LibyangError `crashed`, `memory`, `too-large` or `closed`: no verdict */
  validate(document: Document): Verdict {
    return this.#with((instance) => {
      const { read, errors } = this.#read(instance, document, optionsOf(document));
      if (read !== 0) instance.exports.lyw_document_free(read);
      return { valid: read !== 0, errors };
    });
  }

  /**
   * The document as libyang writes it, with the values in their canonical forms; it is read, not validated.
   * @throws as `validate`, and LibyangError `schema` with the errors where it cannot be read
   */
  print(document: Document, { format = document.format, compact = false }: PrintOptions = {}): string {
    return this.#with((instance) => {
      const { read, errors } = this.#read(instance, document, VALIDATE.none);
      if (read === 0) throw new LibyangError('schema', textOf(errors, 'the document does not fit the modules'), errors);
      const options = PRINT.siblings | (compact ? PRINT.compact : 0);
      const text = instance.take(instance.exports.lyw_print(read, DATA_FORMATS[format], options));
      instance.exports.lyw_document_free(read);
      return text ?? '';
    });
  }

  /** A module of the context written out; undefined where there is none of that name and revision. */
  printModule(name: string, format: ModuleOutput, revision?: string): string | undefined {
    return this.#with((instance) =>
      instance.withText(name, (address) =>
        withOptional(instance, revision, (of) =>
          instance.take(instance.exports.lyw_print_module(this.#context, address, of, OUTPUTS[format])),
        ),
      ),
    );
  }

  close(): void {
    this.#closed = true;
    this.#instance = undefined;
  }

  #start(snapshot?: Snapshot): Instance {
    return new Instance((name, revision) => this.#sources.find(name, revision), this.#limits.memory, snapshot);
  }

  #load(instance: Instance, context: number, { module, revision, features = [] }: ModuleRequest): void {
    const { exports } = instance;
    const enabled = features === '*' ? ['*'] : features;
    const result = instance.withTexts(enabled, (list) => {
      if (typeof module === 'string')
        return instance.withText(module, (name) =>
          withOptional(instance, revision, (of) => exports.lyw_load(context, name, of, list)),
        );
      const zero = zeroIn(module);
      if (zero) throw new LibyangError('schema', `${module.file}: ${zero.message}`, [zero]);
      this.#checkSize(module.text);
      return instance.withText(module.text, (text) =>
        exports.lyw_parse_module(context, text, FORMATS[formatOf(module.file)], list),
      );
    });
    if (result === 0) {
      exports.lyw_forget_errors(context);
      return;
    }
    const problems = problemsOf(instance, context);
    throw new LibyangError(
      'schema',
      textOf(problems, `${typeof module === 'string' ? module : module.file} is refused`),
      problems,
    );
  }

  /** Works on a fresh instance where the one before has failed, or has become too large. */
  #with<T>(work: (instance: Instance) => T): T {
    if (this.#closed) throw new LibyangError('closed', 'this context is closed');
    const kept = Math.max(this.#rested.size, this.#limits.memory * KEPT_PART);
    const last = this.#instance;
    const isFit = last?.isUsable && last.size <= kept && this.#documents < DOCUMENTS_OF_INSTANCE;
    if (!isFit) this.#documents = 0;
    const instance = isFit ? last : this.#start(this.#rested);
    this.#instance = instance;
    this.#documents += 1;
    try {
      return instance.run(() => work(instance));
    } catch (error) {
      // What was being worked on is not released.
      this.#instance = undefined;
      throw error;
    }
  }

  #read(instance: Instance, document: Document, validate: number) {
    const { format, text, type = 'data', datastore } = document;
    const { exports } = instance;
    const zero = [document, ...(datastore ? [datastore] : [])].map(zeroIn).find((problem) => problem !== undefined);
    if (zero) return { read: 0, errors: [zero] };
    const context = this.#context;
    const inside = datastore === undefined ? 0 : this.#readDatastore(instance, datastore);
    this.#reserve(instance, text);
    const options = type === 'data' || type === 'config' ? parseOptionsOf(document) : 0;
    const [read, result] = instance.withText(text, (address) =>
      instance.withNumber((code) =>
        exports.lyw_read(context, address, DATA_FORMATS[format], TYPES[type], options, validate, inside, code),
      ),
    );
    if (inside !== 0) exports.lyw_document_free(inside);
    const errors = result === 0 ? [] : problemsOf(instance, context);
    exports.lyw_forget_errors(context);
    return { read, errors };
  }

  #readDatastore(instance: Instance, { format, text }: DocumentText): number {
    const { read, errors } = this.#read(instance, { format, text }, VALIDATE.none);
    if (read !== 0) return read;
    throw new LibyangError('schema', `the datastore: ${textOf(errors, 'it cannot be read')}`, errors);
  }

  /** @throws LibyangError `too-large` or `memory` */
  #reserve(instance: Instance, text: string | Uint8Array): void {
    this.#checkSize(text);
    const wanted = text.length * GROWTH;
    if (text.length > GROWTH_FROM && wanted < this.#limits.memory) instance.exports.lyw_reserve(wanted);
  }

  #checkSize(text: string | Uint8Array): void {
    const size = typeof text === 'string' ? Buffer.byteLength(text) : text.length;
    if (size <= this.#limits.text) return;
    throw new LibyangError('too-large', `the text has ${size} bytes, ${this.#limits.text} are allowed`);
  }
}

function optionsOf({ type, onlyPresent, first }: Document): number {
  return (
    (type === 'config' ? VALIDATE.noState : 0) | (onlyPresent ? VALIDATE.present : 0) | (first ? 0 : VALIDATE.allErrors)
  );
}

const parseOptionsOf = ({ type, strict = true }: Document): number =>
  (strict ? PARSE.strict : 0) | (type === 'config' ? PARSE.noState : 0);

const withOptional = <T>(instance: Instance, text: string | undefined, work: (address: number) => T): T =>
  text === undefined ? work(0) : instance.withText(text, work);

/** libyang would take it for the end of the text. */
function zeroIn({ text }: Pick<DocumentText, 'text'>): Problem | undefined {
  const at = typeof text === 'string' ? text.indexOf('\0') : text.indexOf(0);
  if (at < 0) return undefined;
  return { message: `U+0000 has no place in a text (it stands after ${at} characters)` };
}

const FIELDS = { message: 0, path: 1, schemaPath: 2, appTag: 3 } as const;

function problemsOf(instance: Instance, context: number): readonly Problem[] {
  const { exports } = instance;
  const problems: Problem[] = [];
  for (let item = exports.lyw_error(context); item !== 0; item = exports.lyw_error_next(item)) {
    const textAt = (field: number) => instance.text(exports.lyw_error_text(item, field));
    const line = exports.lyw_error_line(item);
    problems.push({
      message: textAt(FIELDS.message) ?? 'not valid',
      path: textAt(FIELDS.path),
      schemaPath: textAt(FIELDS.schemaPath),
      appTag: textAt(FIELDS.appTag),
      line: line === 0 ? undefined : line,
    });
  }
  return problems;
}

const textOf = (problems: readonly Problem[], otherwise: string): string =>
  problems.map(({ message }) => message).join('\n') || otherwise;
