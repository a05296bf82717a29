import { parseAst } from 'vite';

/** A node of the syntax tree (ESTree with TypeScript), whose parts depend on its type. */
type Node = Readonly<Record<string, any>>;

/** A text in a source file: the names that lead to it, its words, and where its literal stands. */
export type SourceText = { key: string; text: string; start: number; end: number };

/**
 * The texts in the constants of a source file, e.g. `found.none`. They are read from the source and not from
 * the values, so that a translation can be written to the same places, with the comments around them.
 */
export function readSourceTexts(code: string): SourceText[] {
  const texts: SourceText[] = [];
  const visit = (node: Node, path: readonly string[]): void => {
    if (node['type'] === 'TSAsExpression' || node['type'] === 'TSSatisfiesExpression')
      return visit(node['expression'], path);
    if (node['type'] === 'ObjectExpression')
      for (const { key, value } of node['properties'])
        if (key && value) visit(value, [...path, String(key.name ?? key.value)]);
    if (node['type'] === 'ArrayExpression')
      node['elements'].forEach((value: object, index: number) =>
        visit(value, [...path, `${index}`]),
      );
    const text = textOf(node);
    if (text === undefined) return;
    texts.push({ key: path.join('.'), text, start: node['start'], end: node['end'] });
  };
  for (const { name, init } of constantsOf(code))
    // Two languages name their objects differently, and what is in them alike.
    visit(init, textOf(init) === undefined ? [] : [name]);
  return texts;
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

function constantsOf(code: string): { name: string; init: Node }[] {
  const { body } = parseAst(code, { lang: 'ts' });
  return (body as readonly Node[]).flatMap((node) => {
    const { type, declarations } = node['declaration'] ?? node;
    if (type !== 'VariableDeclaration') return [];
    return declarations.map(({ id, init }: Node) => ({ name: id.name, init }));
  });
}

function textOf(node: Node): string | undefined {
  if (node['type'] === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node['type'] === 'TemplateLiteral' && node['quasis'].length === 1)
    return node['quasis'][0].value.cooked;
  return undefined;
}

function toLiteral(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}
