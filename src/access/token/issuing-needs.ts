/** The parts of the node that grants and tokens need to be issued. */
import type { Store } from '../../store/index.js';
import type { Schema } from '../../yang/index.js';
import type { IssuingSettings } from '../configured.js';
import type { TrustDomains } from '../domain/domains.js';
import type { Grants } from '../grant/grants.js';
import type { Principal } from '../principal.js';
import type { Revocations } from './revocations.js';
import type { TokenKeys } from './signing.js';

export interface IssuingNeeds {
  readonly store: Store;
  readonly keys: TokenKeys;
  /** The models by which capabilities that a caller writes are checked. */
  readonly schema: Schema;
  readonly grants: Grants;
  readonly revocations: Revocations;
  /** The issuer and audience: the URL of this node. */
  readonly issuer: () => string | undefined;
  readonly settings: () => IssuingSettings;
  /** Returns the user; undefined for a name that no user of this node has. */
  readonly userOf: (name: string) => Principal | undefined;
  readonly domains: () => TrustDomains;
  /** True for an issuer whose tokens may be good. */
  readonly isIssuer: (name: string) => boolean;
  /** Called when something was revoked: sessions and streams look again. */
  readonly onRevoked: () => void;
}
