/** A document, or a proof of one, that cannot be used; the message says why, in words for the reader. */
export class DocumentFault extends Error {}
