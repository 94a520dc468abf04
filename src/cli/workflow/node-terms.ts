/** Terms of the nodes of a definition, beside what they do: when they run, how often, and what follows from a failure. */
import type { Definition, Node } from './records.js';

type Edge = NonNullable<Definition['edge']>[number];

/** Returns the nodes that a node follows, with the ends that count unless that is success: `find (failure)`. */
export function followsText(name: string, { edge = [] }: Pick<Definition, 'edge'>): string {
  return edge.flatMap((each) => (each.to === name ? [`${each.from}${endsText(each)}`] : [])).join(', ');
}

function endsText({ on = [], counts, condition }: Edge): string {
  const terms = [
    on.length === 0 || on.join() === 'success' ? '' : on.join(' or '),
    condition === undefined ? '' : `if ${condition}`,
    counts === false ? 'only data' : '',
  ].filter(Boolean);
  return terms.length === 0 ? '' : ` (${terms.join(', ')})`;
}

/** Says how many persons of which groups decide. */
export function decidersOf(gate: NonNullable<Node['oversight']>): string {
  const { quorum = 1, 'approver-group': groups = [], approver = [] } = gate;
  return `${quorum} of ${[...groups, ...approver].join(', ') || 'the operators'}`;
}

/** The texts for the members of a node. A member that is not set, or that has its usual value, gives no text. */
const TERMS: readonly ((node: Node) => string | undefined | false)[] = [
  ({ condition }) => condition !== undefined && `if ${condition}`,
  ({ join = 'all', quorum }) => join !== 'all' && `join: ${join}${quorum === undefined ? '' : ` of ${quorum}`}`,
  ({ oversight }) => oversight !== undefined && `after approval by ${decidersOf(oversight)}`,
  ({ repeat }) => repeat?.until !== undefined && `repeated until ${repeat.until}`,
  ({ retry: { 'max-attempts': most } = {} }) => most !== undefined && `${most} ${most === 1 ? 'attempt' : 'attempts'}`,
  ({ timeout: { attempt } = {} }) => attempt !== undefined && `${attempt} s for an attempt`,
  ({ timeout: { total } = {} }) => total !== undefined && `${total} s in all`,
  ({ risk }) => risk !== undefined && `risk: ${risk}`,
  ({ authorization: { capability = [] } = {} }) =>
    capability.length > 0 && `its agent may ${capability.flatMap(({ action }) => action).join(', ')}`,
  ({ sensitivity }) => sensitivity !== undefined && `its data are ${sensitivity}`,
  ({ 'on-failure': onFailure }) => onFailure !== undefined && `on failure: ${onFailure}`,
  ({ compensation }) => compensation !== undefined && `undone by ${compensation.skill}`,
];

/** Characters of a line beside the name of the node, on a terminal of 80 columns. */
const LONGEST_LINE = 60;

/** Returns the terms of a node: on a line, or each on its own where they are long; empty when all are usual. */
export function termsText(node: Node): string {
  const terms = TERMS.flatMap((term) => term(node) || []);
  const line = terms.join('; ');
  return line.length > LONGEST_LINE ? terms.join('\n') : line;
}
