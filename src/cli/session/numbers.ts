import { InvalidArgumentError } from 'commander';

const MOST = Number.MAX_SAFE_INTEGER;

/** Parses the number of a message, `12` or `#12`, as the model writes it. */
export function sequenceNumber(value: string): `${bigint}` {
  const digits = value.replace(/^#/, '');
  const number = /^\d{1,16}$/.test(digits) ? Number(digits) : Number.NaN;
  if (number >= 0 && number <= MOST) return `${BigInt(number)}`;
  throw new InvalidArgumentError('It must be the number of a message, such as 12.');
}
