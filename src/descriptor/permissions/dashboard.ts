import { mayDo, mayRead } from '../access.ts';
import type { Card } from '../settings/cards.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { parseWhere } from '../filter/where.ts';

/** The cards for a role whose records, filter and fields it may see. */
export function cardsFor(descriptor: Descriptor, role: string): readonly Card[] {
  return descriptor.app.dashboard.filter(
    (card) => (card.roles?.includes(role) ?? true) && seesCard(descriptor, role, card),
  );
}

function seesCard(descriptor: Descriptor, role: string, card: Card): boolean {
  if (card.resource === undefined) return true;
  const resource = descriptor.resources.get(card.resource);
  if (!resource || !mayDo(descriptor, role, resource, 'list')) return false;
  if (card.by !== undefined && !mayRead(descriptor, role, resource, card.by)) return false;
  const { filter = {} } = card;
  // A card without one of its conditions would count other records.
  return !('problems' in parseWhere({ descriptor, role, resource, where: filter }));
}

/** The field by which records of a resource refer to the pinned record, if the role may read it. */
export function pinnedField(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
): string | undefined {
  const { current } = descriptor.app;
  if (current === undefined || resource.name === current) return undefined;
  const field = [...resource.fields.values()].find(
    ({ kind, settings }) => kind.relation?.(settings).to === current,
  );
  return field && mayRead(descriptor, role, resource, field.name) ? field.name : undefined;
}
