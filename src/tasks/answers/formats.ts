import { isIP } from 'node:net';

/** The formats of JSON Schema that are checked; all take linear time. */
export const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(?::\d\d)?$/,
  ipv4: (value: string) => isIP(value) === 4,
  ipv6: (value: string) => isIP(value) === 6,
  uri: (value: string) => URL.canParse(value),
};
