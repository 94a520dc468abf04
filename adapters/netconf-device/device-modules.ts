/** Which modules a device has: from its hello, and from its YANG library for what the hello does not name (RFC 7950 §5.6.4). */
import type { Logger } from 'pino';
import {
  CAPABILITY,
  compile,
  decodeXml,
  directories,
  elementsOf,
  hasCapability,
  modelDirectories,
  type NetconfClient,
  RpcError,
  type Schema,
  toValue,
} from '../../src/index.js';
import { prune } from './prune.js';

export interface DeviceModule {
  readonly name: string;
  readonly namespace: string;
  readonly revision?: string;
}

const YANG_LIBRARY = 'urn:ietf:params:xml:ns:yang:ietf-yang-library';

export class DeviceModules {
  readonly #byName = new Map<string, DeviceModule>();
  readonly #byNamespace = new Map<string, DeviceModule>();
  #library: Promise<void> | undefined;

  constructor(
    private readonly client: NetconfClient,
    private readonly log: Logger,
  ) {
    for (const module of client.modules) this.add(module);
  }

  /** The module of that name; undefined when the device does not have it. @throws RpcError */
  async named(name: string): Promise<DeviceModule | undefined> {
    if (!this.#byName.has(name)) await this.readLibrary();
    return this.#byName.get(name);
  }

  /** The module of that namespace; undefined when the device does not say which it is. @throws RpcError */
  async ofNamespace(namespace: string): Promise<DeviceModule | undefined> {
    if (!this.#byNamespace.has(namespace)) await this.readLibrary();
    return this.#byNamespace.get(namespace);
  }

  /** As far as it is known without asking the device. */
  knownName(namespace: string): string | undefined {
    return this.#byNamespace.get(namespace)?.name;
  }

  private add(module: DeviceModule): void {
    if (!this.#byName.has(module.name)) this.#byName.set(module.name, module);
    if (!this.#byNamespace.has(module.namespace)) this.#byNamespace.set(module.namespace, module);
  }

  private readLibrary(): Promise<void> {
    const { capabilities } = this.client;
    if (
      !hasCapability(capabilities, CAPABILITY.yangLibrary10) &&
      !hasCapability(capabilities, CAPABILITY.yangLibrary11)
    )
      return Promise.resolve();
    this.#library ??= this.fetchLibrary().catch((error: unknown) => {
      if (!(error instanceof RpcError) || error.type === 'transport') throw error;
      // The hello has named the modules of YANG 1.0, which most devices have only.
      this.log.info({ reason: error.message }, 'the YANG library of the device cannot be read');
    });
    return this.#library;
  }

  private async fetchLibrary(): Promise<void> {
    const subtree = `<yang-library xmlns="${YANG_LIBRARY}"/><modules-state xmlns="${YANG_LIBRARY}"/>`;
    const data = await this.client.get({ filter: { subtree } });
    const schema = librarySchema();
    const { elements } = prune(schema.root, elementsOf(data), schema);
    for (const module of modulesIn(toValue(decodeXml(schema.root, elements, { schema, onlyKnown: true }))))
      this.add(module);
  }
}

let library: Schema | undefined;

function librarySchema(): Schema {
  library ??= compile({ sources: directories(modelDirectories), implement: ['ietf-yang-library'] });
  return library;
}

/** Both forms: the list of RFC 7895 (`modules-state`) and the sets of RFC 8525. */
function modulesIn(document: Record<string, unknown>): DeviceModule[] {
  const sets = membersOf(document['ietf-yang-library:yang-library'], 'module-set');
  const lists = [
    ...sets.flatMap((set) => [...membersOf(set, 'module'), ...membersOf(set, 'import-only-module')]),
    ...membersOf(document['ietf-yang-library:modules-state'], 'module'),
  ];
  return lists.flatMap((each) => {
    const { name, namespace, revision } = Object(each);
    if (typeof name !== 'string' || typeof namespace !== 'string') return [];
    return [{ name, namespace, revision: typeof revision === 'string' && revision !== '' ? revision : undefined }];
  });
}

function membersOf(value: unknown, list: string): readonly unknown[] {
  const entries: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, list) : undefined;
  return Array.isArray(entries) ? entries : [];
}
