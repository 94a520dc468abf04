import { type Embedder, UsageError } from '../node/index.js';
import { loadConfigured } from './adapters.js';

const ADAPTERS = ['openai-embeddings'];

/**
 * The embedder that a JSON file describes: `adapter` names who makes it, the other members are its settings.
 * @throws UsageError naming the file and what is wrong in it
 */
export async function loadEmbedder(file: string): Promise<Embedder> {
  try {
    const { module, name, settings, directory } = await loadConfigured(file, ADAPTERS);
    if (!isAdapter(module)) throw new Error(`the adapter "${name}" is not installed`);
    return await module.createEmbedder(settings, directory);
  } catch (error) {
    throw new UsageError(`${file}: no embedder can be made of this: ${error instanceof Error ? error.message : error}`);
  }
}

function isAdapter(
  module: unknown,
): module is { createEmbedder(settings: Readonly<Record<string, unknown>>, directory: string): Promise<Embedder> } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'createEmbedder' in module &&
    typeof module.createEmbedder === 'function'
  );
}
