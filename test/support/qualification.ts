/** An authority that issues qualifications as JWT (VC 2.0), and can take them back (Bitstring Status List 1.0). */
import { gzipSync } from 'node:zlib';
import type { DidAgent, DidHost } from './did-host.js';

const CONTEXT = ['https://www.w3.org/ns/credentials/v2'];
const TYP = 'vc+jwt';
const OCTETS = 16_384;

export class QualificationAuthority {
  readonly #bits = Buffer.alloc(OCTETS);

  constructor(
    private readonly host: Pick<DidHost, 'host' | 'shown'>,
    private readonly signer: DidAgent,
  ) {}

  /** Issues one. @param index its place in the list of those that were taken back */
  issue(holder: string, type: string, index: number, more: object = {}): Promise<string> {
    const credential = {
      ...{ '@context': CONTEXT, type: ['VerifiableCredential', type], issuer: this.signer.did },
      ...{ validFrom: new Date(Date.now() - 60_000).toISOString(), credentialSubject: { id: holder } },
      credentialStatus: {
        ...{ type: 'BitstringStatusListEntry', statusPurpose: 'revocation' },
        ...{ statusListIndex: String(index), statusListCredential: this.#url },
      },
      ...more,
    };
    return this.signer.sign(credential, TYP);
  }

  /** Shows the list, with these places taken back besides those before. */
  async revoke(...places: readonly number[]): Promise<void> {
    for (const place of places) {
      const at = place >> 3;
      this.#bits[at] = (this.#bits[at] ?? 0) | (0x80 >> (place & 7));
    }
    const list = {
      ...{ '@context': CONTEXT, type: ['VerifiableCredential', 'BitstringStatusListCredential'] },
      ...{ issuer: this.signer.did, id: this.#url },
      credentialSubject: {
        ...{ type: 'BitstringStatusList', statusPurpose: 'revocation' },
        encodedList: `u${gzipSync(this.#bits).toString('base64url')}`,
      },
    };
    this.host.shown.set('/status/1', await this.signer.sign(list, TYP));
  }

  get #url(): string {
    return `https://${this.host.host}/status/1`;
  }
}
