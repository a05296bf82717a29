/** The parts of an OpenAPI document that we use. */
export type ApiDocument = {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  tags?: readonly { name: string }[];
  components?: Record<string, Record<string, object>>;
};

type Operation = { tags?: readonly string[] };

/** Whether the document is for a user who may see the whole declaration: only theirs has this path. */
export function maySeeStructure({ paths }: ApiDocument): boolean {
  return '/api/structure' in paths;
}

/** The operations anybody may call to read published data. */
export function toPublicPart(whole: ApiDocument): ApiDocument {
  return toPart(whole, 'public', (path) => path.startsWith('/api/public/'));
}

/** The tags that have operations, in the order of the document. */
export function sectionsOf({ tags = [], paths }: ApiDocument): string[] {
  const used = new Set(
    Object.values(paths)
      .flatMap(Object.values<Operation>)
      .flatMap(tagsOf),
  );
  return tags.map(({ name }) => name).filter((name) => used.has(name));
}

/** The operations of one tag. */
export function toSection(whole: ApiDocument, section: string): ApiDocument {
  return toPart(whole, section, (_, operation) => tagsOf(operation).includes(section));
}

/** A part of the document, with the components that its operations mention. */
function toPart(
  whole: ApiDocument,
  tag: string,
  isIn: (path: string, operation: Operation) => boolean,
): ApiDocument {
  const paths = Object.fromEntries(
    Object.entries(whole.paths)
      .map(
        ([path, operations]) =>
          [
            path,
            Object.fromEntries(
              Object.entries(operations).filter(
                // Those of the path belong to each of its operations.
                ([name, each]) => name === 'parameters' || isIn(path, each),
              ),
            ),
          ] as const,
      )
      .filter(([, operations]) => Object.keys(operations).some((name) => name !== 'parameters')),
  );
  const components = whole.components ?? {};
  const mentioned = findMentioned(paths, components);
  return {
    ...whole,
    tags: (whole.tags ?? []).filter(({ name }) => name === tag),
    paths,
    components: Object.fromEntries(
      Object.entries(components).map(([kind, all]) => [
        kind,
        Object.fromEntries(
          // Operations name these by their `security`, not by a reference.
          Object.entries(all).filter(
            ([name]) => kind === 'securitySchemes' || mentioned.has(`${kind}/${name}`),
          ),
        ),
      ]),
    ),
  };
}

function tagsOf({ tags = [] }: Operation): readonly string[] {
  return tags;
}

/** Follows mentions recursively. */
function findMentioned(
  from: object,
  components: Record<string, Record<string, object>>,
  names = new Set<string>(),
): Set<string> {
  for (const [, name] of JSON.stringify(from).matchAll(/"#\/components\/(\w+\/[^"]+)"/g)) {
    if (name === undefined || names.has(name)) continue;
    names.add(name);
    const [kind = '', key = ''] = name.split('/');
    const component = components[kind]?.[key];
    if (component) findMentioned(component, components, names);
  }
  return names;
}
