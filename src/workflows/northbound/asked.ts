/** The gates and votes of an exported run: those of which the exported events tell. */
import { voteDigest } from '../gate/proof.js';
import type { Entry } from '../run/journal.js';
import { gateValue } from './gate.js';
import type { WorkflowNeeds } from './needs.js';

export class Asked {
  readonly #gates = new Set<unknown>();
  readonly #votes = new Set<unknown>();

  take({ kind, data }: Entry): void {
    if (kind === 'gate') this.#gates.add(data.digest);
    if (kind === 'vote') this.#votes.add(data.vote);
  }

  /**
   * Returns the member `gate`: them in the order in which persons were asked, if there are any. A vote in place of which the voter gave another is not among them.
   *
   * @param withTexts false: without what voters wrote
   */
  async gates({ rows }: WorkflowNeeds, run: string, withTexts: boolean) {
    if (this.#gates.size === 0) return {};
    const told = (await rows.gates.ofRun(run)).filter(({ digest }) => this.#gates.has(digest));
    const gate = await Promise.all(
      told.map(async (gate) => {
        const votes = (await rows.gates.votes(gate)).filter(({ proof }) => this.#votes.has(voteDigest(proof)));
        const { number, node, generation } = gate;
        const shown = withTexts ? votes : votes.map((vote) => ({ ...vote, comment: null, data: null }));
        return { number, node, generation, ...gateValue(gate, shown) };
      }),
    );
    return { gate };
  }
}
