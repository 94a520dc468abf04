/** Reads docs/coverage.md: which requirement lives where, and which test shows it. Run as a test (test/coverage.test.ts). */
import { existsSync, readFileSync } from 'node:fs';

export interface CoverageLine {
  readonly id: string;
  readonly where: string;
  /** Undefined for `n/a`. */
  readonly test?: { readonly file: string; readonly title: string };
  /** Why there is no test. */
  readonly reason?: string;
}

const ROW = /^\| ([A-Z]{3}-[\w.]+(?:-[\w.]+)*) \| (.+?) \| (.+) \|$/;
const TEST = /^`([^`]+)`: (.+)$/;

/** The lines of the tables in the text of the file. @throws Error for a line that is none */
export function coverageLines(text: string): readonly CoverageLine[] {
  return text.split('\n').flatMap((line): readonly CoverageLine[] => {
    if (!line.startsWith('| ') || line.startsWith('| id ')) return [];
    const [, id, where, shown] = ROW.exec(line) ?? [];
    if (id === undefined || where === undefined || shown === undefined)
      throw new Error(`this is no line of coverage: ${line}`);
    if (where === 'n/a') return [{ id, where, reason: shown }];
    const [, file, title] = TEST.exec(shown) ?? [];
    if (file === undefined || title === undefined) throw new Error(`${id} names no test as \`file\`: title`);
    return [{ id, where, test: { file, title } }];
  });
}

/** What is wrong with the lines; nothing when all is well. */
export function coverageFaults(lines: readonly CoverageLine[], read = readTest): readonly string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const { id, test, where } of lines) {
    if (seen.has(id)) faults.push(`${id} stands there twice`);
    seen.add(id);
    for (const [, file = ''] of where.matchAll(/`((?:src|adapters)\/[^`]+)`/g))
      if (!existsSync(file)) faults.push(`${id}: there is no ${file}`);
    if (!test) continue;
    const source = read(test.file);
    if (source === undefined) faults.push(`${id}: there is no ${test.file}`);
    else if (!titlesIn(source).has(test.title)) faults.push(`${id}: ${test.file} has no test "${test.title}"`);
    if (!idsOf(test.title).includes(id)) faults.push(`${id}: the title "${test.title}" does not begin with it`);
  }
  return faults;
}

/** The rows that a title names before its colon: one, or several that the test shows together. */
function idsOf(title: string): readonly string[] {
  return title.slice(0, title.indexOf(':')).split(' ');
}

/** Every string literal of the source that begins with an identifier of a requirement: titles, in tables of cases, too. */
function titlesIn(source: string): ReadonlySet<string> {
  const titles = new Set<string>();
  for (const match of source.matchAll(/(['"`])([A-Z]{3}-[\w.-]+(?: [A-Z]{3}-[\w.-]+)*:(?:\\.|(?!\1).)*)\1/g))
    titles.add((match[2] ?? '').replace(/\\(.)/g, '$1'));
  return titles;
}

function readTest(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
