/** A proof of who sends the requests of a client. */

/** A request without its body. */
export interface CredentialRequest {
  readonly method: string;
  /** Without query. */
  readonly url: string;
}

/** The part of an answer that a credential learns from. */
export interface CredentialAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface Credential {
  /** Returns the header fields that prove who sends this request. */
  fieldsFor(request: CredentialRequest): Promise<Readonly<Record<string, string>>>;
  /** Takes what the server demands of further requests. @returns true when the request should be repeated with it */
  learn?(answer: CredentialAnswer): boolean;
}
