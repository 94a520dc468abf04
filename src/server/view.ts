/** The view of an endpoint: the whole node, or one agent (models.md, "Agent endpoints"). */
export type View = { readonly kind: 'node' } | { readonly kind: 'agent'; readonly agent: string };

export const nodeView: View = { kind: 'node' };

export function agentView(agent: string): View {
  return { kind: 'agent', agent };
}
