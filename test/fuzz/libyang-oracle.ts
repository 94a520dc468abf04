import { Context, LibyangError, type ModuleRequest, type Problem } from '../../adapters/libyang-wasm/src/index.js';
import { CRASH, type Judged, type NamedText, type Oracle, type OracleDocument } from './judged.js';

/** Modules of all features. */
const requests = (modules: readonly NamedText[]): readonly ModuleRequest[] =>
  modules.map(({ name, text }) => ({ module: { file: `${name}.yang`, text }, features: '*' }));

const VALID: Judged = { verdict: 'valid', said: [] };

/** In this thread: an input on which libyang does not come to an end holds it up, as it does yanglint. */
export class LibyangOracle implements Oracle {
  readonly name = 'libyang-wasm';

  modules(modules: readonly NamedText[], folders: readonly string[]): readonly Judged[] {
    return modules.map((module) =>
      judged(() => {
        new Context({ directories: folders, implement: requests([module]), allFeatures: true }).close();
        return VALID;
      }),
    );
  }

  documents(modules: readonly NamedText[], documents: readonly OracleDocument[]): readonly Judged[] {
    let context: Context | undefined;
    const loaded = judged(() => {
      context = new Context({ implement: requests(modules), allFeatures: true });
      return VALID;
    });
    if (context === undefined) return [loaded];
    const opened = context;
    const verdicts = documents.map((document) =>
      judged(() => {
        const { valid, errors } = opened.validate(document);
        return valid ? VALID : { verdict: 'invalid', said: errors.map(messageOf) };
      }),
    );
    opened.close();
    return [loaded, ...verdicts];
  }
}

function judged(work: () => Judged): Judged {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof LibyangError)) throw error;
    return error.fault === 'schema' ? { verdict: 'invalid', said: error.problems.map(messageOf) } : CRASH;
  }
}

/** As yanglint writes it. */
function messageOf({ message, path, schemaPath }: Problem): string {
  const place = path ?? schemaPath;
  return `libyang[0]: ${message}${place === undefined ? '' : ` (path: ${place})`}`;
}
