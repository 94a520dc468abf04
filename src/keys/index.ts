/** The keys of the node: for TLS, SSH and signatures, from the keystore or of its own, and the sealing of secrets. */
export { certificatesIn, chainOf, cmsOf, requireCertificates } from './certificate/chain.js';
export { ClientChain, MOST_SENT } from './certificate/client-chain.js';
export { partsReader, type ReadParts } from './certificate/extensions.js';
export { isValidAt, refusalOfPath } from './certificate/path-refusal.js';
export { type SelfSigned, selfSigned } from './certificate/self-signed.js';
export { lapseOf } from './certificate/validity.js';
export { ContentKey, isSealedContent } from './content/content-key.js';
export { ContentKeys } from './content/content-keys.js';
export { type ProofTerms, withProof } from './data-integrity/create.js';
export { multikeyOf, readMultikey } from './data-integrity/multikey.js';
export type { Proof, ProofPurpose } from './data-integrity/proof.js';
export { type ProofRules, verifyProofs } from './data-integrity/verify.js';
export { keyMigrations } from './database.js';
export { DocumentFault } from './document/fault.js';
export { MOST_OCTETS } from './document/limits.js';
export { type JsonObject, readDocument } from './document/read.js';
export { forgetKeys } from './forget.js';
export { jcs } from './jcs.js';
export {
  compactJws,
  type JwsHeader,
  readCompactJws,
  type Signature,
  type Signer,
  signerOf,
  signJws,
  signJwsWith,
  verifyJws,
} from './jws.js';
export { NodeKeys, type NodeKeysOptions } from './node-keys.js';
export { type Algorithm, algorithmOfPublic, makeKeyPair } from './pair/algorithm.js';
export { jwkOf, type PublicJwk, readJwk } from './pair/jwk.js';
export { KeyFault, type KeyPair, readPrivateKey, readPublicKey, SPKI_FORMAT, thumbprintOf } from './pair/key-pair.js';
export { pairOfPem, privateKeyPem } from './pair/pem.js';
export { type PublicKey, publicKeyOf, type RawAlgorithm, rawOf } from './pair/raw.js';
export { readPrivateKeyText } from './private-key-text.js';
export { isSealed, type Secret, seal, unseal, versionOf } from './sealed-secret.js';
export { type Sealing, sealingWith } from './sealing.js';
export { makeSecretKey, readSecretKey, type SecretKey, type SecretKeyFile } from './secret-key.js';
export { readSshCertificate, type SshCertificate } from './ssh/certificate.js';
export { isCertificateAlgorithm, proofAlgorithmOf } from './ssh/certificate-algorithm.js';
export { fingerprintOf, type HostKey, hostKeyOf, readHostKey } from './ssh/host-key.js';
export { holdsKeyOf } from './ssh/possession.js';
export { readSshKey, type SshKey } from './ssh/public-key.js';
export { SshFault } from './ssh/reader.js';
export { refusalOf } from './ssh/refusal.js';
export { readSshMessageSignature, type SshMessageSignature } from './ssh/sshsig.js';
export { CERTIFICATE_FILE, type KeyFile } from './use/key-file.js';
export { PURPOSES, type Purpose, TERMS } from './use/purpose.js';
export type { Credential, KeyUse } from './use/record.js';
export type { KeyTimes } from './use/uses.js';
export { hidePrivateKeys } from './vault/hide.js';
export { KeyVault } from './vault/vault.js';
