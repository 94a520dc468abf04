import type { EncodeOptions } from '../../data/index.js';
import { badRequest } from '../refusal.js';

export type WithDefaults = NonNullable<EncodeOptions['withDefaults']>;

const MODES: Readonly<Record<string, WithDefaults>> = {
  'report-all': 'report-all',
  trim: 'trim',
  explicit: 'explicit',
  'report-all-tagged': 'report-all-tagged',
};

/** Reads the `with-defaults` parameter (RFC 8040 §4.8.9, RFC 6243 §3). Default: the server's basic mode, explicit. */
export function withDefaultsOf(value: string | undefined): WithDefaults | undefined {
  if (value === undefined) return undefined;
  const mode = Object.hasOwn(MODES, value) ? MODES[value] : undefined;
  if (mode === undefined) {
    throw badRequest(`with-defaults "${value}"; expected ${Object.keys(MODES).join(', ')}`);
  }
  return mode;
}
