/** Compiles YANG texts to schemas (RFC 7950). The files schema.ts and types.ts describe the schema. */
export { type CachedCompileOptions, compileCached } from './cache.js';
export { type CompileOptions, compile } from './compile.js';
export { formatYangErrors, type YangError, YangErrors } from './errors.js';
export { type LexicalContext, parseLexical } from './lexical.js';
export type { FeatureSelection } from './link/features.js';
export { formatLocation, type SourceLocation } from './location.js';
export { compilePattern, PatternError, patternSize, regExpSource } from './pattern.js';
export type * from './schema.js';
export { type AddressableNode, schemaNodeAt } from './schema-path.js';
export { modelDirectories, packageDirectory } from './shipped.js';
export { combineSources, directories, type Source, type SourceSet, sourceTexts } from './sources.js';
export { parseModule } from './text/parser.js';
export type { Statement } from './text/statement.js';
export { didYouMean } from './text/suggest.js';
export type * from './types.js';
export { canonical } from './types.js';
export * from './xpath/index.js';
