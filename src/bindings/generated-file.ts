/** A file that a generator makes; writing it is the caller's. */
export interface GeneratedFile {
  /** Name, without a directory. */
  readonly file: string;
  readonly text: string;
}
