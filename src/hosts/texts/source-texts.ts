import { parseAst } from 'vite';

type Statement = ReturnType<typeof parseAst>['body'][number];

type Constant = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number];

type Node = NonNullable<Constant['init']>;

/** A text in a source file: the names that lead to it, its words, and where its literal stands. */
export type SourceText = { key: string; text: string; start: number; end: number };

/**
 * The texts in the constants of a source file, e.g. `found.none`. They are read from the source and not from
 * the values, so that a translation can be written to the same places, with the comments around them.
 */
export function readSourceTexts(code: string): SourceText[] {
  return constantsOf(code).flatMap(({ id, init }) => {
    if (!init || id.type !== 'Identifier') return [];
    // Two languages name their objects differently, and what is in them alike.
    return [...textsIn(init, textOf(init) === undefined ? [] : [id.name])];
  });
}

function* textsIn(node: Node, path: readonly string[]): Iterable<SourceText> {
  const text = textOf(node);
  if (text !== undefined) yield { key: path.join('.'), text, start: node.start, end: node.end };
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    yield* textsIn(node.expression, path);
  if (node.type === 'ArrayExpression')
    for (const [index, one] of node.elements.entries())
      if (one && one.type !== 'SpreadElement') yield* textsIn(one, [...path, String(index)]);
  if (node.type === 'ObjectExpression')
    for (const property of node.properties)
      if (property.type === 'Property')
        yield* textsIn(property.value, [...path, nameOf(property.key)]);
}

function nameOf(key: { type: string; name?: unknown; value?: unknown }): string {
  return String(key.type === 'Identifier' ? key.name : key.value);
}

/** The source with other words at these keys. */
export function replaceTexts(code: string, words: ReadonlyMap<string, string>): string {
  return readSourceTexts(code)
    .toSorted((one, other) => other.start - one.start)
    .reduce((source, { key, start, end }) => {
      const text = words.get(key);
      if (text === undefined) return source;
      return source.slice(0, start) + toLiteral(text) + source.slice(end);
    }, code);
}

function constantsOf(code: string): readonly Constant[] {
  return parseAst(code, { lang: 'ts' }).body.flatMap((statement) => {
    const declared =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
  });
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.quasis.length === 1)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

function toLiteral(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}
