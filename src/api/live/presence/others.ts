import type { Person } from '../../../contract/presence.ts';
import type { Present } from '../../../store/system/presence/presence.ts';

/** Who but one user is there. However many windows somebody has, they are one. */
export function othersThan(userId: string, present: readonly Present[]): Person[] {
  const byUser = Map.groupBy(
    present.filter((each) => each.userId !== userId),
    (each) => each.userId,
  );
  return [...byUser.values()].map((of) => ({
    name: of[0]!.name,
    editing: of.some(({ isEditing }) => isEditing),
  }));
}
