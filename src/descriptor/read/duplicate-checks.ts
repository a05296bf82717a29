import type { Draft, DraftResource } from './draft.ts';
import { found, type Found } from './grammar-problems.ts';
import { checkName, objectsAt } from './screen-checks.ts';
import type { Path } from './source-text.ts';

/** What records are compared by: fields with text, and for what is much the same one with an index of its words. */
export function checkDuplicates(draft: Draft): Found[] {
  return [...draft.resources.values()].flatMap((resource) => {
    const path = ['resources', resource.name, 'duplicates'];
    const rules = objectsAt(resource.declared.duplicates);
    if (rules.length > 0 && resource.name === 'users')
      return [found('D007', path, { reason: 'user accounts cannot be merged' })];
    const keys = rules.map(({ field, by = 'value' }) => `${String(field)} ${String(by)}`);
    return rules.flatMap((rule, index) => [
      ...(keys.indexOf(keys[index]!) < index ? [found('D012', [...path, index])] : []),
      ...checkField(resource, String(rule.field), rule.by === 'similarity', [...path, index]),
    ]);
  });
}

function checkField(
  resource: DraftResource,
  name: string,
  isSearched: boolean,
  path: Path,
): Found[] {
  const at = [...path, 'field'];
  const unknown = checkName(resource, name, at);
  if (unknown.length > 0) return unknown;
  const field = resource.fields.get(name);
  const column = field?.kind.column(field.settings);
  const isText = column?.sql === 'text' && !column.many && !field?.kind.relation;
  const isWritten = field !== undefined && (field.computed === undefined || field.stored);
  if (!isText || !isWritten) return [found('D052', at, { expected: 'text that people write' })];
  return isSearched && !field.search
    ? [found('D052', at, { expected: 'searchable text ("search": true)' })]
    : [];
}
