import type { Expression } from '../../../descriptor/expression/expression.ts';
import { pathsOfLeaf } from '../../../descriptor/filter/certain.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';

/** An expression that reads what a filter reads. Its value means nothing. */
export function readingOf(filter: Filter, before = ''): Expression {
  const all = (parts: readonly Filter[]) => together(parts.map((part) => readingOf(part, before)));
  if ('and' in filter) return all(filter.and);
  if ('or' in filter) return all(filter.or);
  if ('not' in filter) return readingOf(filter.not, before);
  if ('through' in filter) return readingOf(filter.some, `${before}${filter.through}.`);
  if ('expression' in filter) return filter.expression;
  if ('thread' in filter) return together([]);
  if ('count' in filter) {
    const { count, among } = filter;
    const of = { path: `${count.resource.name}.${count.field}`, at: 0 };
    const where = among && readingOf(among);
    return { kind: 'rollup', name: 'count', of, by: [], at: 0, ...(where && { where }) };
  }
  return together(
    pathsOfLeaf(filter).map((path) => ({ kind: 'path', path: before + path, at: 0 })),
  );
}

function together(args: readonly Expression[]): Expression {
  return { kind: 'call', name: 'and', args, at: 0 };
}
