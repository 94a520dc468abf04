/** Reads from requests which messages a member wants. */
import type { Wanted } from '../record/member.js';

/** Returns what passes for a member, from the members of an input. */
export function wantedOf(said: {
  readonly filter?: readonly string[] | undefined;
  readonly 'by-profile'?: boolean | undefined;
}): Wanted {
  return { filters: said.filter ?? [], byProfile: said['by-profile'] ?? false };
}
