import type { Present } from '../../../store/system/presence/presence.ts';

/** Somebody else who has a record open; no more of them than what they are called. */
export type Other = { name: string; editing: boolean };

/** Who but one user is there. However many windows somebody has, they are one. */
export function othersThan(userId: string, present: readonly Present[]): Other[] {
  const byUser = Map.groupBy(
    present.filter((each) => each.userId !== userId),
    (each) => each.userId,
  );
  return [...byUser.values()].map((of) => ({
    name: of[0]!.name,
    editing: of.some(({ isEditing }) => isEditing),
  }));
}
