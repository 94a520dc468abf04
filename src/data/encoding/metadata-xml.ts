/** Encodes metadata as XML attributes. */
import type { DataNode } from '../../yang/schema.js';
import { DEFAULT_NAMESPACE, NETCONF_NAMESPACE, YANG_NAMESPACE } from '../codec/metadata.js';
import { keyValues, type Metadata } from '../tree.js';
import { escapeAttribute } from '../xml/escape.js';
import { typedAnnotations } from './annotations.js';
import { lexicalXml, type Prefixes, predicatesXml } from './value-xml.js';

/** Prefixes that modules hardly use; `Prefixes` resolves a clash. */
const NETCONF = { namespace: NETCONF_NAMESPACE, prefix: 'nc' };
const YANG = { namespace: YANG_NAMESPACE, prefix: 'yang' };
const DEFAULTS = { namespace: DEFAULT_NAMESPACE, prefix: 'wd' };

/** Encodes the attributes, each with a space before it, and notes the prefixes they use in `prefixes`. */
export function metadataXml(meta: Metadata, schema: DataNode, tagged: boolean, prefixes: Prefixes): string {
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
  return attributes;
}
