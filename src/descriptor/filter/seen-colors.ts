import type { Descriptor, ListColor, Resource } from '../descriptor.ts';
import { mayRead } from '../access.ts';
import { isOfRecord, resolveFilter } from './declared-filter.ts';
import type { Judgement } from './filter.ts';
import type { Moment } from '../expression/variables.ts';
import { seesCondition } from './sees-condition.ts';

/** What a list returns besides fields: the positions of the colours that a record has by what other records say. */
export const COLORS = '_colors';

/** The positions of the colours that a role sees: it may read their conditions, and a value that they are on. */
export function seenColors(descriptor: Descriptor, role: string, resource: Resource): number[] {
  return [...resource.list.colors.entries()]
    .filter(
      ([, color]) =>
        seesCondition(descriptor, role, resource, color) &&
        (color.fields?.some((field) => mayRead(descriptor, role, resource, field)) ?? true),
    )
    .map(([at]) => at);
}

/** Whether a screen can judge a colour by the record that it shows; otherwise the server judges it with the list. */
export function isJudgedOnScreen({ when }: Pick<ListColor, 'when'>): boolean {
  return isOfRecord(when.unresolved);
}

/** Whether the server judges a colour of its list. */
export function isColored({ list }: Pick<Resource, 'list'>): boolean {
  return list.colors.some((color) => !isJudgedOnScreen(color));
}

/** The conditions of the colours that the server judges, by their positions among those that the role sees. */
export function judgedColors(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  moment: Moment,
): Judgement[] {
  return seenColors(descriptor, role, resource).flatMap((index, at) => {
    const color = resource.list.colors[index];
    if (!color || isJudgedOnScreen(color)) return [];
    return [{ at, filter: resolveFilter(color.when, moment) }];
  });
}
