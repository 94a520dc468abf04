/** The interface by which libraries accept validators of each other: Standard Schema, version 1. */

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
  /** Member names and array indexes from the value's root. */
  readonly path: readonly (string | number)[];
}
