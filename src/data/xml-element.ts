/** A namespace-resolved XML element, as parsed from the wire. Comments and processing instructions are dropped. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
  /** Prefixes in scope here, '' for the default namespace; needed for values that contain prefixes. */
  readonly scope: ReadonlyMap<string, string>;
  readonly line: number;
  readonly column: number;
}

export interface XmlAttribute {
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  readonly value: string;
}

/** Text (CDATA included, entities resolved) or an element. */
export type XmlNode = XmlElement | string;
