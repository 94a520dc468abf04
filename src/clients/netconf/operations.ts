/** The XML of the standard operations, without the rpc around it. */
import { escapeAttribute, escapeText, serializeXml, type XmlElement } from '../../data/index.js';
import {
  DATASTORES,
  NETCONF_MONITORING,
  NETCONF_NMDA,
  NETCONF_NOTIFICATION,
  NETCONF_WITH_DEFAULTS,
} from '../namespaces.js';
import { declaration } from '../xml.js';

/** XML as text, or as an element. Names without a prefix at the top of a text are of the base namespace. */
export type Xml = string | XmlElement;

export type Datastore = 'running' | 'candidate' | 'startup' | { readonly url: string };

export type Filter =
  /** The elements to select by (RFC 6241 §6). */
  | { readonly subtree: Xml }
  /** With the namespaces of the prefixes it uses (RFC 6241 §8.9). */
  | { readonly xpath: string; readonly namespaces?: Readonly<Record<string, string>> };

export type WithDefaults = 'report-all' | 'report-all-tagged' | 'trim' | 'explicit';

export interface GetOptions {
  readonly filter?: Filter;
  readonly withDefaults?: WithDefaults;
}

export interface EditConfig {
  readonly target: Datastore;
  /** What goes inside `config`. */
  readonly config: Xml;
  readonly defaultOperation?: 'merge' | 'replace' | 'none';
  readonly testOption?: 'test-then-set' | 'set' | 'test-only';
  readonly errorOption?: 'stop-on-error' | 'continue-on-error' | 'rollback-on-error';
}

export interface CommitOptions {
  readonly confirmed?: boolean;
  /** Seconds. */
  readonly confirmTimeout?: number;
  readonly persist?: string;
  readonly persistId?: string;
}

export interface GetSchema {
  readonly identifier: string;
  readonly version?: string;
  readonly format?: string;
}

export interface CreateSubscription {
  readonly stream?: string;
  readonly filter?: Filter;
  /** RFC 3339. */
  readonly startTime?: string;
  readonly stopTime?: string;
}

export interface GetData extends GetOptions {
  /** A datastore of RFC 8342, for instance `operational` or `running`. */
  readonly datastore: string;
  readonly configFilter?: boolean;
  readonly maxDepth?: number;
}

export function toText(xml: Xml): string {
  return typeof xml === 'string' ? xml : serializeXml(xml);
}

export const buildGet = (o: GetOptions = {}): string => `<get>${filter(o.filter)}${withDefaults(o.withDefaults)}</get>`;

export const buildGetConfig = (source: Datastore, o: GetOptions = {}): string =>
  `<get-config><source>${datastore(source)}</source>${filter(o.filter)}${withDefaults(o.withDefaults)}</get-config>`;

export const buildEditConfig = (o: EditConfig): string =>
  `<edit-config><target>${datastore(o.target)}</target>${leaf('default-operation', o.defaultOperation)}${leaf('test-option', o.testOption)}` +
  `${leaf('error-option', o.errorOption)}<config>${toText(o.config)}</config></edit-config>`;

export const buildCopyConfig = (target: Datastore, source: Datastore): string =>
  `<copy-config><target>${datastore(target)}</target><source>${datastore(source)}</source></copy-config>`;

export const buildDeleteConfig = (target: Datastore): string =>
  `<delete-config><target>${datastore(target)}</target></delete-config>`;

export const buildLock = (target: Datastore): string => `<lock><target>${datastore(target)}</target></lock>`;

export const buildUnlock = (target: Datastore): string => `<unlock><target>${datastore(target)}</target></unlock>`;

export const buildCommit = (o: CommitOptions = {}): string =>
  `<commit>${o.confirmed ? '<confirmed/>' : ''}${leaf('confirm-timeout', o.confirmTimeout)}${leaf('persist', o.persist)}${leaf('persist-id', o.persistId)}</commit>`;

export const buildCancelCommit = (persistId?: string): string =>
  `<cancel-commit>${leaf('persist-id', persistId)}</cancel-commit>`;

export const buildValidate = (source: Datastore | { readonly config: Xml }): string =>
  `<validate><source>${typeof source === 'object' && 'config' in source ? `<config>${toText(source.config)}</config>` : datastore(source)}</source></validate>`;

export const buildKillSession = (sessionId: number): string =>
  `<kill-session>${leaf('session-id', sessionId)}</kill-session>`;

export const buildGetSchema = (o: GetSchema): string =>
  `<get-schema xmlns="${NETCONF_MONITORING}">${leaf('identifier', o.identifier)}${leaf('version', o.version)}${leaf('format', o.format)}</get-schema>`;

export const buildCreateSubscription = (o: CreateSubscription = {}): string =>
  `<create-subscription xmlns="${NETCONF_NOTIFICATION}">${leaf('stream', o.stream)}${filter(o.filter)}${leaf('startTime', o.startTime)}${leaf('stopTime', o.stopTime)}</create-subscription>`;

/** RFC 8526 §3.1.1; its filters have names of their own. */
export const buildGetData = (o: GetData): string =>
  `<get-data xmlns="${NETCONF_NMDA}"><datastore xmlns:ds="${DATASTORES}">ds:${escapeText(o.datastore)}</datastore>${nmdaFilter(o.filter)}` +
  `${leaf('config-filter', o.configFilter)}${leaf('max-depth', o.maxDepth)}${withDefaults(o.withDefaults)}</get-data>`;

/** RFC 8526 §3.1.2. */
export const buildEditData = (o: {
  readonly datastore: string;
  readonly config: Xml;
  readonly defaultOperation?: EditConfig['defaultOperation'];
}): string =>
  `<edit-data xmlns="${NETCONF_NMDA}"><datastore xmlns:ds="${DATASTORES}">ds:${escapeText(o.datastore)}</datastore>` +
  `${leaf('default-operation', o.defaultOperation)}<config>${toText(o.config)}</config></edit-data>`;

function datastore(name: Datastore): string {
  return typeof name === 'string' ? `<${name}/>` : `<url>${escapeText(name.url)}</url>`;
}

function leaf(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? '' : `<${name}>${escapeText(String(value))}</${name}>`;
}

/** The attributes of filter are in no namespace, also inside create-subscription (RFC 6241 §6.1, §8.9.5). */
function filter(wanted: Filter | undefined): string {
  if (!wanted) return '';
  if ('subtree' in wanted) return `<filter type="subtree">${toText(wanted.subtree)}</filter>`;
  return `<filter type="xpath"${prefixes(wanted.namespaces)} select="${escapeAttribute(wanted.xpath)}"/>`;
}

function nmdaFilter(wanted: Filter | undefined): string {
  if (!wanted) return '';
  if ('subtree' in wanted) return `<subtree-filter>${toText(wanted.subtree)}</subtree-filter>`;
  return `<xpath-filter${prefixes(wanted.namespaces)}>${escapeText(wanted.xpath)}</xpath-filter>`;
}

function prefixes(namespaces: Readonly<Record<string, string>> = {}): string {
  return Object.entries(namespaces)
    .map(([prefix, namespace]) => declaration(prefix, namespace))
    .join('');
}

function withDefaults(mode: WithDefaults | undefined): string {
  return mode === undefined ? '' : `<with-defaults xmlns="${NETCONF_WITH_DEFAULTS}">${mode}</with-defaults>`;
}
