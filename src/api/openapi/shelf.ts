/**
 * A section of the components. Of these parts, it names those for which references are shorter than repeating
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
    /** A reference to the part if it has a name or gets one; otherwise the part. */
    refer(part: Part, preferredName: string): Part {
      if ('$ref' in part) return part;
      const text = JSON.stringify(part);
      const count = counts.get(text) ?? 1;
      let name = named.get(text);
      if (name === undefined) {
        const { length } = JSON.stringify(toReference(section, preferredName));
        if (text.length + preferredName.length + count * length > count * text.length) return part;
        name = freeName(preferredName, taken);
        taken.add(name);
        named.set(text, name);
      }
      // A reference may stand wherever OpenAPI has such a part.
      return toReference(section, name) as unknown as Part;
    },
    named: (): Record<string, Part> =>
      Object.fromEntries([...named].map(([text, name]) => [name, JSON.parse(text) as Part])),
  };
}

function toReference(section: string, name: string): { $ref: string } {
  return { $ref: `#/components/${section}/${name}` };
}

function freeName(preferredName: string, taken: ReadonlySet<string>): string {
  const name = preferredName.replace(/[^\w.-]/g, '') || 'Part';
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}${number}`;
  return free;
}
