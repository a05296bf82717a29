/** What we look at in an OpenAPI document. */
export type ApiDocument = {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  tags?: readonly { name: string }[];
  components?: { schemas?: Record<string, object>; responses?: Record<string, object> };
};

type Operation = { tags?: readonly string[] };

/** Whether it is the document of somebody who may see all that is declared: only theirs tells of the structure. */
export function maySeeInside({ paths }: ApiDocument): boolean {
  return '/api/structure' in paths;
}

/** The calls anybody may make to read what is published. */
export function toPublicPart(whole: ApiDocument): ApiDocument {
  return toPart(whole, 'public', (path) => path.startsWith('/api/public/'));
}

/** The tags there are calls of, in the order of the document. */
export function sectionsOf({ tags = [], paths }: ApiDocument): string[] {
  const used = new Set(
    Object.values(paths)
      .flatMap(Object.values<Operation>)
      .flatMap(tagsOf),
  );
  return tags.map(({ name }) => name).filter((name) => used.has(name));
}

/** The calls of one tag. */
export function toSection(whole: ApiDocument, section: string): ApiDocument {
  return toPart(whole, section, (_, operation) => tagsOf(operation).includes(section));
}

/** Some calls, with the schemas these mention. */
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
            Object.fromEntries(Object.entries(operations).filter(([, each]) => isIn(path, each))),
          ] as const,
      )
      .filter(([, operations]) => Object.keys(operations).length > 0),
  );
  const { schemas = {}, responses = {}, ...others } = whole.components ?? {};
  const mentioned = findMentioned(paths, { schemas, responses });
  const only = (kind: 'schemas' | 'responses', all: Record<string, object>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => mentioned.has(`${kind}/${name}`)));
  return {
    ...whole,
    tags: (whole.tags ?? []).filter(({ name }) => name === tag),
    paths,
    components: {
      ...others,
      schemas: only('schemas', schemas),
      responses: only('responses', responses),
    },
  };
}

function tagsOf({ tags = [] }: Operation): readonly string[] {
  return tags;
}

/** Of what is mentioned also what that mentions. */
function findMentioned(
  from: object,
  components: Record<string, Record<string, object>>,
  found = new Set<string>(),
): Set<string> {
  for (const [, name] of JSON.stringify(from).matchAll(/"#\/components\/(\w+\/[^"]+)"/g)) {
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    const [kind = '', key = ''] = name.split('/');
    const component = components[kind]?.[key];
    if (component) findMentioned(component, components, found);
  }
  return found;
}
