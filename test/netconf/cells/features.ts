/**
 * What each optional part guards: capabilities, which are features of ietf-netconf (RFC 6241 §8), and the features of other
 * modules. What is off is refused; what is on works.
 */
import { C } from './model.js';

export interface FeatureCell {
  readonly module: string;
  readonly feature: string;
  readonly request: string;
  /** The error-tag where the feature is off. */
  readonly off: string;
  /** What the reply holds where it is on. */
  readonly on: RegExp;
}

const NMDA =
  'xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-nmda" xmlns:ds="urn:ietf:params:xml:ns:yang:ietf-datastores" xmlns:or="urn:ietf:params:xml:ns:yang:ietf-origin"';
const SN =
  'xmlns="urn:ietf:params:xml:ns:yang:ietf-subscribed-notifications" xmlns:sn="urn:ietf:params:xml:ns:yang:ietf-subscribed-notifications"';
const OK = /<ok\/>/;
const DATA = /<data [^>]*(>.*<\/data>|\/>)/s;
const ID = /<id [^>]*>\d+<\/id>/;

const netconf = (feature: string, request: string, on: RegExp = OK, off = 'operation-not-supported'): FeatureCell => ({
  module: 'ietf-netconf',
  feature,
  request,
  off,
  on,
});
const nmda = (feature: string, parameter: string, on: RegExp): FeatureCell => ({
  module: 'ietf-netconf-nmda',
  feature,
  request: `<get-data ${NMDA}><datastore>ds:operational</datastore><subtree-filter><cells ${C}/></subtree-filter>${parameter}</get-data>`,
  off: 'unknown-element',
  on,
});
const subscribed = (feature: string, parameter: string, off = 'unknown-element'): FeatureCell => ({
  module: 'ietf-subscribed-notifications',
  feature,
  request: `<establish-subscription ${SN}><stream>NETCONF</stream>${parameter}</establish-subscription>`,
  off,
  on: ID,
});

const to = (datastore: string, more = '') =>
  `<edit-config><target><${datastore}/></target>${more}<config><cells ${C}/></config></edit-config>`;
const copy = (target: string, source: string) =>
  `<copy-config><target>${target}</target><source>${source}</source></copy-config>`;

/** In an order in which each works where all is on. */
export const FEATURE_CELLS: readonly FeatureCell[] = [
  netconf('writable-running', to('running')),
  netconf('writable-running', copy('<running/>', '<config/>')),
  netconf('writable-running', `<edit-data ${NMDA}><datastore>ds:running</datastore><config/></edit-data>`),
  netconf('candidate', '<get-config><source><candidate/></source></get-config>', DATA),
  netconf('candidate', to('candidate')),
  netconf('candidate', copy('<candidate/>', '<running/>')),
  netconf('candidate', copy('<candidate/>', '<config/>')),
  netconf('candidate', '<discard-changes/>'),
  netconf('candidate', '<lock><target><candidate/></target></lock>'),
  netconf('candidate', '<unlock><target><candidate/></target></unlock>'),
  netconf('candidate', '<commit/>'),
  netconf('candidate', `<get-data ${NMDA}><datastore>ds:candidate</datastore></get-data>`, DATA, 'invalid-value'),
  netconf(
    'candidate',
    `<edit-data ${NMDA}><datastore>ds:candidate</datastore><config/></edit-data>`,
    OK,
    'invalid-value',
  ),
  netconf('confirmed-commit', '<commit><confirmed/></commit>'),
  netconf('confirmed-commit', '<cancel-commit/>'),
  netconf('confirmed-commit', '<commit><confirmed/><persist>t</persist></commit>'),
  netconf('confirmed-commit', '<commit><persist-id>t</persist-id></commit>'),
  netconf('rollback-on-error', to('running', '<error-option>rollback-on-error</error-option>')),
  netconf('validate', '<validate><source><running/></source></validate>'),
  netconf('validate', to('running', '<test-option>test-only</test-option>')),
  netconf('validate', to('running', '<test-option>set</test-option>')),
  netconf('startup', copy('<startup/>', '<running/>')),
  netconf('startup', '<get-config><source><startup/></source></get-config>', DATA),
  netconf('startup', '<lock><target><startup/></target></lock>'),
  netconf('startup', '<unlock><target><startup/></target></unlock>'),
  netconf('startup', `<get-data ${NMDA}><datastore>ds:startup</datastore></get-data>`, DATA, 'invalid-value'),
  netconf('startup', '<delete-config><target><startup/></target></delete-config>'),
  netconf('url', copy('<url>file:///cells.xml</url>', '<running/>')),
  netconf('url', '<edit-config><target><running/></target><url>file:///cells.xml</url></edit-config>'),
  netconf('url', `<edit-data ${NMDA}><datastore>ds:running</datastore><url>file:///cells.xml</url></edit-data>`),
  netconf('url', '<delete-config><target><url>file:///cells.xml</url></target></delete-config>'),
  netconf('xpath', '<get><filter type="xpath" select="/none"/></get>', DATA),
  netconf(
    'xpath',
    `<get-data ${NMDA}><datastore>ds:running</datastore><xpath-filter>/none</xpath-filter></get-data>`,
    DATA,
  ),
  nmda('origin', '<with-origin/>', DATA),
  nmda('origin', '<origin-filter>or:intended</origin-filter>', DATA),
  nmda('origin', '<negated-origin-filter>or:intended</negated-origin-filter>', DATA),
  // The parameter is of a grouping: it belongs to the module of the operation.
  nmda('with-defaults', '<with-defaults>report-all-tagged</with-defaults>', /<preset [^>]*default="true">7<\/preset>/),
  subscribed('subtree', `<stream-subtree-filter><cells ${C}/></stream-subtree-filter>`),
  subscribed('xpath', '<stream-xpath-filter>/none</stream-xpath-filter>'),
  subscribed('encode-xml', '', 'invalid-value'),
  subscribed('encode-xml', '<encoding>sn:encode-xml</encoding>', 'invalid-value'),
  subscribed('replay', '<replay-start-time>2020-01-01T00:00:00Z</replay-start-time>'),
];

/** A module with a feature of its own. */
export const OPTIONAL = `module acme-optional {
  yang-version 1.1;
  namespace "urn:acme:optional";
  prefix o;
  feature fancy;
  container optional { leaf plain { type string; } leaf fancy { if-feature fancy; type string; } }
}`;
