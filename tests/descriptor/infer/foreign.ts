import type { ForeignColumn, ForeignTable } from '../../../src/descriptor/infer/foreign-table.ts';

/** A column of a type as the catalog names it: `varchar(20)`, `_text`; `!` at its end: not null. */
export function column(
  name: string,
  type: string,
  more: Partial<ForeignColumn> = {},
): ForeignColumn {
  const [, base = '', numbers = ''] = /^(\w+)(?:\(([\d,]+)\))?!?$/.exec(type)!;
  const [first, second] = numbers.split(',').map(Number);
  const isArray = base.startsWith('_');
  const packed = second === undefined ? first! : (first! << 16) | (second & 0x7ff);
  const modifier = numbers === '' ? -1 : packed + 4;
  return {
    name,
    written: type.replace('!', ''),
    type: { name: base, category: isArray ? 'A' : categoryOf(base), labels: null },
    element: isArray
      ? { name: base.slice(1), category: categoryOf(base.slice(1)), labels: null }
      : null,
    // PostgreSQL counts the digits of a timestamp as they are, and adds four to a length.
    modifier: base.startsWith('time') && numbers !== '' ? first! : modifier,
    notNull: type.endsWith('!'),
    default: null,
    isIdentity: false,
    generated: null,
    comment: null,
    checks: [],
    ...more,
  };
}

export function table(
  name: string,
  columns: readonly ForeignColumn[],
  more: Partial<ForeignTable> = {},
): ForeignTable {
  return {
    schema: 'public',
    name,
    kind: 'table',
    comment: null,
    isReadable: true,
    hidesRows: false,
    columns,
    primaryKey: [],
    uniques: [],
    foreignKeys: [],
    checks: [],
    ...more,
  };
}

export const to = (name: string, columns: readonly string[], targets = ['id']) => ({
  columns,
  to: { schema: 'public', name },
  targets,
});

function categoryOf(type: string): string {
  if (/^(int|float|numeric|money)/.test(type)) return 'N';
  if (/^(text|varchar|bpchar|name)/.test(type)) return 'S';
  return type === 'pair' ? 'C' : 'U';
}
