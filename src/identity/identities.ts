/** The identifiers of the node and of its agents, and who signs for whom. */
import { agentDid, nodeDid, readAgentDid } from './did/name.js';
import type { DocumentKeys, Signer } from './document/keys.js';

/** An identifier with the key that signs for it. */
export interface SigningIdentity {
  readonly did: string;
  readonly signer: Signer;
  /** The DID URL of the key. */
  readonly verificationMethod: string;
}

export class Identities {
  /**
   * @param keys of the node
   * @param host returns the name by which the node is known
   * @param isHosted true for agents whose keys the node has
   */
  constructor(
    private readonly keys: DocumentKeys,
    private readonly host: () => string | undefined,
    private readonly isHosted: (agent: string) => boolean,
  ) {}

  /** Returns the identifier of the node; undefined while it has no name. */
  get node(): string | undefined {
    const host = this.host();
    return host === undefined ? undefined : nodeDid(host);
  }

  /** Returns the present identifier of an agent; undefined when the node does not have its keys, and while the node has no name. */
  ofAgent(agent: string): string | undefined {
    const host = this.host();
    const [current] = this.keys.shown('document');
    return host === undefined || !current || !this.isHosted(agent)
      ? undefined
      : agentDid(host, agent, current.fingerprint);
  }

  /** Returns the agent that has this identifier from the node; undefined for another identifier, and for a former one. */
  agentOf(did: string): string | undefined {
    const host = this.host();
    const agent = host === undefined ? undefined : readAgentDid(host, did)?.agent;
    return agent !== undefined && this.ofAgent(agent) === did ? agent : undefined;
  }

  /** Returns the identity that signs documents about an agent: its own if the node has its keys, else that of the node. */
  async signerFor(host: string, agent: string): Promise<SigningIdentity> {
    const signer = await this.keys.current();
    const did = this.isHosted(agent) ? agentDid(host, agent, signer.fingerprint) : nodeDid(host);
    return { did, signer, verificationMethod: methodOf(did, signer) };
  }
}

/** Returns the DID URL of a key. */
export function methodOf(did: string, { fingerprint }: Pick<Signer, 'fingerprint'>): string {
  return `${did}#${fingerprint}`;
}
