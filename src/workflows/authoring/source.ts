/** The source of a workflow: the names are those of the model, and common things are written shorter. */
import type { NodeType } from '../model/dag.js';
import type { WorkflowDefinition } from './workflow.js';

type Node = WorkflowDefinition['node'][number];
type Part<K extends keyof Node> = NonNullable<Node[K]>;
type Edge = NonNullable<WorkflowDefinition['edge']>[number];
type OneOrMore<T> = T | readonly T[];
/** Makes one type of a choice of types, each member optional. */
type Loose<T> = {
  readonly [K in T extends unknown ? keyof T : never]?: T extends { [P in K]?: infer V }
    ? Exclude<V, undefined>
    : never;
};

/** An expression (CEL) as text; a number, a truth value or null stands for itself. */
export type Value = string | number | boolean | null;

/** An object whose members are computed: `{ site: 'input.site' }`. */
export type Values = Readonly<Record<string, Value>>;

/** A length of time: a number of seconds, or a text such as `30s`, `15m`, `2h` and `1d`. */
export type Seconds = number | `${number}${'s' | 'm' | 'h' | 'd'}`;

/** A JSON Schema (2020-12), as an object or as text. */
export type JsonSchema = string | boolean | Readonly<Record<string, unknown>>;

/** How a step ends that another one follows. Default: success. */
export type Ends = OneOrMore<'success' | 'failure' | 'skipped'>;

/** The terms of an edge. */
export interface EdgeTerms {
  readonly on?: Ends;
  /** An expression over the source: `steps.find.output.links > 3`. */
  readonly condition?: Value;
  /** False: the edge only carries data, and the join does not ask for it. Default: true. */
  readonly counts?: boolean;
  /** JSON pointers to the parts of the output that the target may read. Default: all. */
  readonly share?: OneOrMore<string>;
}

export interface EdgeSource extends EdgeTerms {
  readonly from: string;
  readonly to: string;
  /** Default: data. */
  readonly type?: 'data' | 'control' | NonNullable<Edge['type']>;
}

/** A task; `'find-fault'` alone is its skill. */
export interface TaskSource
  extends Omit<Loose<Part<'task'>>, 'same-agent-as' | 'other-agent-than' | 'constraint' | 'expected-artifact'> {
  readonly 'same-agent-as'?: OneOrMore<string>;
  readonly 'other-agent-than'?: OneOrMore<string>;
  /** By name; a text is the value. */
  readonly constraint?: Readonly<Record<string, string | { readonly type?: string; readonly value?: string }>>;
  /** By name; a text is the format. */
  readonly 'expected-artifact'?: Readonly<Record<string, string | { readonly format?: string }>>;
}

/** The end of a wait: one of these. */
export interface WaitSource {
  readonly seconds?: Seconds;
  /** An expression that gives a time. */
  readonly until?: Value;
  /** The name of a signal, or more of it. */
  readonly signal?: string | { readonly name: string; readonly match?: Value };
  /** The name of a notification, `module:name`, or more of it. */
  readonly notification?: string | { readonly name: string; readonly stream?: string; readonly match?: Value };
}

/** Persons who decide; a text is the question. */
export type GateSource =
  | string
  | (Omit<Loose<Part<'oversight'>>, 'approver-group' | 'approver' | 'timeout' | 'form'> & {
      readonly 'approver-group'?: OneOrMore<string>;
      readonly approver?: OneOrMore<string>;
      readonly timeout?: Seconds;
      /** The schema of the data of a vote. */
      readonly form?: JsonSchema;
    });

type Kept = 'description' | 'join' | 'quorum' | 'on-failure' | 'risk' | 'sensitivity';

/** A node: it has one of `task`, `workflow`, `approval`, `wait`, or only an `output`. */
export interface NodeSource extends Pick<Node, Kept> {
  /** Default: the one of `task`, `workflow`, `approval` and `wait` that is there; else `none`, if there is an `output`. */
  readonly type?: NodeType | NonNullable<Node['type']>;
  readonly task?: string | TaskSource;
  /** The name of the definition, or more of it. */
  readonly workflow?: string | Part<'workflow'>;
  /** Persons who decide about the outputs of the nodes that it follows. */
  readonly approval?: GateSource;
  /** Persons who approve the task or workflow before it begins. */
  readonly oversight?: GateSource;
  /** Seconds, or what ends the wait. */
  readonly wait?: Seconds | WaitSource;
  /** The nodes that it follows without reading them, and how they must have ended: `['find']`, `{ find: 'failure' }`. */
  readonly after?: OneOrMore<string> | Readonly<Record<string, Ends | EdgeTerms>>;
  readonly input?: Values;
  readonly output?: Values;
  readonly 'input-schema'?: JsonSchema;
  readonly 'output-schema'?: JsonSchema;
  readonly condition?: Value;
  /** An expression that gives the items, or more of it. */
  readonly 'for-each'?: string | (Omit<Part<'for-each'>, 'items'> & { readonly items: string });
  /** The condition that ends the rounds, or more of it. */
  readonly repeat?:
    | Value
    | (Omit<Part<'repeat'>, 'until' | 'delay'> & { readonly until: Value; readonly delay?: Seconds });
  /** The number of attempts, or more of it. */
  readonly retry?:
    | number
    | (Omit<Part<'retry'>, 'factor' | 'on' | 'never' | 'delay' | 'max-delay'> & {
        readonly delay?: Seconds;
        readonly 'max-delay'?: Seconds;
        readonly factor?: number | Part<'retry'>['factor'];
        readonly on?: OneOrMore<string>;
        readonly never?: OneOrMore<string>;
      });
  /** Seconds in all, or more of it. */
  readonly timeout?: Seconds | { readonly [K in keyof Part<'timeout'>]?: Seconds };
  /** How long it is expected to take. */
  readonly estimate?: Seconds;
  /** A value, or JSON text. */
  readonly 'default-output'?: unknown;
  /** The task that undoes what the step did; a text is its skill. */
  readonly compensation?: string | (Omit<Part<'compensation'>, 'input'> & { readonly input?: Values });
  readonly pool?: OneOrMore<string>;
}

/** A workflow. */
export interface WorkflowSource
  extends Pick<WorkflowDefinition, 'name' | 'version' | 'description' | 'enabled' | 'coordinator' | 'id'> {
  readonly 'runner-group'?: OneOrMore<string>;
  readonly 'input-schema'?: JsonSchema;
  readonly 'output-schema'?: JsonSchema;
  /** The output of a run. */
  readonly output?: Values;
  readonly execution?: Omit<NonNullable<WorkflowDefinition['execution']>, 'finally' | 'timeout' | 'status-interval'> & {
    readonly timeout?: Seconds;
    readonly 'status-interval'?: Seconds;
    readonly finally?: OneOrMore<string>;
  };
  /** By name, or as a list. */
  readonly nodes: Readonly<Record<string, NodeSource>> | readonly (NodeSource & { readonly name: string })[];
  /** Edges that neither `after` nor an expression tells of, or with other terms. */
  readonly edges?: readonly EdgeSource[];
}
