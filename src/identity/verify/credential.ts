/** The judges of verifiable credentials: signature, times and status. */
import type { JsonObject } from '../../keys/index.js';
import { credentialOfJwt, provedCredential, type SignedCredential } from './signed-credential.js';
import { requireGoodStatus } from './status.js';
import type { Judge, Judging, Statement } from './verdict.js';

export const judgeCredential: Judge = async (document: JsonObject, judging) =>
  withGoodStatus(await provedCredential(document, judging), judging);

/** Judges a credential as JWT. @throws DocumentFault, KeyFault */
export async function judgeCredentialJwt(text: string, judging: Judging): Promise<Statement> {
  return withGoodStatus(await credentialOfJwt(text, judging), judging);
}

async function withGoodStatus({ document, statement }: SignedCredential, judging: Judging): Promise<Statement> {
  await requireGoodStatus(document.credentialStatus, statement.issuer, judging);
  return statement;
}
