/** Where an agent, or a person's app, works from: its addresses of the others, and its voice in the account. */
import { readFile } from 'node:fs/promises';
import { BehaviorSubject, filter, firstValueFrom, fromEvent, takeUntil } from 'rxjs';
import { connectPeer, type Peer, type RestconfClient, restconfClient } from 'yangent';
import type { Account, Act, Entry } from './account.js';
import { Colleague } from './colleague.js';

/** How one reaches a colleague's node; kept in a file of the one who may use it. */
export interface PeerAddress {
  readonly protocol: 'RESTCONF' | 'NETCONF';
  readonly user: string;
  readonly passwordFile: string;
  readonly url: string;
  readonly certificateFile: string;
  readonly netconf: { readonly host: string; readonly port: number; readonly hostKey: string };
}

export type AddressBook = Readonly<Record<string, PeerAddress>>;

export class Desk {
  readonly #colleagues = new Map<string, Promise<Colleague>>();
  readonly #closing = new AbortController();
  readonly #isReady = new BehaviorSubject(false);

  /** @param addressBook file with an AddressBook in JSON */
  constructor(
    readonly id: string,
    readonly account: Account,
    private readonly addressBook: string,
  ) {}

  /** Says that the agent sees all that it manages. */
  seesAll(): void {
    this.#isReady.next(true);
  }

  /** Resolves when it does. @throws the reason of the signal */
  async ready(signal: AbortSignal): Promise<void> {
    const stopped = fromEvent(signal, 'abort');
    signal.throwIfAborted();
    await firstValueFrom(this.#isReady.pipe(filter(Boolean), takeUntil(stopped)), { defaultValue: false });
    signal.throwIfAborted();
  }

  /** Tells of something that is no message: what is seen, found, decided or done. */
  tell(act: Act, text: string, about?: string): void {
    this.account.tell({ from: this.id, act, text, ...(about !== undefined && { about }) });
  }

  /** Tells of a message of another to this one, or of this one to another, that goes by none of the colleagues. */
  relay(entry: Omit<Entry, 'at' | 'step'>): void {
    this.account.tell(entry);
  }

  /** Someone to give tasks to, by the identifier of the agent. @throws Error when he is not in the address book; RpcError when his node cannot be reached */
  colleague(name: string): Promise<Colleague> {
    const known = this.#colleagues.get(name);
    if (known) return known;
    const connecting = this.connect(name);
    this.#colleagues.set(name, connecting);
    // A node that could not be reached is tried again when it is next needed.
    connecting.catch(() => this.#colleagues.delete(name));
    return connecting;
  }

  /** A client of the node of that agent; who asks for it closes it. @throws Error when it is not in the address book */
  async client(name: string): Promise<RestconfClient> {
    const { url, user: username, passwordFile, certificateFile } = await this.address(name);
    const password = (await readFile(passwordFile, 'utf8')).trim();
    return restconfClient({ url, username, password, ca: await readFile(certificateFile) });
  }

  private async address(name: string): Promise<PeerAddress> {
    const book: AddressBook = JSON.parse(await readFile(this.addressBook, 'utf8'));
    const address = book[name];
    if (address) return address;
    throw new Error(`${this.id} has no address of ${name}; it has ${Object.keys(book).join(', ')}`);
  }

  private async connect(name: string): Promise<Colleague> {
    const address = await this.address(name);
    const { protocol } = address;
    return new Colleague(await this.reach(address), { self: this.id, name, protocol, account: this.account });
  }

  private async reach({ protocol, user, passwordFile, url, certificateFile, netconf }: PeerAddress): Promise<Peer> {
    const password = (await readFile(passwordFile, 'utf8')).trim();
    const common = { user, password, as: this.id, signal: this.#closing.signal };
    return protocol === 'NETCONF'
      ? connectPeer({ netconf, ...common })
      : connectPeer({ url, ca: await readFile(certificateFile), ...common });
  }

  /** Ends the connections to all colleagues; the next use of one makes another. */
  async hangUp(): Promise<void> {
    const open = [...this.#colleagues.values()];
    this.#colleagues.clear();
    const ended = (await Promise.allSettled(open)).map((each) => each.status === 'fulfilled' && each.value.close());
    await Promise.all(ended);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error(`${this.id} has left`));
    await this.hangUp();
  }
}
