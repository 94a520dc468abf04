import type { Content } from '../../server/index.js';
import { badRequest } from '../refusal.js';

const CONTENTS: Readonly<Record<string, Content>> = { all: 'all', config: 'config', nonconfig: 'nonconfig' };

/** Reads the `content` parameter (RFC 8040 §4.8.1). Default: `all`. */
export function contentOf(value: string | undefined): Content {
  if (value === undefined) return 'all';
  const content = Object.hasOwn(CONTENTS, value) ? CONTENTS[value] : undefined;
  if (content === undefined) throw badRequest(`content "${value}"; expected all, config or nonconfig`);
  return content;
}
