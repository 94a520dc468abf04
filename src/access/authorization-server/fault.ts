/** An authorization server gave no token that can be used. Its message has no part of a token or secret. */
export class ExchangeFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExchangeFault';
  }
}
