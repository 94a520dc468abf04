/** Differences about modules that the RFCs decide for us. */
import type { Explanation } from './differences.js';

export const SCHEMA_EXPLANATIONS: readonly Explanation[] = [
  {
    ours: /^default '.*' (does not fit the type|is given for type empty)/s,
    within: 'grouping',
    section: 'RFC 7950 §7.6.4',
    reason: 'A default must be a value of the type; libyang looks at those in a grouping only where it is used.',
  },
  {
    ours: /^(type|default|pattern|range|length|enum|bit|base) /s,
    within: 'typedef',
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
    within: 'grouping',
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
];
