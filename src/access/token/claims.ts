/** The claims of the tokens that the node issues. */
import { isObject } from '../../data/index.js';
import { type Capability, claimOf } from '../grant/capability.js';
import type { Delegation } from '../grant/delegation.js';

export interface TokenContent {
  readonly subject: string;
  /** The groups of a subject who is no user of this node. */
  readonly groups?: readonly string[];
  /** Those who act for the subject, the nearest first. */
  readonly actors: readonly string[];
  /** Undefined: its limits are those that its audience knows. */
  readonly capabilities: readonly Capability[] | undefined;
  readonly delegation: Delegation;
  /** Grants and tokens from which it comes, the nearest last. */
  readonly lineage: readonly string[];
  /** The thumbprint of the key to which it is bound. */
  readonly boundTo?: string;
  /** The other issuer that vouched for the subject. */
  readonly origin?: string;
  /** When what is done with it must be proved anew, in milliseconds since 1970. */
  readonly ends?: number;
  /** The task for which it is. */
  readonly task?: string;
  /** Claims about the work for which it is: no claim about authority comes from them. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** Returns the claims, but for those of time, issuer and identity. */
export function claimsOf(content: TokenContent): Record<string, unknown> {
  const { subject, groups, actors, capabilities, delegation, lineage, boundTo, task, origin, ends, about } = content;
  const { depth, maxDepth, chain } = delegation;
  const parent = lineage.at(-1);
  return {
    ...about,
    sub: subject,
    ...(groups ? { groups } : {}),
    ...(actors.length === 0 ? {} : { act: nested(actors) }),
    ...(capabilities === undefined ? {} : { capabilities: claimOf(capabilities) }),
    ...(task === undefined ? {} : { task: { ...(isObject(about?.task) ? about.task : {}), id: task } }),
    ...(chain.length === 0 || capabilities === undefined
      ? {}
      : {
          agent: { id: chain.at(-1) },
          delegation: {
            ...{ depth, ...(maxDepth === undefined ? {} : { max_depth: maxDepth }), chain },
            ...(parent === undefined || parent.startsWith('grant:') ? {} : { parent_jti: parent }),
          },
        }),
    lineage,
    ...(origin === undefined ? {} : { origin }),
    ...(ends === undefined ? {} : { ends: Math.floor(ends / 1_000) }),
    ...(boundTo === undefined ? {} : { cnf: { jkt: boundTo } }),
  };
}

/** Each actor holds the one before it (RFC 8693 §4.1). */
function nested([nearest, ...others]: readonly string[]): object {
  return { sub: nearest, ...(others.length === 0 ? {} : { act: nested(others) }) };
}
