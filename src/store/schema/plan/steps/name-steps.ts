import { requireItem } from '../../../../fields/require-entry.ts';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import { toSentence } from '../../../../fields/problems/plan-text.ts';
import type { QueryRunner } from '../../../store.ts';
import { moveNames } from '../../names/move-names.ts';
import { createRenaming, linksOf, type NameChange } from '../../../../descriptor/names/renaming.ts';
import type { Step } from '../../tables/table.ts';
import type { Renames } from '../find-renames.ts';

/**
 * Gives the new names of collections, fields and choices to what people have stored with the old ones: one step, as a
 * view may use several of them. It needs the consent of the renames; without one, it changes only choices that no
 * record has any more.
 */
export async function nameSteps(
  sql: QueryRunner,
  descriptor: Descriptor,
  renames: Renames,
): Promise<Step[]> {
  const names = [...descriptor.resources.values()].flatMap(
    (resource) => toChange(resource, renames) ?? [],
  );
  if (names.length === 0) return [];
  const moves = await moveNames(sql, createRenaming(linksOf(descriptor), names, 'to'));
  if (moves.sql.length === 0) return [];
  const isRename = names.some(
    ({ resource, fields }) =>
      resource.from !== resource.to || fields.some(({ from, to }) => from !== to),
  );
  const documents = moves.counts.map(({ noun, count }) => toSentence(noun, { count }).text);
  return [
    {
      id: 'rename:stored-names',
      kind: isRename ? 'rewriting' : 'additive',
      table: requireItem(names, 0).resource.to,
      summary: toSentence('usesNewNames', { documents }),
      sql: moves.sql,
      names,
    },
  ];
}

function toChange(
  resource: Resource,
  { oldTable, oldColumn }: Renames,
): NameChange[number] | undefined {
  const moved = { from: oldTable(resource.name), to: resource.name };
  const fields = [...resource.fields.values()].flatMap((field) => {
    const choices = field.kind.renamed?.(field.settings) ?? [];
    const from = oldColumn(resource.name, field.name);
    return from === field.name && choices.length === 0 ? [] : [{ from, to: field.name, choices }];
  });
  return moved.from === moved.to && fields.length === 0 ? undefined : { resource: moved, fields };
}
