/** A file made by a generator; the caller writes it. */
export interface GeneratedFile {
  /** Name, without a directory. */
  readonly file: string;
  readonly text: string;
}
