/** The with-defaults parameter (RFC 6243 §4.5.1). */
import { namespaces } from '../../clients/index.js';
import type { WithDefaults } from '../../data/index.js';
import type { Parameters } from './parameters.js';

/** For `Parameters`: the one parameter that stands in a namespace of its own. */
export const WITH_DEFAULTS: ReadonlyMap<string, string> = new Map([
  [namespaces.NETCONF_WITH_DEFAULTS, 'with-defaults'],
]);

export const BASIC_MODE: WithDefaults = 'explicit';
const MODES = ['explicit', 'report-all', 'trim', 'report-all-tagged'] as const;

/** @throws RpcError invalid-value */
export function withDefaultsOf(parameters: Parameters, fallback: WithDefaults = BASIC_MODE): WithDefaults {
  return parameters.choice('with-defaults', MODES, fallback);
}
