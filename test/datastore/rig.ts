/** Running over a small module, with a real database that can be closed and opened again. */
import { fromValue, type Tree, toValue } from '../../src/data/index.js';
import { datastoreMigrations, Running, type RunningChange, Startup } from '../../src/datastore/index.js';
import { openStore, type Store } from '../../src/store/index.js';
import { compile, type Schema, sourceTexts } from '../../src/yang/index.js';

const BOX = `module acme-box {
  yang-version 1.1;
  namespace "urn:acme:box";
  prefix box;
  container box {
    leaf name { type string; }
    list port { key name; leaf name { type string; } leaf speed { type uint32; mandatory true; } }
    leaf-list tag { type string; ordered-by user; }
  }
}`;

export const schema: Schema = compile({
  sources: sourceTexts([{ file: 'acme-box.yang', text: BOX }]),
  implement: ['acme-box'],
});

export const tree = (value: unknown): Tree => fromValue(schema.root, value, { schema });
export const box = (name: string, ...tag: readonly string[]): Tree =>
  tree({ 'acme-box:box': tag.length > 0 ? { name, tag } : { name } });

export interface Opened {
  readonly store: Store;
  readonly running: Running;
  readonly startup: Startup | undefined;
}

export async function open(file: string, o: { readonly startup?: true } = {}): Promise<Opened> {
  const store = await openStore({ file, migrations: datastoreMigrations });
  const running = await Running.open(store, schema);
  const startup = o.startup ? await Startup.open(store, schema, running) : undefined;
  return { store, running, startup };
}

/** Makes `after` the content. */
export function set(running: Running, after: Tree, restorePoint?: RunningChange['restorePoint']): Promise<unknown> {
  return running.change({ next: () => after, check: async () => undefined, restorePoint });
}

export const content = ({ tree: now }: { readonly tree: Tree }): unknown => toValue(now);
