/**
 * The schemas of the components. Of these parts, it names those for which references are shorter than repeating
 * them, and `own`, which have a name already.
 */
export function createShelf<Part extends object>(
  section: string,
  parts: readonly Part[],
  own: Readonly<Record<string, Part>> = {},
) {
  const counts = new Map<string, number>();
  for (const part of parts) {
    const text = JSON.stringify(part);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const named = new Map(Object.entries(own).map(([name, part]) => [JSON.stringify(part), name]));
  const taken = new Set(Object.keys(own));
  return {
    /** A reference to the part if it has a name or gets the first one that is free; otherwise the part. */
    refer(part: Part, preferredNames: readonly string[]): Part {
      if ('$ref' in part) return part;
      const text = JSON.stringify(part);
      let name = named.get(text);
      if (name === undefined) {
        name = preferredNames.find((each) => !taken.has(each));
        if (name === undefined) return part;
        if (!isWorth(section, name, text, counts.get(text) ?? 1)) return part;
        taken.add(name);
        named.set(text, name);
      }
      return toReference(section, name);
    },
    named: (): Record<string, Part> =>
      Object.fromEntries([...named].map(([text, name]) => [name, JSON.parse(text) as Part])),
  };
}

/** Whether the document is shorter with the part once, under this name, and references to it. */
export function isWorth(section: string, name: string, text: string, count: number): boolean {
  const { length } = JSON.stringify(toReference(section, name));
  return text.length + name.length + count * length <= count * text.length;
}

/** A reference to a component, which may stand wherever OpenAPI has such a part. */
export function toReference<Part extends object>(section: string, name: string): Part {
  return { $ref: `#/components/${section}/${name}` } as unknown as Part;
}
