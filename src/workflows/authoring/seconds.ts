import { type Convert, said } from './convert.js';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', 86_400],
]);

/** Returns a length of time as seconds: a number stays, `5m` is 300. @throws WorkflowError for another text */
export const seconds: Convert = (value, place) => {
  if (typeof value !== 'string') return value;
  const [, number, unit = ''] = /^(\d{1,9})([smhd])$/.exec(value) ?? [];
  const each = UNITS.get(unit);
  if (number !== undefined && each !== undefined) return Number(number) * each;
  return place.fail(`expected seconds, as a number, or a length such as 30s, 15m, 2h or 1d, not ${said(value)}`);
};
