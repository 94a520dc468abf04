/** Between what a device sends and RFC 7951 values, by the device's own models. */
import type { Logger } from 'pino';
import {
  type DataParent,
  type DeviceDocument,
  decodeJson,
  decodeXml,
  elementsOf,
  encodeXml,
  escapeAttribute,
  type NetconfClient,
  namespaces,
  RpcError,
  type Schema,
  toValue,
  type XmlElement,
} from '../../src/index.js';
import { DeviceModules } from './device-modules.js';
import { DeviceSchemas } from './device-schema.js';
import { ModuleTexts } from './module-texts.js';
import { modulesIn, namespacesIn } from './names-used.js';
import { prune } from './prune.js';

export class DeviceModels {
  readonly modules: DeviceModules;
  readonly #schemas: DeviceSchemas;

  constructor(
    client: NetconfClient,
    private readonly log: Logger,
  ) {
    this.modules = new DeviceModules(client, log);
    this.#schemas = new DeviceSchemas(this.modules, new ModuleTexts(client, this.modules, log), log);
  }

  /** An empty element for each top-level node that the device may have, as a subtree filter. @throws RpcError for a name that is none */
  async filter(names: readonly string[]): Promise<string> {
    const elements = await Promise.all(
      names.map(async (qname) => {
        const [, module, name] = QNAME.exec(qname) ?? [];
        if (module === undefined || name === undefined) throw notQualified(qname);
        const known = await this.modules.named(module);
        return known ? `<${name} xmlns="${escapeAttribute(known.namespace)}"/>` : '';
      }),
    );
    return elements.join('');
  }

  /** Children of the `data` element of a reply. @throws RpcError */
  async decodeData(data: XmlElement): Promise<DeviceDocument> {
    const elements = elementsOf(data);
    if (elements.length === 0) return {};
    const schema = await this.schemaFor(elements);
    return this.decode(schema.root, elements, schema);
  }

  /** The name of a notification, and its members as far as they are modelled. @throws RpcError when the session is lost */
  async decodeEvent(event: XmlElement): Promise<{ readonly name: string; readonly value: unknown }> {
    const module = await this.modules.ofNamespace(event.namespace);
    if (!module) return { name: event.name, value: undefined };
    const name = `${module.name}:${event.name}`;
    try {
      const schema = await this.schemaFor([event]);
      const node = schema.notifications.get(name);
      return { name, value: node && this.decode(node, elementsOf(event), schema) };
    } catch (error) {
      if (!(error instanceof RpcError) || error.type === 'transport') throw error;
      this.log.debug({ notification: name, reason: error.message }, 'the content of a notification cannot be read');
      return { name, value: undefined };
    }
  }

  /** A document of configuration as XML. @throws RpcError for what the device's models do not describe */
  async encode(document: DeviceDocument): Promise<string> {
    const { members, values } = modulesIn(document);
    const needed = await Promise.all([...members].map((name) => this.needed(name)));
    const named = await Promise.all([...values].map((name) => this.modules.named(name)));
    const schema = await this.#schemas.of([...needed, ...named.flatMap((module) => module?.name ?? [])]);
    return encodeXml(decodeJson(schema.root, document, { schema, config: 'only' }));
  }

  private async needed(name: string): Promise<string> {
    if (await this.modules.named(name)) return name;
    const message = `the device does not have the module ${name}`;
    throw new RpcError({ type: 'application', tag: 'unknown-element', message, info: { 'bad-element': name } });
  }

  private async schemaFor(elements: readonly XmlElement[]): Promise<Schema> {
    const used = [...namespacesIn(elements)].filter((namespace) => !OF_THE_PROTOCOL.has(namespace));
    const modules = await Promise.all(used.map((namespace) => this.modules.ofNamespace(namespace)));
    return this.#schemas.of(modules.flatMap((module) => module?.name ?? []));
  }

  private decode(parent: DataParent, elements: readonly XmlElement[], schema: Schema): Record<string, unknown> {
    const kept = prune(parent, elements, schema);
    if (kept.dropped.length > 0)
      this.log.debug({ dropped: kept.dropped }, 'parts of what the device sent are left out');
    return toValue(decodeXml(parent, kept.elements, { schema, onlyKnown: true }));
  }
}

const QNAME = /^([A-Za-z_][\w.-]*):([A-Za-z_][\w.-]*)$/;

/** In scope everywhere, or declared on the envelopes of messages; no data of a device is in them. */
const OF_THE_PROTOCOL: ReadonlySet<string> = new Set([
  '',
  'http://www.w3.org/XML/1998/namespace',
  'http://www.w3.org/2000/xmlns/',
  namespaces.NETCONF_BASE,
  namespaces.NETCONF_NOTIFICATION,
]);

function notQualified(name: string): RpcError {
  const message = `"${name}" is not the name of a top-level node; it must be module:node, for example ietf-interfaces:interfaces`;
  return new RpcError({ type: 'application', tag: 'invalid-value', message });
}
