/** The YANG files of the project. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const YANG = fileURLToPath(new URL('../../yang', import.meta.url));
export const IETF = join(YANG, 'ietf');
export const INSTANCES = fileURLToPath(new URL('instances', import.meta.url));

export interface ModuleFile {
  /** File name, for test titles. */
  readonly title: string;
  readonly path: string;
  readonly text: string;
  /** Name and revision as the file name says. */
  readonly name: string;
  readonly revision: string | undefined;
}

function modulesIn(directory: string): ModuleFile[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.yang'))
    .sort()
    .map((file) => {
      const [name = '', revision] = basename(file, '.yang').split('@');
      const path = join(directory, file);
      return { title: file, path, text: readFileSync(path, 'utf8'), name, revision };
    });
}

/** irtf-agent, agent-message and the yangent modules. */
export const OWN_MODULES = modulesIn(YANG);
/** The standard modules served. */
export const STANDARD_MODULES = modulesIn(IETF);
/** The instance documents of the draft's module that are invalid; all others are valid. */
export const INVALID_INSTANCES: ReadonlySet<string> = new Set(['06', '07', '10', '11', '31']);

export interface Instance {
  readonly title: string;
  readonly path: string;
  readonly text: string;
  readonly type: 'data' | 'rpc' | 'notification';
  readonly valid: boolean;
}

/** The instance documents, with the verdict that every engine must give. */
export function instances(): Instance[] {
  return readdirSync(INSTANCES)
    .sort()
    .map((file) => ({
      title: file,
      path: join(INSTANCES, file),
      text: readFileSync(join(INSTANCES, file), 'utf8'),
      type: file.endsWith('.rpc.json') ? 'rpc' : file.endsWith('.notif.json') ? 'notification' : 'data',
      valid: !INVALID_INSTANCES.has(file.slice(0, 2)),
    }));
}
