/** Differences about documents that the RFCs decide for us. */
import type { Explanation } from './differences.js';

export const DOCUMENT_EXPLANATIONS: readonly Explanation[] = [
  {
    ours: /^line \d+, column \d+: not well-formed XML: duplicate attribute: /,
    section: 'XML 1.0 §3.1 (Unique Att Spec)',
    reason: 'No attribute stands twice in a tag, declarations of namespaces included.',
  },
  {
    ours: /^line \d+, column \d+: not well-formed XML: unbound namespace prefix: /,
    section: 'Namespaces in XML 1.0 §5 (Prefix Declared)',
    reason: 'Prefixes of elements and attributes must be declared; libyang does not mind below anydata and anyxml.',
  },
  {
    ours: /^line \d+, column \d+: not well-formed JSON: the member ".*" stands twice in one object$/s,
    section: 'RFC 7951 §5.5, RFC 8259 §4',
    reason: 'Names in an object are unique, as readers would differ about which of the values is meant.',
  },
  {
    ours: /^line \d+, column \d+: not well-formed JSON: unexpected ".*" after the end of the value$/s,
    section: 'RFC 8259 §2',
    reason: 'A JSON text is one value, with nothing but white space after it; libyang reads no further than the value.',
  },
  {
    ours: /^the key '.*' is not in its place: an entry begins with /s,
    section: 'RFC 7950 §7.8.5',
    reason: 'In XML the keys come first, in their order; libyang notices that in some places only.',
  },
  {
    ours: /^'@.*' stands there without '.*'$/s,
    section: 'RFC 7952 §5.2.3',
    reason: 'Metadata of a leaf stand beside it, those of a container in it; libyang passes over empty ones elsewhere.',
  },
  {
    ours: /^'@.*' is an array with at most as many members as '.*' has$/s,
    section: 'RFC 7952 §5.2.4',
    reason: 'Metadata of the entries of a leaf-list are an array; libyang passes over an empty object.',
  },
  {
    ours: /^annotations are a JSON object, not /,
    section: 'RFC 7952 §5.2.1',
    reason: 'Annotations are members of a metadata object; libyang passes over an array of empty ones.',
  },
  {
    theirs:
      /^libyang\[0\]: The attribute\(s\) of \S+ ".*" is expected to be represented as JSON @(name)?\/object, but input data contains @(?:empty object|object closed)/,
    section: 'RFC 7952 §5.2.1',
    reason: 'A metadata object has any number of annotations, none too.',
  },
  {
    theirs: /^libyang\[0\]: Unexpected input data empty array\./,
    section: 'RFC 7951 §5.5',
    reason: 'The content of anydata may have arrays without members, like those of the objects around them.',
  },
  {
    ours: /^'.*' is not an instance-identifier: expected /s,
    section: 'RFC 7950 §14 (instance-identifier)',
    reason: 'White space may stand in a predicate only, not between the steps of the path.',
  },
  {
    ours: /^line \d+, column \d+: the number -?\d+ cannot be held exactly; 64-bit numbers are JSON strings /,
    section: 'RFC 8259 §6',
    reason: 'An implementation may limit the numbers it accepts; below anydata and anyxml libyang keeps them as text.',
  },
  {
    ours: /^line \d+, column \d+: not well-formed XML: disallowed character in tag name$/,
    section: 'XML 1.0 §3.1 (STag)',
    reason: 'The name of an element follows its < at once.',
  },
  {
    ours: /^line \d+, column \d+: not well-formed JSON: expected .*, found "\\u0000"$/,
    section: 'RFC 8259 §2',
    reason: 'U+0000 has no place between the parts of a JSON text; libyang takes it for the end of the document.',
  },
  {
    ours: /^the (?:container|anydata|anyxml) '.*' stands there twice$/,
    section: 'RFC 7950 §3 (container), §7.10, §7.11',
    reason:
      'Such a node exists once at most; libyang drops empty containers before it counts, and misses some of the others.',
  },
  {
    ours: /^'(\s+-?\d+\s*|-?\d+\s+)' (fits no member type of union: .*' )?is not an integer, as type \S+ wants/,
    section: 'RFC 7950 §9.2.1',
    reason: 'An integer is a sign and digits, without white space around them, which a JSON string would hold.',
  },
  {
    ours: /^'([-+]?\.\d+)' (?:fits no member type of union: (?:.*; )?'\1' )?is not a decimal number, as type decimal64 wants(?:$|;)/,
    section: 'RFC 7950 §9.3.1',
    reason: 'A decimal number has digits in front of its point.',
  },
  {
    theirs: /^libyang\[0\]: Invalid type u?int\d+ value "[-+]?0\d*[89]\d*"\./,
    section: 'RFC 7950 §9.2.1',
    reason: 'Values are decimal, zeros in front of them included; octal is for defaults in modules.',
  },
  {
    theirs: /^libyang\[0\]: Array "null" member with another member\./,
    section: 'RFC 7950 §7.10',
    reason: 'Content that no module describes is handed on as it came; only its receiver can judge it.',
  },
  {
    theirs: /^libyang\[0\]: Missing mandatory prefix for XML metadata ".*"\./,
    section: 'RFC 7950 §7.11',
    reason: 'An anyxml holds any XML, and its element may have attributes that are no annotations of YANG.',
  },
  {
    ours: /^line \d+, column \d+: not well-formed XML: disallowed character$/,
    section: 'XML 1.0 §2.2 (Char)',
    reason: 'Control characters and half surrogates have no place in XML; libyang passes over some.',
  },
  {
    theirs:
      /^libyang\[0\]: (?:The container ".*" is expected to be represented as JSON name\/object, but input data contains name\/(?:array|empty array|null)\.|Expecting JSON name\/object but container ".*" is represented in input data as name\/(?:array|string)\.)/,
    section: 'RFC 7950 §7.10',
    reason: 'Outside anydata we refuse that too; in it, a member named like a node that we know need not be that node.',
  },
  {
    theirs: /^libyang\[0\]: Invalid character sequence "[^<\s][^<]*</,
    section: 'RFC 7950 §7.11',
    reason: 'An anyxml holds any XML, text between elements too; in anydata we refuse it.',
  },
  {
    ours: /^'[-+]?0x[0-9A-Fa-f]+' is not an integer, as type u?int\d+ wants/,
    section: 'RFC 7950 §9.2.1',
    reason: 'Hexadecimal numbers are for defaults in modules; values are decimal.',
  },
  {
    theirs:
      /^libyang\[0\]: Invalid instance-identifier ".*" value - semantic error: Predicate missing for (?:leaf-)?list ".*" in path\./,
    section: 'RFC 7950 §14 (instance-identifier)',
    reason:
      'The grammar makes predicates optional, which libyang 3 does not, whether or not the instance must be there.',
  },
];
