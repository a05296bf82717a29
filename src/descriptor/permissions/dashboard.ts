import type { Text } from '../../fields/field.ts';
import { mayDo, mayRead } from '../access.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { parseWhere } from '../filter/where.ts';

/**
 * What a card shows: how many records there are, a number that should be none, the first records, how
 * often values occur, or what was changed last.
 */
export const cardKinds = ['count', 'check', 'list', 'chart', 'changes'] as const;
export type CardKind = (typeof cardKinds)[number];

/** One thing on the dashboard, as it is declared in `app.dashboard`. */
export type Card = {
  name: string;
  kind: CardKind;
  label: Text;
  help?: Text;
  /** Whom it is for; absent: everybody who may list the resource. */
  roles?: readonly string[];
  /** Of every kind but `changes`, which is of all. */
  resource?: string;
  /** In the JSON form of `where`, tokens in it as they are. */
  filter?: Readonly<Record<string, unknown>>;
  /** Of a chart: the field whose values are counted. */
  by?: string;
  /** Of a chart by time: how long a bar is. */
  every?: 'month';
  /** Of a list: what of the records is shown beside their titles. */
  columns?: readonly string[];
  sort?: string;
  /** How many records, values or months. */
  limit: number;
};

/** The cards of somebody: those that are for the role and whose records, filter and fields it may see. */
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
  // A card that left a condition out would count something else than it says.
  return !('problems' in parseWhere({ descriptor, role, resource, where: filter }));
}

/** The field by which records of a resource know the current record, if they do and the role may see it. */
export function currentField(
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
