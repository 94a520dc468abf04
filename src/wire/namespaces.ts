/** XML namespaces of the protocols. Those of modules come from the schema. */

/** RFC 6241: rpc, rpc-reply, rpc-error, hello and the operations. */
export const NETCONF_BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
/** RFC 5277: notification, create-subscription. */
export const NETCONF_NOTIFICATION = 'urn:ietf:params:xml:ns:netconf:notification:1.0';
/** RFC 6022: get-schema. */
export const NETCONF_MONITORING = 'urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring';
/** RFC 6243: the with-defaults parameter. */
export const NETCONF_WITH_DEFAULTS = 'urn:ietf:params:xml:ns:yang:ietf-netconf-with-defaults';
/** RFC 8526: get-data, edit-data. */
export const NETCONF_NMDA = 'urn:ietf:params:xml:ns:yang:ietf-netconf-nmda';
/** RFC 8342: identities of the datastores. */
export const DATASTORES = 'urn:ietf:params:xml:ns:yang:ietf-datastores';
/** RFC 8342: identities of origins. */
export const ORIGIN = 'urn:ietf:params:xml:ns:yang:ietf-origin';
/** RFC 8639: establish-subscription and the like. */
export const SUBSCRIBED_NOTIFICATIONS = 'urn:ietf:params:xml:ns:yang:ietf-subscribed-notifications';
/** RFC 7950 §15: missing-choice and non-unique in error-info; insert, key and value attributes. */
export const YANG = 'urn:ietf:params:xml:ns:yang:1';
/** RFC 8040: errors, and notifications in event streams. */
export const RESTCONF = 'urn:ietf:params:xml:ns:yang:ietf-restconf';
/** RFC 6415: the host-meta document. */
export const XRD = 'http://docs.oasis-open.org/ns/xri/xrd-1.0';
