/** The messages of NETCONF and RESTCONF, shared by servers and clients. */

export { type AnnouncedModule, announcedModules } from './announced-modules.js';
export * from './capabilities.js';
export {
  decodeErrorsJson,
  decodeErrorsXml,
  encodeErrorList,
  encodeErrorsJson,
  encodeErrorsXml,
} from './errors-document.js';
export * from './framing/index.js';
export { statusOf, tagOfStatus } from './http-status.js';
export { type Encoding, encodingOf, MEDIA_TYPE, type MediaType, negotiate, parseMediaType } from './media-types.js';
export * from './messages/index.js';
export * as namespaces from './namespaces.js';
export { childOf, declaration, is, trimmedText } from './xml.js';
