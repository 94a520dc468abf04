/** The syntax tree with resolved character sets; each part knows the characters that can begin it. */
import type { Regex } from './ast.js';
import { resolveClass } from './categories.js';
import { type Charset, union } from './charset.js';

interface Facts {
  /** True when it matches the empty string. */
  readonly nullable: boolean;
  /** The characters that can begin a non-empty match. */
  readonly first: Charset;
}

export type Resolved = Facts &
  (
    | { readonly kind: 'set' }
    | { readonly kind: 'sequence'; readonly items: readonly Resolved[] }
    | { readonly kind: 'choice'; readonly branches: readonly Resolved[] }
    | { readonly kind: 'repeat'; readonly body: Resolved; readonly min: number; readonly max: number | undefined }
  );

export function resolve(regex: Regex): Resolved {
  switch (regex.kind) {
    case 'set':
      return { kind: 'set', nullable: false, first: resolveClass(regex.set) };
    case 'sequence': {
      const items = regex.items.map(resolve);
      const solid = items.findIndex((item) => !item.nullable);
      const leading = solid < 0 ? items : items.slice(0, solid + 1);
      return { kind: 'sequence', items, nullable: solid < 0, first: union(leading.map((item) => item.first)) };
    }
    case 'choice': {
      const branches = regex.branches.map(resolve);
      return {
        kind: 'choice',
        branches,
        nullable: branches.some((b) => b.nullable),
        first: union(branches.map((b) => b.first)),
      };
    }
    case 'repeat': {
      const body = resolve(regex.body);
      const first = regex.max === 0 ? [] : body.first;
      return {
        kind: 'repeat',
        body,
        min: regex.min,
        max: regex.max,
        nullable: body.nullable || regex.min === 0,
        first,
      };
    }
  }
}
