/** The keys of the node and their files: for TLS, SSH, and the secrets of devices. */
export {
  type Certificate,
  loadOrCreateCertificate,
  type SelfSigned,
  selfSigned,
} from './certificate/restconf-certificate.js';
export { isSealed, type Secret, seal, unseal, versionOf } from './sealed-secret.js';
export { makeSecretKey, readSecretKey, type SecretKey, type SecretKeyFile } from './secret-key.js';
export { fingerprintOf, generateHostKey, type HostKey, loadHostKey } from './ssh-host-key.js';
