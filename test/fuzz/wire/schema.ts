/** The schema of a node, for parsers that need one. */
import { compileModels } from '../../../src/node/modules.js';

export const { nodeSchema } = compileModels({ yang: [], features: new Map(), pluginModules: [] });
