/** Identifiers that others can verify (DID), and the signed documents of the node and its agents. */
export { createIdentity, type Identity, type IdentityOptions } from './create.js';
export type { CredentialVerdict } from './credential/credentials.js';
export type { Describe, DescribedInterface, DescribedSkill, Description } from './describe.js';
export type { ServedDocument } from './publication.js';
