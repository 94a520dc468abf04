/** A message that the home of its session refused, as its sender is told. */
import type { YangentSessionsRpcs } from '../../generated/index.js';
import type { Post } from '../record/posts.js';

type Rejected = NonNullable<YangentSessionsRpcs['yangent-sessions:receive']['output']['rejected']>[number];

export function rejectedValue({ session, id, refusal }: Post): Rejected {
  const { tag = 'operation-failed', appTag, message } = refusal ?? {};
  return {
    ...{ session, id, 'error-tag': tag },
    ...(appTag === undefined ? {} : { 'error-app-tag': appTag }),
    ...(message === undefined ? {} : { 'error-message': message }),
  };
}
