/** What a member wants to read, as requests say it. */
import type { Wanted } from '../record/member.js';

/** Returns what passes for a member, from the members of an input. */
export function wantedOf(said: {
  readonly filter?: readonly string[] | undefined;
  readonly 'by-profile'?: boolean | undefined;
}): Wanted {
  return { filters: said.filter ?? [], byProfile: said['by-profile'] ?? false };
}
