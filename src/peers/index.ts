/** Other nodes and domains: the client with which agents assign tasks to them, and their agents' names here; implements yangent-peers. */
export { createPeers, type Peers, type PeersOptions } from './create.js';
export type { InboxGap, InboxMessage, InboxOptions, InboxRejection, PeerMessage, SessionOrder } from './messages.js';
export { TaskNotCompleted } from './not-completed.js';
export type { CallOptions, PeerOptions } from './options.js';
export { mayPass, Patience } from './patience.js';
export { type AssignedTask, connectPeer, type Negotiation, type Order, type Peer } from './peer.js';
export { changesIn, type NegotiationAnswer, recordsOf, type TaskChange, type TaskRecord } from './record.js';
export {
  DEFAULT_REMOTE_LIMITS,
  type RemoteLimits,
  type RemoteNodesOptions,
  remoteNodes,
  type TrustedLogin,
  type TrustedPlace,
} from './remote-nodes.js';
export type { CompletedTask, FollowOptions, PeerTask, ResultOptions, Speech, StateAnswer } from './task.js';
