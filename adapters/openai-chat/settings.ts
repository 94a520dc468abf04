/** What the adapter is told: the members of the file that `yangent serve --interpreter FILE` names. */
import {
  type Given,
  number,
  requireMembers,
  SERVICE_MEMBERS,
  type Service,
  serviceOf,
} from '../openai-service/index.js';

/** Texts are posted to `url`, for example `https://api.example/v1/chat/completions`. */
export interface ChatSettings extends Service {
  /** Tokens of one answer. */
  readonly tokens: number;
  /** Whether the service is to keep strictly to the schema, which some allow for simple schemas only. */
  readonly strict: boolean;
}

const MEMBERS = [...SERVICE_MEMBERS, 'tokens', 'strict'];

/**
 * @param given members of a JSON object
 * @param directory against which `key-file` is resolved
 * @throws Error saying which member is wrong, and what would be right; never with the key
 */
export async function readSettings(given: Given, directory: string): Promise<ChatSettings> {
  requireMembers(given, MEMBERS);
  return {
    ...(await serviceOf(given, directory, { timeout: 10_000, longestAnswer: 1 << 20 })),
    tokens: Math.trunc(number(given, 'tokens', { least: 16, most: 100_000, usual: 1_000 })),
    strict: given.strict === true,
  };
}
