import { RpcError, type RpcErrorFields } from '../../data/index.js';
import type { Finding } from '../check/index.js';

/** Errors of one reply besides the first one; `check` gives all. */
const MOST_OTHERS = 9;

/** @throws RpcError with the errors among the findings of the graph at this path */
export function refusal(path: string, findings: readonly Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === 'error').map((each) => errorOf(path, each));
  const [first, ...others] = errors;
  if (first)
    throw new RpcError(
      first,
      others.slice(0, MOST_OTHERS).map((each) => new RpcError(each)),
    );
}

function errorOf(path: string, { code, path: below, message }: Finding): RpcErrorFields {
  return { type: 'application', tag: 'invalid-value', appTag: code, path: `${path}/${below}`, message };
}
