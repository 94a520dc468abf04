/** The NETCONF server: sessions, operations, SSH listener. */

export { capabilitiesOf } from './capabilities.js';
export { listenNetconf, type NetconfOptions } from './listen.js';
export { NetconfSession, type SessionOptions, type SessionTransport } from './session.js';
export {
  type AfterReply,
  type CloseReason,
  DEFAULT_SESSION_LIMITS,
  type ReplyBody,
  type SessionCounters,
  type SessionHandler,
  type SessionLimits,
} from './session-handler.js';
export {
  DEFAULT_SSH_LIMITS,
  listenSsh,
  type SshLimits,
  type SshListener,
  type SshListenerOptions,
} from './ssh-listener.js';
export { type Authenticate, type Login, type LoginAttempt, type LoginName, parseLoginName } from './ssh-login.js';
