/** The parts that tests use of libraries without types. */
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { readonly cryptosuite: object });
  }
}
declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createVerifyCryptosuite(): object;
}
declare module 'jsonld' {
  interface Reading {
    readonly documentLoader: (url: string) => Promise<object>;
    readonly safe: boolean;
  }
  const library: { expand(document: object, options: Reading): Promise<readonly object[]> };
  export default library;
}
declare module 'jsonld-signatures' {
  interface Verification {
    readonly suite: object;
    readonly purpose: object;
    readonly documentLoader: (url: string) => Promise<object>;
  }
  const library: {
    verify(document: object, options: Verification): Promise<{ readonly verified: boolean; readonly error?: Error }>;
    readonly purposes: {
      readonly AssertionProofPurpose: new (options: {
        readonly controller: object;
        readonly maxTimestampDelta: number;
      }) => object;
    };
  };
  export default library;
}
