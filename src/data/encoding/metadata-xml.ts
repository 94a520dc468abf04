/** Metadata as XML attributes, with the namespaces they need. */
import type { DataNode } from '../../yang/schema.js';
import { ATTRIBUTES, DEFAULT_NAMESPACE, NETCONF_NAMESPACE, YANG_NAMESPACE } from '../codec/metadata.js';
import { keyValues, type Metadata } from '../tree.js';
import { escapeAttribute } from '../xml/escape.js';
import { typedAnnotations } from './annotations.js';
import { lexicalXml, Prefixes, predicatesXml } from './value-xml.js';

/** Prefixes that no module is likely to have for its own; a clash is resolved by `Prefixes`. */
const NETCONF = { name: ATTRIBUTES.operation.json, namespace: NETCONF_NAMESPACE, prefix: 'nc' };
const YANG = { name: ATTRIBUTES.insert.json, namespace: YANG_NAMESPACE, prefix: 'yang' };
const DEFAULTS = { name: ATTRIBUTES.default.json, namespace: DEFAULT_NAMESPACE, prefix: 'wd' };

/** The attributes, each with a blank before it. */
export function metadataXml(meta: Metadata, schema: DataNode, tagged: boolean): string {
  const prefixes = new Prefixes();
  let attributes = '';
  if (meta.operation !== undefined && meta.operation !== 'none')
    attributes += ` ${prefixes.of(NETCONF)}:operation="${meta.operation}"`;
  if (meta.insert !== undefined) {
    const yang = prefixes.of(YANG);
    attributes += ` ${yang}:insert="${meta.insert.at}"`;
    if ('key' in meta.insert) {
      const [name, text] =
        schema.kind === 'leaf-list'
          ? ['value', lexicalXml(schema.type, keyValues(meta.insert.key)[0] ?? '', prefixes, schema.module)]
          : ['key', predicatesXml(schema, meta.insert.key, prefixes)];
      attributes += ` ${yang}:${name}="${escapeAttribute(text)}"`;
    }
  }
  if (tagged && meta.isDefault === true) attributes += ` ${prefixes.of(DEFAULTS)}:default="true"`;
  for (const { definition, value } of typedAnnotations(meta, schema.module)) {
    const text = lexicalXml(definition.type, value, prefixes, definition.module);
    attributes += ` ${prefixes.of(definition.module)}:${definition.name}="${escapeAttribute(text)}"`;
  }
  return prefixes.declarations() + attributes;
}
