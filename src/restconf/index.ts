/** The RESTCONF server (RFC 8040). */
export { FaceSockets } from './http/face-sockets.js';
export { DEFAULT_FACE_LIMITS, DEFAULT_LIMITS, type FaceLimits, type Limits } from './http/limits.js';
export type { FaceOptions, ListenOptions, TlsIdentity } from './http/options.js';
export { listenRestconf, type RestconfListener } from './listen.js';
export { type RestconfMonitoringOptions, restconfMonitoringProvider } from './monitoring.js';
export type { PublicDocument, PublicDocuments } from './mounts/index.js';
export { type OAuthOptions, oauthFace } from './oauth/face.js';
export type { OAuthOperation } from './oauth/token-endpoint.js';
export type { Metric, Sample } from './service/index.js';
