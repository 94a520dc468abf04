/**
 * Names for values that differ each time a node runs: `{uuid-2}` is the second identifier that is seen, wherever it comes
 * again. A file can give an identifier a name of its own. A request may say the name, and the value is sent.
 */

export interface Mask {
  readonly kind: string;
  readonly pattern: RegExp;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The key that a node makes for its reports. */
export const KEY_MASK: Mask = {
  kind: 'key',
  pattern: /(?<=keyid="|"key-id": "|<key-id>|"x":"|\\"x\\":\\")[\w-]{43}/g,
};

export const ENTITY_TAG_MASK: Mask = {
  kind: 'entity-tag',
  pattern: /(?<=^etag: (?:W\/)?"|entity-tag is now \\")[^"\\]*/gm,
};

const MASKS: readonly Mask[] = [
  KEY_MASK,
  ENTITY_TAG_MASK,
  { kind: 'token', pattern: /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g },
  { kind: 'uuid', pattern: UUID },
  { kind: 'thumbprint', pattern: /(?<="(?:yangent-keys:)?(?:thumbprint|previous)": ?"|<thumbprint[^>]*>)[\w-]{43}/g },
  { kind: 'public-key', pattern: /(?<="public-key": ?"|<public-key[^>]*>)[A-Za-z0-9+/]{40,}=*/g },
  { kind: 'fingerprint', pattern: /(?<="fingerprint": ?")(?:SHA256:[A-Za-z0-9+/]{43}|[\w-]{43})/g },
  // Of identifiers and documents.
  { kind: 'did-key', pattern: /(?<=:e1_|did:wba:[^"\s]*#)[\w-]{43}(?![\w-])/g },
  { kind: 'multikey', pattern: /(?<="publicKeyMultibase": ?")z[1-9A-HJ-NP-Za-km-z]+/g },
  { kind: 'hash', pattern: /\$scrypt\$ln=15[^"<]*/g },
  // Of the journal of a run.
  { kind: 'state-hash', pattern: /(?<="(?:state-)?hash\\?": ?\\?"|<(?:state-)?hash>)[0-9a-f]{64}/g },
  // Of a gate that is listed: votes name it.
  {
    kind: 'gate-digest',
    pattern: /(?<="initiator":\s*"[\w-]+",\s*"digest":\s*"|<\/initiator>\s*<digest>)[0-9a-f]{64}/g,
  },
  { kind: 'approval', pattern: /\b0m[0-9a-z]{7}-[0-9a-z]{6}\b/g },
  { kind: 'event', pattern: /(?<=^id: )\d+$/gm },
];

/** Of a gate that is listed: votes name it, so that it has a name before the digests of approvals, of which none is sent, are masked. */
const GATE_DIGEST: Mask = {
  kind: 'gate-digest',
  pattern: /(?<="initiator":\s*"[\w-]+",\s*"digest":\s*"|<initiator>[\w-]+<\/initiator>\s*<digest>)[0-9a-f]{64}/g,
};

/** Values that differ in each report, so that it does not matter whether two are equal. */
const ALWAYS_DIFFERENT: readonly Mask[] = [
  // Of the audit log: notes and keys, and the hashes that a random key or another key makes different.
  { kind: 'checkpoint', pattern: /(?<="(?:checkpoint|note|rotation)": ?")[^"]*\\n\u2014 [^"]*/gu },
  { kind: 'audit-key', pattern: /[0-9a-f-]{36}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{44}/g },
  { kind: 'leaf', pattern: /(?<=")[A-Za-z0-9+/]{43}=(?=")/g },
  { kind: 'input-digest', pattern: /(?<=input-digest\\?": ?\\?")[0-9a-f]{64}/g },
  // Of approvals, whose salt is random.
  { kind: 'approval-digest', pattern: /(?<=[^-]digest\\?": ?\\?"|<digest>)[0-9a-f]{64}/g },
  { kind: 'signature', pattern: /(?<=^signature: yangent=:)[^:]*/gm },
  // A sealed run digests its values with a key of its own.
  { kind: 'keyed-digest', pattern: /(?<=hmac-sha-256:)[0-9a-f]{64}/g },
  { kind: 'digest', pattern: /(?<=^content-digest: sha-256=:)[^:]*/gm },
  { kind: 'nonce', pattern: /(?<="nonce": ?")[\w-]{32}(?=")/g },
  { kind: 'proof', pattern: /(?<="proofValue": ?")z[1-9A-HJ-NP-Za-km-z]+/g },
  { kind: 'jws', pattern: /(?<="(?:protected|signature)\\?": ?\\?"|<signature>)[\w-]{60,}(?:\.[\w-]*\.[\w-]+)?/g },
  { kind: 'compressed', pattern: /(?<="compressed": ?")H4sI[A-Za-z0-9+/]+=*/g },
  { kind: 'second', pattern: /(?<=;created=)\d+/g },
];

export class Masks {
  readonly #known: readonly (readonly [value: string, name: string])[];
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** @param known values that have a name of their own, by name */
  constructor(
    known: Readonly<Record<string, string>>,
    private readonly masks: readonly Mask[] = MASKS,
  ) {
    this.#known = Object.entries(known).map(([name, value]) => [value, this.#set(value, `{${name}}`)]);
  }

  /** Gives names to the identifiers in a text that have none yet, in their order. @throws Error when there are fewer */
  name(names: readonly string[], text: string): void {
    const fresh = new Set([...text.matchAll(UUID)].map(([value]) => value).filter((value) => !this.#names.has(value)));
    const values = [...fresh];
    for (const [index, name] of names.entries()) {
      const value = values[index];
      if (value === undefined) throw new Error(`no identifier is left for the name {${name}} in ${text}`);
      this.#set(value, `{${name}}`);
    }
  }

  /** Returns the text with names in place of values. */
  mask(text: string): string {
    let masked = text;
    for (const [value, name] of this.#known) masked = masked.replaceAll(value, name);
    masked = this.#named(masked, GATE_DIGEST);
    for (const { kind, pattern } of ALWAYS_DIFFERENT)
      masked = masked.replace(pattern, (value) => this.#names.get(value) ?? `{${kind}}`);
    for (const mask of this.masks) masked = this.#named(masked, mask);
    return masked;
  }

  /** Returns the text with values in place of names. @throws Error for a name that no value has yet */
  unmask(text: string): string {
    return text.replace(/\{[a-z]+(?:-[a-z0-9]+)*\}/g, (name) => {
      const value = this.#values.get(name);
      if (value === undefined) throw new Error(`no value has the name ${name} yet`);
      return value;
    });
  }

  #named(text: string, { kind, pattern }: Mask): string {
    return text.replace(pattern, (value) => this.#names.get(value) ?? this.#number(kind, value));
  }

  #number(kind: string, value: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return this.#set(value, `{${kind}-${count}}`);
  }

  #set(value: string, name: string): string {
    this.#names.set(value, name);
    this.#values.set(name, value);
    return name;
  }
}
