/** Judges documents: finds their kind, verifies their signatures, and says why one is refused. */
import { DocumentFault, type JsonObject, MOST_OCTETS, readDocument } from '../../keys/index.js';
import { AskedTooOften, HostDown } from '../resolver/fetch.js';
import { isRefusal } from '../resolver/resolver.js';
import { judgeCredential, judgeCredentialJwt } from './credential.js';
import { judgeCard, judgeDescription, judgeDidDocument } from './documents.js';
import { isCredential } from './signed-credential.js';
import type { DocumentKind, Judge, Judging, Statement, Unknown, Verdict } from './verdict.js';

interface Kind {
  readonly kind: DocumentKind;
  readonly judge: Judge;
  /** True for a document that looks like this kind. */
  readonly suits: (document: JsonObject) => boolean;
}

const KINDS: readonly Kind[] = [
  { kind: 'credential', judge: judgeCredential, suits: isCredential },
  { kind: 'agent-description', judge: judgeDescription, suits: ({ type }) => type === 'AgentDescription' },
  { kind: 'agent-card', judge: judgeCard, suits: ({ signatures }) => signatures !== undefined },
  {
    kind: 'did-document',
    judge: judgeDidDocument,
    suits: ({ verificationMethod }) => verificationMethod !== undefined,
  },
];

/** Judges a text. Faults of the text are in the verdict; others are thrown. @param text JSON, or a compact JWS */
export async function verifyDocument(text: string, judging: Judging): Promise<Verdict> {
  const found: { kind?: DocumentKind } = {};
  try {
    const statement = await judged(text, judging, found);
    return { ...found, ...statement, isValid: true, reasons: [] };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const unknown = unknownOf(error);
    return { ...found, isValid: false, ...(unknown ? { unknown } : {}), reasons: [error.message] };
  }
}

function unknownOf(error: Error): Unknown | undefined {
  if (error instanceof AskedTooOften) return 'asked-too-often';
  return error instanceof HostDown ? 'host-down' : undefined;
}

async function judged(text: string, judging: Judging, found: { kind?: DocumentKind }): Promise<Statement> {
  if (Buffer.byteLength(text) > MOST_OCTETS) throw new DocumentFault(`it has more than ${MOST_OCTETS} octets`);
  if (!text.trimStart().startsWith('{')) {
    found.kind = 'credential';
    return judgeCredentialJwt(text, judging);
  }
  const document = readDocument(text);
  const kind = KINDS.find(({ suits }) => suits(document));
  if (!kind)
    throw new DocumentFault('it is none of a DID document, an agent description, an agent card and a credential');
  found.kind = kind.kind;
  if (judging.accept && kind.kind !== 'credential') throw new DocumentFault('it is no credential');
  return kind.judge(document, judging);
}
