/**
 * Remembers in which order streams wrote, so that a client that comes again acknowledges with the identifier of its last event all
 * that its stream wrote before, in every session.
 */

/** Maximum number of streams, and of those of one owner; the one that wrote nothing for longest is forgotten. */
const MAX_STREAMS = 256;
const MAX_STREAMS_OF_OWNER = 16;
/** Maximum number of the last events of a stream whose order is remembered. */
const MAX_EVENTS = 2_000;
/** Maximum number of sessions of which it is remembered how far they were written before these events. */
const MAX_SESSIONS = 1_000;

/** Positions by session. */
export type Positions = ReadonlyMap<string, number>;

/** The events of one stream, in the order in which they were written. */
export class Course {
  /** How far sessions were written before the events of the list. */
  readonly #before = new Map<string, number>();
  #events: { readonly session: string; readonly sequence: number }[] = [];

  /** @param begun called when the first event was written */
  constructor(
    readonly owner: string,
    private readonly begun: (course: Course) => void,
  ) {}

  wrote(session: string, sequence: number): void {
    if (this.#events.length === 0) this.begun(this);
    this.#events.push({ session, sequence });
    if (this.#events.length < 2 * MAX_EVENTS) return;
    for (const old of this.#events.slice(0, MAX_EVENTS)) this.#keep(old.session, old.sequence);
    this.#events = this.#events.slice(MAX_EVENTS);
  }

  /** Returns how far each session was written when this event was; undefined for an event that is not known. */
  until(session: string, sequence: number): Positions | undefined {
    const index = this.#events.findLastIndex((event) => event.session === session && event.sequence === sequence);
    if (index < 0) return undefined;
    const positions = new Map(this.#before);
    for (const event of this.#events.slice(0, index + 1)) positions.set(event.session, event.sequence);
    return positions;
  }

  #keep(session: string, sequence: number): void {
    this.#before.delete(session);
    this.#before.set(session, sequence);
    const oldest = this.#before.keys().next();
    if (this.#before.size > MAX_SESSIONS && oldest.done !== true) this.#before.delete(oldest.value);
  }
}

export class Remembered {
  /** The one that wrote last is the last. */
  readonly #courses = new Set<Course>();

  /** Begins to remember a stream, once it has written. @param owner who may acknowledge by it */
  begin(owner: string): Course {
    return new Course(owner, (course) => this.#keep(course));
  }

  /** Keeps a stream that has ended as one of the latest. */
  ended(course: Course): void {
    if (this.#courses.delete(course)) this.#courses.add(course);
  }

  /**
   * Returns how far a stream of the owner had written each session with this event. Where several streams wrote it, only what all
   * of them had written: it is not known which of them the client read.
   */
  until(owner: string, session: string, sequence: number): Positions {
    const all = [...this.#courses].flatMap((course) => {
      const positions = course.owner === owner ? course.until(session, sequence) : undefined;
      return positions ? [positions] : [];
    });
    const [first, ...others] = all;
    if (!first) return new Map();
    return new Map(
      [...first].map(([id, through]) => [id, Math.min(through, ...others.map((each) => each.get(id) ?? 0))] as const),
    );
  }

  #keep(course: Course): void {
    this.#courses.add(course);
    const own = [...this.#courses].filter(({ owner }) => owner === course.owner);
    if (own.length > MAX_STREAMS_OF_OWNER) this.#forget(own[0]);
    if (this.#courses.size > MAX_STREAMS) this.#forget(this.#courses.values().next().value);
  }

  #forget(course: Course | undefined): void {
    if (course) this.#courses.delete(course);
  }
}
