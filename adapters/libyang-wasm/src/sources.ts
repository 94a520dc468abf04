/** Where modules are looked for: by their names and revisions, as their files are named. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleFormat, ModuleText } from './options.js';

export interface FoundModule {
  readonly text: string | Uint8Array;
  readonly format: ModuleFormat;
}

interface Candidate {
  readonly revision: string;
  readonly format: ModuleFormat;
  readonly read: () => string | Uint8Array;
}

export interface Sources {
  /** Of exactly that revision, or the newest one known. */
  find(name: string, revision?: string): FoundModule | undefined;
}

const FILE = /^([A-Za-z_][\w.-]*?)(?:@(\d{4}-\d\d-\d\d))?\.(yang|yin)$/;

/** The texts first, then each folder; folders are read once. @throws the file system's error for one that cannot be read */
export function sourcesOf(texts: readonly ModuleText[] = [], directories: readonly string[] = []): Sources {
  const places = [
    index(texts.map(({ file, text }) => ({ file, read: () => text }))),
    ...directories.map((folder) =>
      index(readdirSync(folder).map((file) => ({ file, read: () => readFileSync(join(folder, file)) }))),
    ),
  ];
  return {
    find(name, revision) {
      for (const place of places) {
        const best = newest(place.get(name) ?? [], revision);
        if (best) return { text: best.read(), format: best.format };
      }
      return undefined;
    },
  };
}

/** YANG or YIN, by the end of the file's name. */
export const formatOf = (file: string): ModuleFormat => (file.endsWith('.yin') ? 'yin' : 'yang');

/** By the module's name. A file without a revision in its name is read for it where there are others. */
function index(
  files: readonly { readonly file: string; readonly read: () => string | Uint8Array }[],
): ReadonlyMap<string, readonly Candidate[]> {
  const found = new Map<string, Candidate[]>();
  for (const { file, read } of files) {
    const [, name, revision] = FILE.exec(file.slice(file.lastIndexOf('/') + 1)) ?? [];
    if (name === undefined) continue;
    const candidate = { read, format: formatOf(file), revision: revision ?? '' };
    const known = found.get(name);
    if (known) known.push(candidate);
    else found.set(name, [candidate]);
  }
  return found;
}

function newest(candidates: readonly Candidate[], wanted: string | undefined): Candidate | undefined {
  const [only, second] = candidates;
  if (second === undefined && (wanted === undefined || only?.revision === wanted)) return only;
  const dated = candidates.map((one) => ({ ...one, revision: one.revision || latestIn(one.read().toString()) }));
  return dated
    .filter(({ revision }) => wanted === undefined || revision === wanted)
    .reduce<Candidate | undefined>((best, one) => (best && best.revision >= one.revision ? best : one), undefined);
}

/** The newest revision that a text declares; `` where it declares none. */
function latestIn(text: string): string {
  const dates = [...text.matchAll(/(?:^|[\s;{}<])revision\s+(?:date=)?["']?(\d{4}-\d\d-\d\d)/g)].map(
    ([, date = '']) => date,
  );
  return dates.sort().at(-1) ?? '';
}
