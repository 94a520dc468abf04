/** A member of a group of Messaging Layer Security (RFC 9420). What goes in and out is an MLSMessage in base64. */
import {
  type CiphersuiteImpl,
  type ClientState,
  createApplicationMessage,
  createCommit,
  createGroup,
  decodeMlsMessage,
  defaultCapabilities,
  defaultLifetime,
  emptyPskIndex,
  encodeMlsMessage,
  generateKeyPackage,
  getCiphersuiteFromName,
  getCiphersuiteImpl,
  joinGroup,
  type MLSMessage,
  processPrivateMessage,
} from 'ts-mls';

/** How a message of the group was taken. Those that the member cannot open, or that come too late, are ignored. */
export type Heard =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'commit' | 'joined' | 'key package' | 'own' | 'ignored' };

const SUITE = getCiphersuiteFromName('MLS_128_DHKEMX25519_AES128GCM_SHA256_Ed25519');
const IGNORED = { kind: 'ignored' } as const;

export class MlsMember {
  #state: ClientState | undefined;
  /** The own commit that waits for its place in the order of the group. */
  #pending: { readonly message: string; readonly state: ClientState } | undefined;
  readonly #own = new Set<string>();

  private constructor(
    readonly name: string,
    private readonly suite: CiphersuiteImpl,
    private readonly keys: Awaited<ReturnType<typeof generateKeyPackage>>,
  ) {}

  static async create(name: string): Promise<MlsMember> {
    const suite = await getCiphersuiteImpl(SUITE);
    const credential = { credentialType: 'basic', identity: Buffer.from(name) } as const;
    return new MlsMember(
      name,
      suite,
      await generateKeyPackage(credential, defaultCapabilities(), defaultLifetime, [], suite),
    );
  }

  get epoch(): bigint {
    return this.#joined().groupContext.epoch;
  }

  /** The secret by which members compare that they are in the same state (§8.7). */
  get authenticator(): string {
    return Buffer.from(this.#joined().keySchedule.epochAuthenticator).toString('hex');
  }

  keyPackage(): string {
    return this.#say({ version: 'mls10', wireformat: 'mls_key_package', keyPackage: this.keys.publicPackage });
  }

  async found(group: string): Promise<void> {
    const { publicPackage, privatePackage } = this.keys;
    this.#state = await createGroup(Buffer.from(group), publicPackage, privatePackage, [], this.suite);
  }

  /** Makes the commit that adds members, and their welcome. The commit counts once it is heard before others of its epoch. */
  async add(packages: readonly string[]): Promise<{ readonly commit: string; readonly welcome: string }> {
    const extraProposals = packages.map((each) => {
      const message = decoded(each);
      if (message.wireformat !== 'mls_key_package') throw new Error(`${message.wireformat} is no key package`);
      return { proposalType: 'add', add: { keyPackage: message.keyPackage } } as const;
    });
    const { commit, welcome } = await this.#commit(extraProposals);
    if (!welcome) throw new Error('a commit that adds members has a welcome');
    return { commit, welcome: this.#say({ version: 'mls10', wireformat: 'mls_welcome', welcome }) };
  }

  /** Makes a commit that gives the group fresh keys. */
  async update(): Promise<string> {
    return (await this.#commit([])).commit;
  }

  async seal(text: string): Promise<string> {
    const { newState, privateMessage } = await createApplicationMessage(this.#joined(), Buffer.from(text), this.suite);
    this.#state = newState;
    return this.#say({ version: 'mls10', wireformat: 'mls_private_message', privateMessage });
  }

  /** Takes the next message in the order of the group, own ones too. */
  async hear(message: string): Promise<Heard> {
    if (message === this.#pending?.message) {
      this.#state = this.#pending.state;
      this.#pending = undefined;
      return { kind: 'commit' };
    }
    const heard = decoded(message);
    if (heard.wireformat === 'mls_key_package') return { kind: 'key package' };
    if (heard.wireformat === 'mls_welcome' && !this.#state) {
      const { publicPackage, privatePackage } = this.keys;
      this.#state = await joinGroup(heard.welcome, publicPackage, privatePackage, emptyPskIndex, this.suite);
      return { kind: 'joined' };
    }
    if (heard.wireformat !== 'mls_private_message' || !this.#state) return IGNORED;
    const { contentType, epoch } = heard.privateMessage;
    if (contentType === 'commit' && epoch !== this.epoch) return IGNORED;
    if (this.#own.has(message)) return { kind: 'own' };
    const result = await processPrivateMessage(this.#state, heard.privateMessage, emptyPskIndex, this.suite);
    this.#state = result.newState;
    if (result.kind === 'applicationMessage') return { kind: 'text', text: Buffer.from(result.message).toString() };
    // The own commit is of an epoch that is over.
    this.#pending = undefined;
    return { kind: 'commit' };
  }

  async #commit(extraProposals: NonNullable<Parameters<typeof createCommit>[1]>['extraProposals'] & object) {
    const context = { state: this.#joined(), cipherSuite: this.suite };
    const { newState, commit, welcome } = await createCommit(context, { extraProposals, ratchetTreeExtension: true });
    const message = this.#say(commit);
    this.#pending = { message, state: newState };
    return { commit: message, welcome };
  }

  #say(message: MLSMessage): string {
    const text = Buffer.from(encodeMlsMessage(message)).toString('base64');
    this.#own.add(text);
    return text;
  }

  #joined(): ClientState {
    if (!this.#state) throw new Error(`${this.name} is in no group`);
    return this.#state;
  }
}

function decoded(message: string): MLSMessage {
  const [value] = decodeMlsMessage(Buffer.from(message, 'base64'), 0) ?? [];
  if (!value) throw new Error('this is no MLSMessage');
  return value;
}
