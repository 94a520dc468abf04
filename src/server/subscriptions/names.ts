/** Names of ietf-subscribed-notifications that the code uses. */
export const MODULE = 'ietf-subscribed-notifications';
export const RESTCONF_MODULE = 'ietf-restconf-subscribed-notifications';

export const FILTERS = `${MODULE}:filters`;
export const STREAM_FILTER = `${MODULE}:stream-filter`;
export const SUBTREE = `${MODULE}:stream-subtree-filter`;
export const XPATH = `${MODULE}:stream-xpath-filter`;
export const FILTER_NAME = `${MODULE}:stream-filter-name`;
export const ENCODING = `${MODULE}:encoding`;
