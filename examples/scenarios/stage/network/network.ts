/** The simulated network: lines that can be cut, and what follows for the devices at and behind them. */
import { Subject } from 'rxjs';
import { type LineEnd, type LinePlan, linesToCore, type NetworkPlan } from './plan.js';

/** What a router measures at its end of a line; RFC 7951 values of `example-line:termination`. */
export interface Optics {
  readonly 'tx-power'?: string;
  readonly 'rx-power'?: string;
  readonly 'reflection-distance'?: string;
}

/** A break in a line, and how far from its first end. */
interface Break {
  readonly km: number;
}

const SENT_DBM = 0.5;
const LOSS_DB_PER_KM = 0.25;
/** A field engineer finds a break who looks for it this far from it. */
const IN_SIGHT_KM = 0.5;

export class SimulatedNetwork {
  /** Something changed: devices look at what it means for them. */
  readonly changes = new Subject<void>();
  readonly #breaks = new Map<string, Break>();
  readonly #off = new Set<string>();
  readonly #faults = new Map<string, string>();

  constructor(readonly plan: NetworkPlan) {}

  /** Cuts a line, `km` from its first end. */
  cut(line: string, km: number): void {
    this.#breaks.set(this.line(line).name, { km });
    this.changes.next();
  }

  /** Splices a line where it is cut. @returns false when there is no break in sight of that place */
  splice(line: string, km: number): boolean {
    const found = this.#breaks.get(this.line(line).name);
    if (!found || Math.abs(found.km - km) > IN_SIGHT_KM) return false;
    this.#breaks.delete(line);
    this.changes.next();
    return true;
  }

  /** A fault of a base station itself, in its own words; undefined ends it. */
  setFault(baseStation: string, cause: string | undefined): void {
    if (cause === undefined) this.#faults.delete(baseStation);
    else this.#faults.set(baseStation, cause);
    this.changes.next();
  }

  fault(baseStation: string): string | undefined {
    return this.#faults.get(baseStation);
  }

  /** What a router's configuration says of an interface. */
  setEnabled(end: LineEnd, enabled: boolean): void {
    if (enabled === this.isEnabled(end)) return;
    if (enabled) this.#off.delete(keyOf(end));
    else this.#off.add(keyOf(end));
    this.changes.next();
  }

  isEnabled(end: LineEnd): boolean {
    return !this.#off.has(keyOf(end));
  }

  /** A line carries traffic when it is whole and both its ends are switched on. */
  isUp({ name, ends }: LinePlan): boolean {
    return !this.#breaks.has(name) && ends.every((end) => this.isEnabled(end));
  }

  /** Whether traffic passes between a router and the core. */
  reachesCore(router: string): boolean {
    return linesToCore(this.plan, router, (line) => this.isUp(line)) !== undefined;
  }

  lineAt({ router, interface: name }: LineEnd): LinePlan | undefined {
    return this.plan.lines.find(({ ends }) => ends.some((end) => end.router === router && end.interface === name));
  }

  optics(end: LineEnd): Optics {
    const line = this.lineAt(end);
    if (!line) return {};
    const [first, last] = line.ends;
    const isFirst = keyOf(first) === keyOf(end);
    const cut = this.#breaks.get(line.name);
    const sends = this.isEnabled(end);
    const hears = !cut && this.isEnabled(isFirst ? last : first);
    return {
      ...(sends && { 'tx-power': SENT_DBM.toFixed(1) }),
      ...(hears && { 'rx-power': (SENT_DBM - line.km * LOSS_DB_PER_KM).toFixed(1) }),
      ...(sends && cut && { 'reflection-distance': (isFirst ? cut.km : line.km - cut.km).toFixed(1) }),
    };
  }

  line(name: string): LinePlan {
    const line = this.plan.lines.find((each) => each.name === name);
    if (line) return line;
    throw new RangeError(
      `the network has no line "${name}"; it has ${this.plan.lines.map((each) => each.name).join(', ')}`,
    );
  }
}

function keyOf({ router, interface: name }: LineEnd): string {
  return `${router}/${name}`;
}
