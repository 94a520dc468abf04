/** docs/standard-modules.md, read: with what each module of yang/ietf is compared. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const PAGE = fileURLToPath(new URL('../../docs/standard-modules.md', import.meta.url));

export interface PublishedRow {
  readonly module: string;
  readonly revision: string;
  readonly rfc: string;
  /** Debian package and file; absent: the module is in no package. */
  readonly packaged?: { readonly name: string; readonly file: string };
  /** Where it is in no package: the digest of its statements when it was compared with the RFC. */
  readonly digest?: string;
}

const CELL = /^`([^`]+)`$/;
const PACKAGED = /^`([\w.-]+)`: `(\/[^`]+)`( in part)?$/;
const READ = /^the (?:module|tree diagram) of the RFC, `([0-9a-f]{16})`$/;

/** @throws Error for a row that says nothing */
export function publishedRows(): readonly PublishedRow[] {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  return lines
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [module = '', revision = '', rfc = '', compared = ''] = line
        .split('|')
        .slice(1, -1)
        .map((each) => each.trim());
      const [, name, file] = PACKAGED.exec(compared) ?? [];
      const digest = READ.exec(compared)?.[1];
      if (!name && !digest) throw new Error(`docs/standard-modules.md does not say with what ${module} is compared`);
      return {
        module: CELL.exec(module)?.[1] ?? '',
        revision,
        rfc,
        packaged: name !== undefined && file !== undefined ? { name, file } : undefined,
        digest,
      };
    });
}
