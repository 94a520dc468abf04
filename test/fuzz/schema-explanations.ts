/** Differences about modules that the RFCs decide for us. */
import type { Explanation } from './differences.js';

export const SCHEMA_EXPLANATIONS: readonly Explanation[] = [
  {
    ours: /^default '.*' (does not fit the type|is given for type empty)/s,
    within: 'unused grouping',
    section: 'RFC 7950 §7.6.4',
    reason: 'A default must be a value of the type; libyang looks at those in a grouping only where it is used.',
  },
  {
    ours: /^(type|default|pattern|range|length|enum|bit|base) /s,
    within: 'unused typedef',
    section: 'RFC 7950 §7.3',
    reason:
      'A typedef derives from an existing type and restricts it rightly; libyang compiles it only where it is used.',
  },
  {
    ours: /^'.*' in (range|length) '.*' is not a value of the type$/s,
    section: 'RFC 7950 §14 (range-boundary)',
    reason: 'Boundaries are whole numbers; libyang reads the digits at their beginning and passes over what follows.',
  },
  {
    ours: /^pattern '.*' is not a regular expression of XML Schema: /s,
    section: 'RFC 7950 §9.4.5',
    reason:
      'Patterns are those of XML Schema, in which { ? [ and others are not literal; libyang asks PCRE, which takes some as such.',
  },
  {
    ours: /^(must|when) '.*': /s,
    within: 'unused grouping',
    section: 'RFC 7950 §6.4.1',
    reason:
      'Prefixes in an expression are those of the module; libyang reads those of a grouping only where it is used.',
  },
  {
    ours: /^must '.*': what stands before a predicate or a path must be a node-set, /s,
    section: 'XPath 1.0 §3.3',
    reason: 'A predicate or path may only follow an expression that evaluates to a node-set.',
  },
  {
    ours: /^feature '.*' is not defined in module /s,
    within: 'identity',
    section: 'RFC 7950 §7.20.2',
    reason:
      'The argument is an expression over the names of features; libyang looks at it only where the identity is asked for.',
  },
  {
    ours: /^identifier '.*' starts with 'xml', which YANG 1 reserves$/s,
    section: 'RFC 6020 §6.2',
    reason: 'In a module without yang-version 1.1 no identifier starts with xml in any case of letters.',
  },
  {
    ours: /^extension '.*' is already defined at /s,
    section: 'RFC 7950 §6.2.1',
    reason: 'The extensions of a module share one name space, in which a name is given once.',
  },
  {
    ours: /^md:annotation needs an identifier as its name, /,
    section: 'RFC 7952 §3',
    reason: 'The argument of md:annotation names the annotation, and names are identifiers.',
  },
  {
    theirs: /^libyang\[0\]: When condition is accessing its own conditional node children\./,
    section: 'RFC 7950 §7.21.5',
    reason: 'While a when is evaluated the node has no value and no children; asking for them is not forbidden.',
  },
  {
    theirs:
      /^libyang\[0\]: Configuration node cannot be child of any state data node\. \(path: \/[^:]+:\{grouping='[^']+'\}/,
    section: 'RFC 7950 §7.21.1',
    reason: 'In operations and notifications config is ignored, so that only where a grouping is used can it be wrong.',
  },
  {
    theirs: /^libyang\[0\]: Status ".*" of ".*" is in conflict with ".*" status of parent /,
    section: 'RFC 7950 §7.21.2',
    reason: 'What is current must not refer to what is not; standing below it is no reference.',
  },
  {
    theirs: /^libyang\[0\]: Invalid character sequence "[a-z-]+\/", expected a keyword followed by a separator\./,
    section: 'RFC 7950 §6.1.3',
    reason: 'A comment ends what stands before it, with or without white space between them.',
  },
  {
    ours: /^namespace has the argument '.*' where a URI is expected$/s,
    section: 'RFC 7950 §7.1.3',
    reason: 'The namespace is a URI, in which there is no white space; libyang takes any text.',
  },
  {
    ours: /^sx:structure needs a name, '.*' is none$/s,
    section: 'RFC 8791 §4',
    reason: 'The argument of sx:structure names the structure, and names are identifiers.',
  },
  {
    ours: /^(?:\S+:mount-point (?:is allowed only in a container or list, |needs an identifier as its label, |needs 'yang-version 1\.1' )|.* takes only one \S+:mount-point, )/s,
    section: 'RFC 8528 §9',
    reason:
      'A mount point has an identifier as its label and stands once in a container or list of YANG 1.1; libyang 2.1 lets it stand anywhere.',
  },
  {
    ours: /^(?:must|when) '.*': the (?:left|right) side of '\|' must be a node-set, /s,
    section: 'XPath 1.0 §3.3',
    reason: 'The operands of | must be node-sets.',
  },
  {
    theirs: /^libyang\[0\]: Double-quoted string unknown special character '\\.'\./,
    section: 'RFC 7950 §12',
    reason:
      'In a module of YANG 1 a backslash before any other character stands for itself; in YANG 1.1 we refuse it too.',
  },
  {
    ours: /^[\w.-]+:[\w.-]+ takes no argument$/,
    section: 'RFC 7950 §7.19',
    reason: 'An extension without an argument statement takes none.',
  },
];
