import { type Path, WorkflowError } from './error.js';

/** A step whose values an expression reads. */
export interface Read {
  readonly step: string;
  readonly place: Place;
}

/** A place in the source of a workflow: what is converted there names it when it is wrong. */
export class Place {
  /** @param reads collects the steps that the expressions of this node, or of the workflow, read */
  constructor(
    readonly path: Path = [],
    readonly node: string | undefined = undefined,
    readonly reads: Read[] = [],
  ) {}

  /** Returns the place of a member. */
  at(...names: Path): Place {
    return new Place([...this.path, ...names], this.node, this.reads);
  }

  /** Returns the place of a node, which collects its own reads. */
  ofNode(name: string, ...names: Path): Place {
    return new Place([...this.path, ...names], name);
  }

  /** @throws WorkflowError */
  fail(fault: string): never {
    throw new WorkflowError(fault, this.path, this.node);
  }
}
