/** A part of an OpenAPI document, which can be in its components. */
export function resolvePart(document: any, part: any): any {
  const way: string[] | undefined = part.$ref?.split('/').slice(1);
  return way ? way.reduce((inside, key) => inside[key], document) : part;
}

/** The properties of a schema, also those of the schemas that it extends. */
export function propertiesOf(document: any, schema: any): Record<string, any> {
  const { allOf = [], properties } = resolvePart(document, schema);
  const all: Record<string, any>[] = allOf.map((base: any) => propertiesOf(document, base));
  const merged: Record<string, any> = {};
  for (const [name, of] of [...all, properties ?? {}].flatMap((each) => Object.entries<any>(each)))
    merged[name] = { ...merged[name], ...of };
  return merged;
}
