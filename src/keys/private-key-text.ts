/** Private keys in files: PEM as openssl writes it, or the form of OpenSSH. */
import { KeyFault, type KeyPair } from './pair/key-pair.js';
import { pairOfPem } from './pair/pem.js';
import { readHostKey } from './ssh/host-key.js';

const PRIVATE = /^-----BEGIN (?:\w+ )?PRIVATE KEY-----/m;
const ENCRYPTED = /^-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;
const OPENSSH = '-----BEGIN OPENSSH PRIVATE KEY-----';

/** Texts that are given by mistake, and what they are. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/m, 'it is a certificate'],
  [/^-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----/m, 'it is a certificate request'],
  [/^-----BEGIN (?:\w+ )?PUBLIC KEY-----|^(?:ssh|ecdsa)-\S+ AAAA/m, 'it is a public key'],
];

/** Reads a private key without passphrase. @throws KeyFault that says why the text is none, or which keys are taken */
export function readPrivateKeyText(text: string): KeyPair {
  if (ENCRYPTED.test(text)) throw hasPassphrase();
  if (!PRIVATE.test(text)) {
    const [, found] = OTHERS.find(([begin]) => begin.test(text)) ?? [];
    throw new KeyFault(
      `${found === undefined ? '' : `${found}: `}a private key in PEM or in the form of OpenSSH is needed`,
    );
  }
  try {
    return text.includes(OPENSSH) ? readHostKey(text, 'it') : pairOfPem(text);
  } catch (error) {
    if (error instanceof KeyFault) throw error;
    if (error instanceof Error && /encrypted/i.test(error.message)) throw hasPassphrase();
    throw new KeyFault('the private key in it is damaged', { cause: error });
  }
}

function hasPassphrase(): KeyFault {
  return new KeyFault(
    'the key has a passphrase: take it away first, with "openssl pkey -in FILE -out NEW", or "ssh-keygen -p -N \'\' -f COPY" for OpenSSH',
  );
}
