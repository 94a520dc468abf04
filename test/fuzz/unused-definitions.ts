/** Typedefs and groupings that no node of a module uses, directly or through others. */
import type { Statement } from '../../src/yang/index.js';

const REFERENCES: Readonly<Record<string, string>> = { type: 'typedef', uses: 'grouping' };

/** Those of the module; names are not told apart by where they are defined. */
export function unusedDefinitions(module: Statement): ReadonlySet<Statement> {
  const definitions = new Map<string, Statement[]>();
  const collect = (statement: Statement): void => {
    if (isDefinition(statement))
      definitions.set(nameOf(statement), [...(definitions.get(nameOf(statement)) ?? []), statement]);
    statement.statements.forEach(collect);
  };
  collect(module);
  const unused = new Set([...definitions.values()].flat());
  const visit = (statement: Statement): void => {
    const defining = REFERENCES[statement.keyword];
    const name = `${defining} ${(statement.argument ?? '').replace(/^.*:/, '')}`;
    for (const one of defining === undefined ? [] : (definitions.get(name) ?? [])) {
      if (unused.delete(one)) one.statements.forEach(visit);
    }
    for (const sub of statement.statements) if (!isDefinition(sub)) visit(sub);
  };
  visit(module);
  return unused;
}

const isDefinition = ({ keyword }: Statement): boolean => keyword === 'typedef' || keyword === 'grouping';
const nameOf = ({ keyword, argument }: Statement): string => `${keyword} ${argument}`;
