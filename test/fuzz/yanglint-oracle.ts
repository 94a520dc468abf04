import type { InstanceType } from '../../src/cli/instance.js';
import { CRASH, type Judged, type NamedText, type Oracle, type OracleDocument } from './judged.js';
import type { Task, Yanglint } from './yanglint.js';

/** What yanglint calls the types of documents. */
const TYPES: Readonly<Record<InstanceType, string>> = {
  data: 'data',
  config: 'config',
  rpc: 'rpc',
  reply: 'reply',
  notification: 'notif',
};

/** Judges whether a module can be loaded: when it was not, its features cannot be listed. */
const loading = (file: string, module: string): readonly string[] => [`add ${file}`, `feature ${module}`];

export class YanglintOracle implements Oracle {
  readonly name = 'yanglint';

  constructor(private readonly yanglint: Yanglint) {}

  modules(modules: readonly NamedText[], folders: readonly string[]): readonly Judged[] {
    const tasks = modules.map(
      ({ name, text }): Task => ({
        before: ['clear', ...folders.map((folder) => `searchpath ${folder}`)],
        commands: loading(this.yanglint.write(text, 'yang'), name),
      }),
    );
    return this.yanglint.judge(tasks);
  }

  documents(modules: readonly NamedText[], documents: readonly OracleDocument[]): readonly Judged[] {
    const load = modules.flatMap(({ name, text }) => loading(this.yanglint.write(text, 'yang'), name));
    const tasks = documents.map(
      ({ text, format, type }): Task => ({
        before: load,
        commands: [`data -t ${TYPES[type]} ${this.yanglint.write(text, format)}`],
      }),
    );
    const [loaded = CRASH, ...judged] = this.yanglint.judge([{ before: ['clear'], commands: load }, ...tasks]);
    return loaded.verdict === 'valid' ? [loaded, ...judged] : [loaded];
  }
}
