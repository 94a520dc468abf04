/** Builds the XML of the standard operations, without the rpc element. */
import { escapeText } from '../../data/index.js';
import { declaration } from '../../wire/index.js';
import {
  NETCONF_MONITORING,
  NETCONF_NMDA,
  NETCONF_NOTIFICATION,
  ORIGIN,
  SUBSCRIBED_NOTIFICATIONS,
  YANG,
} from '../../wire/namespaces.js';
import type {
  CommitOptions,
  CreateSubscription,
  Datastore,
  EditConfig,
  EditData,
  GetData,
  GetOptions,
  GetSchema,
  InlineConfig,
  NmdaDatastore,
  WithDefaults,
  Xml,
} from './operation-options.js';
import {
  editContent,
  eventFilter,
  filter,
  leaf,
  nmdaDatastore,
  nmdaFilter,
  place,
  toText,
  withDefaults,
} from './parameters.js';
import type { EstablishSubscription, ModifySubscription } from './subscription-options.js';

export const buildGet = (o: GetOptions = {}): string => `<get>${filter(o.filter)}${withDefaults(o.withDefaults)}</get>`;

export const buildGetConfig = (source: Datastore, o: GetOptions = {}): string =>
  `<get-config><source>${place(source)}</source>${filter(o.filter)}${withDefaults(o.withDefaults)}</get-config>`;

export const buildEditConfig = (o: EditConfig): string =>
  `<edit-config><target>${place(o.target)}</target>${leaf('default-operation', o.defaultOperation)}` +
  `${leaf('test-option', o.testOption)}${leaf('error-option', o.errorOption)}${editContent(o)}</edit-config>`;

export const buildCopyConfig = (target: Datastore, source: Datastore | InlineConfig, mode?: WithDefaults): string =>
  `<copy-config><target>${place(target)}</target><source>${place(source)}</source>${withDefaults(mode)}</copy-config>`;

export const buildDeleteConfig = (target: Datastore): string =>
  `<delete-config><target>${place(target)}</target></delete-config>`;

export const buildLock = (target: Datastore | NmdaDatastore): string =>
  `<lock><target>${place(target)}</target></lock>`;

export const buildUnlock = (target: Datastore | NmdaDatastore): string =>
  `<unlock><target>${place(target)}</target></unlock>`;

export const buildCommit = (o: CommitOptions = {}): string =>
  `<commit>${o.confirmed ? '<confirmed/>' : ''}${leaf('confirm-timeout', o.confirmTimeout)}${leaf('persist', o.persist)}${leaf('persist-id', o.persistId)}</commit>`;

export const buildCancelCommit = (persistId?: string): string =>
  `<cancel-commit>${leaf('persist-id', persistId)}</cancel-commit>`;

export const buildValidate = (source: Datastore | NmdaDatastore | InlineConfig): string =>
  `<validate><source>${place(source)}</source></validate>`;

export const buildKillSession = (sessionId: number): string =>
  `<kill-session>${leaf('session-id', sessionId)}</kill-session>`;

export const buildGetSchema = (o: GetSchema): string =>
  `<get-schema xmlns="${NETCONF_MONITORING}">${leaf('identifier', o.identifier)}${leaf('version', o.version)}${leaf('format', o.format)}</get-schema>`;

export const buildCreateSubscription = (o: CreateSubscription = {}): string =>
  `<create-subscription xmlns="${NETCONF_NOTIFICATION}">${leaf('stream', o.stream)}${filter(o.filter)}${leaf('startTime', o.startTime)}${leaf('stopTime', o.stopTime)}</create-subscription>`;

/** RFC 8639 §2.4.2. */
export const buildEstablishSubscription = (o: EstablishSubscription<Xml> = {}): string =>
  `<establish-subscription xmlns="${SUBSCRIBED_NOTIFICATIONS}">${leaf('stream', o.stream ?? 'NETCONF')}${eventFilter(o.filter)}` +
  `${leaf('replay-start-time', o.replayStartTime)}${leaf('stop-time', o.stopTime)}</establish-subscription>`;

/** RFC 8639 §2.4.3. */
export const buildModifySubscription = (id: number, o: ModifySubscription<Xml>): string =>
  `<modify-subscription xmlns="${SUBSCRIBED_NOTIFICATIONS}">${leaf('id', id)}${eventFilter(o.filter)}${leaf('stop-time', o.stopTime)}</modify-subscription>`;

/** RFC 8639 §2.4.4, §2.4.5. */
export const buildEndSubscription = (operation: 'delete-subscription' | 'kill-subscription', id: number): string =>
  `<${operation} xmlns="${SUBSCRIBED_NOTIFICATIONS}">${leaf('id', id)}</${operation}>`;

/** RFC 7950 §7.15.2. */
export const buildAction = (path: Xml): string => `<action xmlns="${YANG}">${toText(path)}</action>`;

/** RFC 8526 §3.1.1. */
export const buildGetData = (o: GetData): string =>
  `<get-data xmlns="${NETCONF_NMDA}">${nmdaDatastore(o)}${nmdaFilter(o.filter)}${leaf('config-filter', o.configFilter)}` +
  `${origins('origin-filter', o.originFilter)}${origins('negated-origin-filter', o.negatedOriginFilter)}` +
  `${leaf('max-depth', o.maxDepth)}${o.withOrigin ? '<with-origin/>' : ''}${leaf('with-defaults', o.withDefaults)}</get-data>`;

function origins(name: string, identities: readonly string[] = []): string {
  return identities.map((each) => `<${name}${declaration('or', ORIGIN)}>or:${escapeText(each)}</${name}>`).join('');
}

/** RFC 8526 §3.1.2. */
export const buildEditData = (o: EditData): string =>
  `<edit-data xmlns="${NETCONF_NMDA}">${nmdaDatastore(o)}${leaf('default-operation', o.defaultOperation)}${editContent(o)}</edit-data>`;
