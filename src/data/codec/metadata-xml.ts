/** XML attributes of edits and of with-defaults, and annotations (RFC 7952 §5.1). */
import type { DataNode, Schema } from '../../yang/schema.js';
import type { Metadata } from '../tree.js';
import type { Names } from '../values/index.js';
import type { XmlAttribute, XmlElement } from '../xml-element.js';
import { annotationNamed, annotationValue } from './annotations.js';
import { BY_XML_NAME, type FoundAttributes, toMetadata, unknownAttribute, YANG_NAMESPACE } from './metadata.js';
import type { DecodeRun } from './run.js';

/** Namespaces of attributes without meaning for the data. */
const IGNORED: ReadonlySet<string> = new Set([
  'http://www.w3.org/XML/1998/namespace',
  'http://www.w3.org/2001/XMLSchema-instance',
  // libyang writes attributes of this namespace when it prints a difference.
  YANG_NAMESPACE,
]);
const EDIT_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['operation', 'urn:ietf:params:xml:ns:netconf:base:1.0'],
  ['insert', 'urn:ietf:params:xml:ns:yang:1'],
]);

/** True for attributes that `readAttributes` puts into metadata. */
export function isMetadata({ name, namespace }: XmlAttribute, schema: Schema): boolean {
  return (
    BY_XML_NAME.has(`${namespace} ${name}`) ||
    (namespace !== '' && schema.moduleByNamespace(namespace)?.annotations.has(name) === true)
  );
}

export function readAttributes(
  element: XmlElement,
  schema: DataNode | undefined,
  names: Names,
  run: DecodeRun,
  path: string,
): Metadata | undefined {
  const found: FoundAttributes = { known: new Map(), annotations: new Map() };
  for (const { name, namespace, value } of element.attributes) {
    const known = BY_XML_NAME.get(`${namespace} ${name}`);
    if (known === undefined && IGNORED.has(namespace)) continue;
    const module = known === undefined && namespace !== '' ? run.schema.moduleByNamespace(namespace) : undefined;
    if (known !== undefined) found.known.set(known, value);
    else if (module !== undefined && (schema?.kind !== 'anyxml' || module.annotations.has(name))) {
      const annotation = annotationNamed(module, name, schema, run, path);
      const text = annotation && annotationValue(annotation, { xml: value }, names, schema, run, path);
      if (annotation && text !== undefined) found.annotations.set(annotation.qname, text);
    } else if (schema?.kind !== 'anyxml') {
      const meant = namespace === '' ? EDIT_ATTRIBUTES.get(name) : undefined;
      const why =
        meant === undefined
          ? 'no module known here has its namespace'
          : `it has no namespace; '${name}' of edits is in ${meant}`;
      unknownAttribute(run, name, schema, path, why);
    }
  }
  return toMetadata(found, schema, names, run, path);
}
