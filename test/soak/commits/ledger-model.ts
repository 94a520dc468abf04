/** The configuration that the crash test of commits writes: parts, each of many entries which carry one number. */
import { elementsOf, textOf, type XmlElement } from '../../../src/data/index.js';

export const LEDGER = { module: 'acme-ledger', namespace: 'urn:acme:ledger' } as const;

export const MODULE = `module ${LEDGER.module} {
  yang-version 1.1;
  namespace "${LEDGER.namespace}";
  prefix l;
  container ledger {
    list part {
      key name;
      leaf name { type string; }
      list item {
        key id;
        leaf id { type string; }
        leaf number { type uint32; mandatory true; }
      }
    }
  }
}`;

const ITEMS = 25;

interface Item {
  readonly id: string;
  readonly number: number;
}

/** The entries of a part that stands at a number: some are always there, one comes and goes with the number. */
function itemsOf(number: number): readonly Item[] {
  const ids = Array.from({ length: ITEMS }, (_, index) => `i${index}`);
  return [...ids, `only-${number}`].map((id) => ({ id, number }));
}

/** An edit that puts parts at numbers, whatever they stood at. */
export function editOf(parts: ReadonlyMap<string, number>): string {
  const items = (number: number) =>
    itemsOf(number).map(({ id }) => `<item><id>${id}</id><number>${number}</number></item>`);
  const part = ([name, number]: readonly [string, number]) =>
    `<part nc:operation="replace"><name>${name}</name>${items(number).join('')}</part>`;
  return (
    `<ledger xmlns="${LEDGER.namespace}" xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0">` +
    `${[...parts].map(part).join('')}</ledger>`
  );
}

/** A part at a number as an RFC 7951 resource. */
export function partValue(name: string, number: number): unknown {
  return { [`${LEDGER.module}:part`]: [{ name, item: itemsOf(number) }] };
}

/** The filter for `get-config`. */
export const FILTER = `<ledger xmlns="${LEDGER.namespace}"/>`;

/** The number that each part stands at, in the order they are there; `torn` where it is of two. @param data the data element */
export function readParts(data: XmlElement): ReadonlyMap<string, number | 'torn'> {
  const parts = elementsOf(data).flatMap((ledger) => elementsOf(ledger));
  return new Map(parts.map((part) => [leaf(part, 'name'), numberOf(part)]));
}

function numberOf(part: XmlElement): number | 'torn' {
  const found = elementsOf(part)
    .filter(({ name }) => name === 'item')
    .map((item): Item => ({ id: leaf(item, 'id'), number: Number(leaf(item, 'number')) }));
  const number = found[0]?.number ?? 0;
  const text = (items: readonly Item[]) => items.map((item) => `${item.id}=${item.number}`).sort();
  return text(found).join() === text(itemsOf(number)).join() ? number : 'torn';
}

function leaf(element: XmlElement, name: string): string {
  const child = elementsOf(element).find((each) => each.name === name);
  return child ? textOf(child) : '';
}
