/** Standard Schema, version 1: the common interface for validators of different libraries. */

export interface StandardSchema<T> {
  readonly '~standard': StandardProperties<T>;
}

export interface StandardProperties<T> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<T>;
  /** For type inference only; never set. */
  readonly types?: { readonly input: T; readonly output: T };
}

export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  /** Member names and array indexes from the root of the value. */
  readonly path: readonly (string | number)[];
}
