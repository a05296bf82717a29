export type Pin = 'left' | 'right';

/** The part of the room that pinned columns may take; the rest is for those that scroll. */
const MOST_PINNED = 0.5;

/**
 * The pins of the columns, in pixels of their sizes and of the room. If the table scrolls, only as many stay as leave room
 * for it: those at the edges, the left ones first. The others keep their order and scroll.
 */
export function toPins(
  pins: readonly (Pin | undefined)[],
  sizes: readonly number[],
  room: number,
): (Pin | undefined)[] {
  const isScrolled = sizes.reduce((sum, size) => sum + size, 0) > room;
  if (room <= 0 || !isScrolled) return [...pins];
  const indexes = [...pins.keys()];
  const left = indexes.filter((at) => pins[at] === 'left');
  const right = indexes.filter((at) => pins[at] === 'right').toReversed();
  const stays = new Set<number>();
  let free = room * MOST_PINNED;
  for (const side of [left, right])
    for (const at of side) {
      free -= sizes[at] ?? 0;
      if (free < 0) break;
      stays.add(at);
    }
  return pins.map((pin, at) => (stays.has(at) ? pin : undefined));
}
