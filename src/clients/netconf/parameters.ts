/** Builds the XML of single parameters of operations. */
import { escapeAttribute, escapeText, serializeXml } from '../../data/index.js';
import { declaration } from '../../wire/index.js';
import { DATASTORES, NETCONF_NMDA, NETCONF_WITH_DEFAULTS } from '../../wire/namespaces.js';
import type {
  Datastore,
  EditContent,
  Filter,
  InlineConfig,
  NmdaDatastore,
  WithDefaults,
  Xml,
} from './operation-options.js';
import type { EventFilter } from './subscription-options.js';

export function toText(xml: Xml): string {
  return typeof xml === 'string' ? xml : serializeXml(xml);
}

/** Returns a leaf, or an empty string without a value. */
export function leaf(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? '' : `<${name}>${escapeText(String(value))}</${name}>`;
}

/** Returns the content of `source` or `target`. */
export function place(where: Datastore | NmdaDatastore | InlineConfig): string {
  if (typeof where === 'string') return `<${where}/>`;
  if ('url' in where) return leaf('url', where.url);
  if ('config' in where) return `<config>${toText(where.config)}</config>`;
  return nmdaDatastore(where, NETCONF_NMDA);
}

/** @param namespace namespace to declare when the default namespace is another */
export function nmdaDatastore({ datastore }: NmdaDatastore, namespace?: string): string {
  const own = namespace === undefined ? '' : declaration('', namespace);
  return `<datastore${own}${declaration('ds', DATASTORES)}>ds:${escapeText(datastore)}</datastore>`;
}

export function editContent(edit: EditContent): string {
  return edit.url === undefined ? `<config>${toText(edit.config)}</config>` : leaf('url', edit.url);
}

/** Returns a filter. Its attributes are in no namespace, also inside create-subscription (RFC 6241 §6.1, §8.9.5). */
export function filter(wanted: Filter | undefined): string {
  if (!wanted) return '';
  if ('subtree' in wanted) return `<filter type="subtree">${toText(wanted.subtree)}</filter>`;
  return `<filter type="xpath"${prefixes(wanted.namespaces)} select="${escapeAttribute(wanted.xpath)}"/>`;
}

/** Returns a filter for get-data, which has its own element names. */
export function nmdaFilter(wanted: Filter | undefined): string {
  if (!wanted) return '';
  if ('subtree' in wanted) return `<subtree-filter>${toText(wanted.subtree)}</subtree-filter>`;
  return `<xpath-filter${prefixes(wanted.namespaces)}>${escapeText(wanted.xpath)}</xpath-filter>`;
}

/** Returns a filter for RFC 8639, which has its own element names. */
export function eventFilter(wanted: EventFilter<Xml> | undefined): string {
  if (!wanted) return '';
  if ('filterName' in wanted) return leaf('stream-filter-name', wanted.filterName);
  if ('subtree' in wanted) return `<stream-subtree-filter>${toText(wanted.subtree)}</stream-subtree-filter>`;
  return `<stream-xpath-filter${prefixes(wanted.namespaces)}>${escapeText(wanted.xpath)}</stream-xpath-filter>`;
}

function prefixes(namespaces: Readonly<Record<string, string>> = {}): string {
  return Object.entries(namespaces)
    .map(([prefix, namespace]) => declaration(prefix, namespace))
    .join('');
}

export function withDefaults(mode: WithDefaults | undefined): string {
  return mode === undefined ? '' : `<with-defaults xmlns="${NETCONF_WITH_DEFAULTS}">${mode}</with-defaults>`;
}
