export { type Event, encodeEvent } from './event.js';
export { buildHello, type Hello, parseHello } from './hello.js';
export { fromXmlPath, type ModuleOf, type NamespaceOf, toXmlPath, type XmlPath } from './instance-path.js';
export { buildNotification, type Notification, parseNotification } from './notification.js';
export { buildRpc, parseRpc, type ReplyEnvelope, type Rpc, replyEnvelope } from './rpc.js';
export {
  combine,
  decodeError,
  decodeErrors,
  encodeErrorMembers,
  encodeRpcErrors,
  infoOf,
  isErrorTag,
  isErrorType,
} from './rpc-error.js';
