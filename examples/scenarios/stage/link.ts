/** A link between two nodes, which name each other as peers and log in at each other over it. It can be cut. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AgentNode } from './agent-node.js';
import { newPassword, type PrivateFiles } from './private-files.js';
import { openWay, type Way } from './way.js';

export class Link {
  private constructor(private readonly ways: readonly Way[]) {}

  /** Makes two nodes peers of each other; the domain of each is what it is called on the stage. */
  static async between(one: AgentNode, other: AgentNode, files: PrivateFiles): Promise<Link> {
    const [there, back] = [await openWay(portOf(other)), await openWay(portOf(one))];
    const [atOther, atOne] = [newPassword(), newPassword()];
    // Each is known to the other before it logs in there.
    await Promise.all([admit(one, other.id, atOne), admit(other, one.id, atOther)]);
    await Promise.all([
      reach(one, { peer: other, way: there, password: atOther, files }),
      reach(other, { peer: one, way: back, password: atOne, files }),
    ]);
    return new Link([there, back]);
  }

  /** Breaks all connections of both directions, and refuses others until `mend`. */
  cut(): void {
    for (const way of this.ways) way.cut();
  }

  mend(): void {
    for (const way of this.ways) way.mend();
  }

  async close(): Promise<void> {
    await Promise.all(this.ways.map((way) => way.close()));
  }
}

/** Lets a peer log in at a node. */
async function admit({ id, node }: AgentNode, peer: string, password: string): Promise<void> {
  await node.edit({
    'yangent-access:access': { user: [{ name: peer, kind: 'node', password: `$0$${password}` }] },
    'yangent-peers:peers': { domain: id, peer: [{ name: peer, domain: [peer], user: peer }] },
  });
}

interface Reach {
  readonly peer: AgentNode;
  readonly way: Way;
  /** With which the node logs in there. */
  readonly password: string;
  readonly files: PrivateFiles;
}

/** Tells a node by which way its peer is reached. */
async function reach({ id, node }: AgentNode, { peer, way, password, files }: Reach): Promise<void> {
  await files.write(password, id, 'secrets', peer.id);
  const identity = await identityOf(peer);
  const address = { target: `https://127.0.0.1:${way.port}`, user: id, credential: peer.id, identity };
  await node.edit({ 'yangent-peers:peers': { peer: [{ name: peer.id, address }] } });
}

function portOf({ address }: AgentNode): number {
  return Number(new URL(address.url).port);
}

/** Returns the fingerprint of the node's certificate, as configuration has it. */
async function identityOf({ address }: AgentNode): Promise<string> {
  const { fingerprint256 } = new X509Certificate(await readFile(address.certificateFile));
  return `sha-256:${fingerprint256.replaceAll(':', '').toLowerCase()}`;
}
