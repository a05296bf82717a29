import type { Draft } from './draft.ts';
import { found, type Found } from './grammar-problems.ts';
import type { Path } from './source-text.ts';
import { isObject } from '../json-object.ts';

/** What was called otherwise before: that name is free now, and only one took it over. */
export function checkWas(draft: Draft): Found[] {
  return [
    ...checkNames(draft.source.resources, ['resources']),
    ...[...draft.resources.values()].flatMap(({ name, declared }) =>
      checkNames(declared.fields, ['resources', name, 'fields']),
    ),
  ];
}

function checkNames(declarations: unknown, path: Path): Found[] {
  const named = Object.entries(isObject(declarations) ? declarations : {});
  const taken = new Map<unknown, string>();
  return named.flatMap(([name, declaration]) => {
    const was = isObject(declaration) ? declaration.was : undefined;
    if (typeof was !== 'string') return [];
    const other = taken.get(was);
    taken.set(was, name);
    const isDeclared = named.some(([declared]) => declared === was);
    if (!isDeclared && other === undefined) return [];
    const reason = isDeclared
      ? 'which is still declared'
      : `which is already the previous name of ${other}`;
    return [found('D041', [...path, name, 'was'], { value: was, reason })];
  });
}
