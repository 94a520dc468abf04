/** The findings about a document. */
import type { JsonObject } from '../../keys/index.js';
import type { DidDocument } from '../resolver/document.js';

export type DocumentKind = 'did-document' | 'agent-description' | 'agent-card' | 'credential';

/** The statements of a document about itself, once its signature has verified. */
export interface Statement {
  readonly issuer: string;
  readonly subject?: string;
  readonly types: readonly string[];
  /** Since when it is valid, in milliseconds since 1970; absent: it does not say. */
  readonly from?: number;
}

/** A host that had to be asked did not answer, or was asked too often to be asked again: that says nothing of the document. */
export type Unknown = 'host-down' | 'asked-too-often';

export interface Verdict extends Partial<Statement> {
  readonly kind?: DocumentKind;
  readonly isValid: boolean;
  /** Why nothing could be found out; absent: the reasons are about the document. */
  readonly unknown?: Unknown;
  readonly reasons: readonly string[];
}

/** The needs of the judges of the kinds of documents. */
export interface Judging {
  readonly resolve: (did: string) => Promise<DidDocument>;
  /** Returns the text at an https URL of a host that configuration names. @throws DocumentFault */
  readonly fetch: (url: string) => Promise<string>;
  /**
   * Says whether a credential would count, before its signature is checked and any host is asked: a stranger must not make the node
   * ask. Present: other documents are refused. @throws DocumentFault
   */
  readonly accept?: (said: Statement) => void;
  /** The text that the document must answer. */
  readonly nonce?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Judges a document of one kind. @throws DocumentFault, KeyFault that says why it is refused */
export type Judge = (document: JsonObject, judging: Judging) => Promise<Statement>;
