/** The RESTCONF server (RFC 8040). */
export { DEFAULT_LIMITS, type Limits } from './http/limits.js';
export type { FaceOptions, ListenOptions } from './http/options.js';
export { listenRestconf, type RestconfListener } from './listen.js';
export { type RestconfMonitoringOptions, restconfMonitoringProvider } from './monitoring.js';
export type { Metric, Sample } from './service/index.js';
