import { type Interpreter, UsageError } from '../node/index.js';
import { loadConfigured } from './adapters.js';

const ADAPTERS = ['openai-chat'];

/**
 * The interpreter that a JSON file describes: `adapter` names who makes it, the other members are its settings.
 * @throws UsageError naming the file and what is wrong in it
 */
export async function loadInterpreter(file: string): Promise<Interpreter> {
  try {
    const { module, name, settings, directory } = await loadConfigured(file, ADAPTERS);
    if (!isAdapter(module)) throw new Error(`the adapter "${name}" is not installed`);
    return await module.createInterpreter(settings, directory);
  } catch (error) {
    throw new UsageError(
      `${file}: no interpreter can be made of this: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function isAdapter(module: unknown): module is {
  createInterpreter(settings: Readonly<Record<string, unknown>>, directory: string): Promise<Interpreter>;
} {
  return (
    typeof module === 'object' &&
    module !== null &&
    'createInterpreter' in module &&
    typeof module.createInterpreter === 'function'
  );
}
