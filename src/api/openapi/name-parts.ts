import { isWorth, toReference } from './shelf.ts';

/** A part of the document, what it is called where it stands, and the operation it belongs to. */
export type Place<Part> = {
  part: Part;
  name: string;
  /** The name of the operation, without that of its collection. */
  operation: string;
  collection: string | undefined;
};

/**
 * A section of the components, for parts that occur more than once. Of different parts with the same name, the one that
 * most operations have keeps it. The others add their collection, if all their operations have the same, or an operation:
 * `filters.books`, `q.search`.
 */
export function nameParts<Part extends object>(section: string, places: readonly Place<Part>[]) {
  const groups = [...Map.groupBy(places, ({ part }) => JSON.stringify(part)).entries()]
    .filter(([text, group]) => isWorth(section, toName(group), text, group.length))
    .sort(([, left], [, right]) => right.length - left.length);
  const alike = Map.groupBy(groups, ([, group]) => toName(group));
  const named = new Map<string, string>();
  const taken = new Set<string>();
  for (const [text, group] of groups) {
    const isAlone = alike.get(toName(group))?.length === 1;
    const names = isAlone ? [toName(group)] : toNames(group);
    const free = names.find((each) => !taken.has(each));
    if (free === undefined || !isWorth(section, free, text, group.length)) continue;
    taken.add(free);
    named.set(text, free);
  }
  return {
    /** A reference to the part if it has a name; otherwise the part. */
    refer(part: Part): Part {
      const name = named.get(JSON.stringify(part));
      return name === undefined ? part : toReference(section, name);
    },
    named: (): Record<string, Part> =>
      Object.fromEntries([...named].map(([text, name]) => [name, JSON.parse(text) as Part])),
  };
}

function toName<Part>([first]: readonly Place<Part>[]): string {
  return first?.name ?? '';
}

/** What one of several parts with the same name can be called, the best first. */
function toNames<Part>(group: readonly Place<Part>[]): string[] {
  const name = toName(group);
  const collection = group[0]?.collection;
  const isOfOne = collection !== undefined && group.every((each) => each.collection === collection);
  const [[operation] = []] = [...Map.groupBy(group, (each) => each.operation)].sort(
    ([, left], [, right]) => right.length - left.length,
  );
  return [isOfOne ? `${name}.${collection}` : name, `${name}.${operation}`];
}
