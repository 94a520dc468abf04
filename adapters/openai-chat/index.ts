/** Free text and goals interpreted by any service that speaks the OpenAI chat completions API with structured output. */
export { createInterpreter } from './interpreter.js';
export { createPlanner } from './planner.js';
