/** Fetches a key set without redirects, from permitted addresses only. */
export type KeyFetch = (
  url: string,
  request: {
    readonly headers: Headers;
    readonly signal: AbortSignal;
    /** Maximum octets of the answer. */
    readonly longest?: number;
    /** Trusted certificates instead of those of the system, in PEM. */
    readonly ca?: string;
  },
) => Promise<Response>;
