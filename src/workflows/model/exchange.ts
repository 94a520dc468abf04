/** The words with which nodes hand graphs to one another, and speak to the agents of runs. */

/** The skill of a coordinator that runs the graph in a document (structure `dag`), which is the input of the task. */
export const DAG_SKILL = 'agent-task-dag';
/** The only member of a document. */
export const DOCUMENT = 'yangent-workflows:dag';
/** The only member of a message about a run. */
export const MESSAGE = 'yangent-workflows:dag-message';
/** The media type of both (`ATD-9-e`). */
export const DOCUMENT_TYPE = 'application/vnd.ietf.agent-task-dag+json';
/** The skill of agents that clean up when a run goes back. */
export const ROLLBACK_SKILL = 'agent-task-dag-rollback';
