/** The names of agents on this wire are those in their profiles; the node knows agents by identifiers. */
import { type CallerApi, RpcError } from '../../src/index.js';
import { fault, shown } from './fault.js';

/** Milliseconds for which names are believed: agents may get others. */
const FRESH = 60_000;
/** Maximum number of names that one connection remembers: there are many connections, and groups of many members. */
const MAX_NAMES = 64;

/** Agents of one name, alias or identifier at which a search looks. */
const MAX_NAMESAKES = 20;

/** The app-tag of errors about a name that several agents have. */
const AMBIGUOUS = 'ambiguous';

/** The agent of a connection. */
export interface Self {
  readonly id: string;
  readonly name: string;
}

/** Returns the identifier that an agent of this name gets: characters that identifiers exclude become `-`. */
export function identifierFor(name: string): string {
  return name.replace(/[\s/?#%\\]/g, '-');
}

/** Names as one caller sees them. An agent that the caller may not find is called by its identifier. */
export class Names {
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  #own: Self | undefined;
  /** Set while there are names: a connection that says nothing holds none. */
  #forgetting: NodeJS.Timeout | undefined;

  constructor(private readonly as: Pick<CallerApi, 'read' | 'invoke'>) {}

  /** Sets the agent of the connection, which keeps its name here while others take the same. */
  keep(own: Self): void {
    this.#own = own;
  }

  /** Returns the name of an agent, by its identifier; the identifier where the name means another agent, or several. */
  async nameOf(id: string): Promise<string> {
    if (id === this.#own?.id) return this.#own.name;
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = String((await this.as.read(`${agentPath(id)}/profile/name`)) ?? id);
    return this.#remember(this.#names, id, name === id || (await this.#means(name, id)) ? name : id);
  }

  async #means(name: string, id: string): Promise<boolean> {
    try {
      return [id, undefined].includes(await this.find(name));
    } catch (error) {
      if (error instanceof RpcError && error.appTag === AMBIGUOUS) return false;
      throw error;
    }
  }

  async namesOf(ids: readonly string[]): Promise<readonly string[]> {
    const names: string[] = [];
    for (const id of ids) names.push(await this.nameOf(id));
    return names;
  }

  /**
   * Returns the identifier of the agent that a name or an identifier means; undefined when the caller finds none.
   *
   * @throws RpcError invalid-value for a name that several agents have
   */
  async find(name: string): Promise<string | undefined> {
    if (name === this.#own?.name) return this.#own.id;
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = (await this.#isThere(name)) ? name : await this.#named(name);
    return id && this.#remember(this.#ids, name, id);
  }

  /** Returns the identifiers of these agents. @throws RpcError invalid-value for one that the caller does not find */
  async idsOf(names: readonly string[], field: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const name of names) {
      const id = await this.find(name);
      if (id === undefined)
        throw fault(
          'invalid-value',
          `"${field}" names ${shown(name)}, but there is no such agent here that you may find`,
        );
      ids.push(id);
    }
    return [...new Set(ids)];
  }

  #remember(known: Map<string, string>, key: string, value: string): string {
    known.set(key, value);
    const oldest = known.keys().next();
    if (known.size > MAX_NAMES && oldest.done !== true) known.delete(oldest.value);
    this.#forgetting ??= setTimeout(() => this.#forget(), FRESH).unref();
    return value;
  }

  #forget(): void {
    this.#forgetting = undefined;
    this.#names.clear();
    this.#ids.clear();
  }

  async #isThere(id: string): Promise<boolean> {
    return identifierFor(id) === id && (await this.as.read(`${agentPath(id)}/id`)) !== undefined;
  }

  async #named(name: string): Promise<string | undefined> {
    const { match = [] } = await this.as.invoke('yangent-agents:discover', { name, limit: MAX_NAMESAKES });
    const [only, other] = match.filter((each) => each.name === name);
    if (!other) return only?.id;
    throw fault(
      'invalid-value',
      `several agents have the name ${shown(name)}: "${only?.id}" and "${other.id}" are two of them; give an identifier`,
      AMBIGUOUS,
    );
  }
}

/** Returns the instance path of an agent. */
function agentPath(id: string): string {
  return `/yangent-agents:agents/agent[id=${quoted(id)}]`;
}

/** Returns a text as a literal of an instance path. @throws RpcError invalid-value for one that has both quotation marks */
export function quoted(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  throw fault('invalid-value', `${shown(text)} has both quotation marks, which no identifier here has`);
}
