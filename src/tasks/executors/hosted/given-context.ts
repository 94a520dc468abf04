/** Context items in the form for skills. */
import type { ContextItem } from '../../../contexts/index.js';
import type { GivenContext } from '../../skill/agent.js';

export function givenContext({ id, from, type, mediaType, encoding, content = '' }: ContextItem): GivenContext {
  return {
    ...{ id, from, type, content },
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(encoding === 'json' ? { data: JSON.parse(content) } : {}),
  };
}
