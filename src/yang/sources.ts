/** Module repositories: the sources of YANG texts. */
import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { YangErrors } from './errors.js';
import { isDate, isIdentifier } from './text/arguments.js';
import { parseModule } from './text/parser.js';
import { argumentOf, childrenOf, type Statement } from './text/statement.js';

export interface Source {
  readonly file: string;
  readonly text: string;
  /** The parsed text, when the repository had to parse it anyway. */
  readonly statement?: Statement;
}

/** A module repository. */
export interface SourceSet {
  /** Returns the text of a module or submodule: of exactly that revision, or of the newest one known. */
  find(name: string, revision?: string): Source | undefined;
}

/** Name and revision declared in a text; for an unreadable text only the file's name is known. */
interface Candidate {
  readonly source: Source;
  readonly name: string;
  readonly revision: string;
}

/**
 * Returns a repository over directories (not recursive), earlier ones first: `name@revision.yang` or `name.yang`, also
 * `.yin`. Directories are read at the first call; an unreadable one raises the file system's error.
 */
export function directories(dirs: readonly string[]): SourceSet {
  let listing: ReadonlyMap<string, readonly string[]> | undefined;
  const found = new Map<string, Source | undefined>();
  return {
    find(name, revision) {
      if (!isIdentifier(name) || (revision !== undefined && !isDate(revision))) return undefined;
      const key = `${name}@${revision ?? ''}`;
      if (!found.has(key)) {
        listing ??= list(dirs);
        const candidates = (listing.get(name) ?? []).map((file) => candidate({ file, text: readText(file) }));
        found.set(key, choose(name, revision, candidates));
      }
      return found.get(key);
    },
  };
}

/** Returns a repository over given texts, selected by the module name and revision that each declares. */
export function sourceTexts(sources: readonly Source[]): SourceSet {
  let candidates: readonly Candidate[] | undefined;
  return {
    find(name, revision) {
      candidates ??= sources.map(candidate);
      return choose(name, revision, candidates);
    },
  };
}

/** Returns a repository that searches each of the given ones in order. */
export function combineSources(...sets: readonly SourceSet[]): SourceSet {
  return {
    find(name, revision) {
      for (const set of sets) {
        const source = set.find(name, revision);
        if (source) return source;
      }
      return undefined;
    },
  };
}

/** @throws YangErrors when the bytes are not UTF-8, the encoding of YANG texts (RFC 7950 §6) */
function readText(file: string): string {
  const bytes = readFileSync(file);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const lines = bytes.toString('latin1').split('\n');
  const line = lines.findIndex((each) => !isUtf8(Buffer.from(each, 'latin1')));
  const column = validPrefix(Buffer.from(lines[line] ?? '', 'latin1')).length + 1;
  throw new YangErrors([
    { message: 'this is not UTF-8, in which YANG texts are written', location: { file, line: line + 1, column } },
  ]);
}

/** Returns the text before the first byte that is not UTF-8: from there on, re-encoding gives other bytes. */
function validPrefix(line: Buffer): string {
  const again = Buffer.from(line.toString('utf8'), 'utf8');
  const bad = line.findIndex((byte, i) => byte !== again[i]);
  return line
    .subarray(0, bad)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}

/** Number of characters of a broken text in which its name is searched. */
const HEADER = 2000;

/** Returns the files by module name; paths in the order of directories. */
function list(dirs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const dir of dirs) {
    for (const entry of readdirSync(dir).sort()) {
      const name = /^([^@]+)(?:@[0-9-]+)?\.(?:yang|yin)$/.exec(entry)?.[1];
      if (name === undefined) continue;
      const known = files.get(name);
      if (known) known.push(join(dir, entry));
      else files.set(name, [join(dir, entry)]);
    }
  }
  return files;
}

function choose(name: string, revision: string | undefined, candidates: readonly Candidate[]): Source | undefined {
  let best: Candidate | undefined;
  for (const c of candidates) {
    if (c.name !== name || (revision !== undefined && c.revision !== revision)) continue;
    if (!best || c.revision > best.revision) best = c;
  }
  return best?.source;
}

/**
 * Returns name and newest revision (`''` when none is declared). For a text with errors they come from its start or its
 * file's name, so that loading it reports the errors.
 */
function candidate(source: Source): Candidate {
  try {
    const statement = parseModule(source.text, source.file);
    const revisions = childrenOf(statement, 'revision').map(argumentOf).sort();
    return { source: { ...source, statement }, name: argumentOf(statement), revision: revisions.at(-1) ?? '' };
  } catch (error) {
    if (!(error instanceof YangErrors)) throw error;
    const [, fileName = '', revision = ''] = /([^/\\@]+)(?:@([0-9-]+))?\.(?:yang|yin)$/.exec(source.file) ?? [];
    const declared = /(?:^|[\s>])<?(?:sub)?module\s+(?:name=)?["']?([A-Za-z_][\w.-]*)/.exec(
      source.text.slice(0, HEADER),
    )?.[1];
    return { source, name: declared ?? fileName, revision };
  }
}
