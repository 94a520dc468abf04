/**
 * Names of data parameters as nodes tell them to one another: each node tells its names with its own domain behind them, and takes from
 * a peer only names with a domain of that peer. So a name from another node never means data of this one.
 */
import { type MessageRecord, namedBy } from '../record/message.js';
import type { Post } from '../record/posts.js';
import type { Homes, SessionPeer } from './homes.js';
import { domainOf } from './names.js';

/** Returns another name for data; undefined when they have none there. */
export type DataRename = (param: string) => string | undefined;

interface Naming {
  readonly homes: Pick<Homes, 'domain' | 'isOwn'>;
}

/** Maximum length of an identifier of data. */
const LONGEST = 255;

/** Returns how data are told to a peer: those that it told by its own name, all others with the domain of this node. */
export function dataAbroad(
  { homes: { domain = '' } }: Naming,
  { speaksFor }: Pick<SessionPeer, 'speaksFor'>,
): DataRename {
  return (param) => {
    const of = domainOf(param);
    const told = of !== undefined && speaksFor(of) ? param : `${param}@${domain}`;
    return told.length > LONGEST ? undefined : told;
  };
}

/**
 * Returns how data that a peer tells are called here. It names data of its own freely, and data of this node as `mayName` lets it; all
 * other names mean nothing here.
 */
export function dataHere(
  naming: Naming,
  { speaksFor }: Pick<SessionPeer, 'speaksFor'>,
  mayName: (param: string) => boolean,
): DataRename {
  return (told) => {
    const own = ownData(naming, told);
    if (own !== undefined) return mayName(own) ? own : undefined;
    const of = domainOf(told);
    return of !== undefined && speaksFor(of) ? told : undefined;
  };
}

/** Returns the name here of data that are told with a domain of this node; undefined for others. */
function ownData({ homes }: Naming, told: string): string | undefined {
  const of = domainOf(told);
  return of !== undefined && homes.isOwn(of) ? told.slice(0, told.lastIndexOf('@')) : undefined;
}

/** Returns a message with other names for its data. An artifact whose data have none there says only what it is about. */
export function withData<M extends Pick<MessageRecord, 'artifacts'>>(message: M, rename: DataRename): M {
  const { artifacts } = message;
  if (!artifacts) return message;
  return {
    ...message,
    artifacts: artifacts.map(({ 'data-param': param, ...about }) => {
      const name = param === undefined ? undefined : rename(param);
      return name === undefined ? about : { ...about, 'data-param': name };
    }),
  };
}

/** Returns how data are called here that a post of this node names. */
export function dataPosted(naming: Naming): (told: string) => string {
  return (told) => ownData(naming, told) ?? told;
}

/** Returns the names here of the data that a post names. */
export function dataOfPost(naming: Naming, { request }: Pick<Post, 'request'>): readonly string[] {
  const artifacts = 'type' in request ? (request.artifact ?? []) : [];
  return namedBy(withData({ artifacts }, dataPosted(naming)));
}
