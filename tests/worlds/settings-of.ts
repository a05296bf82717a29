import { isObject, type JsonObject } from '../../src/descriptor/json-object.ts';

/** A setting of the descriptor as its JSON Schema has it. */
export type Setting = {
  /** Where it stands: `roles.<name>.all`, `resources.<name>.form[].tab`, or of a field `text: maxLength`. */
  path: string;
  description: string | undefined;
  /** The type of field that has it; absent: the descriptor or a resource. */
  type?: string;
};

/** Every setting an editor offers, from `resources.schema.json`: of the file, of a resource, of each type of field. */
export function settingsOf(schema: JsonObject): Setting[] {
  const { resource, field } = schema['definitions'] as Record<string, JsonObject>;
  const types = (field!['allOf'] as JsonObject[]).map(({ if: one, then }) => ({
    type: String(((one as any).properties.type as JsonObject)['const']),
    own: then as JsonObject,
  }));
  return [
    ...walk(schema, ''),
    ...walk(resource!, 'resources.<name>'),
    ...types.flatMap(({ type, own }) =>
      [...walk(own, '')].map((setting) => ({ ...setting, type })),
    ),
  ];
}

function* walk(schema: unknown, path: string): Iterable<Setting> {
  if (!isObject(schema)) return;
  for (const [name, own] of Object.entries(
    isObject(schema['properties']) ? schema['properties'] : {},
  )) {
    const inside = path === '' ? name : `${path}.${name}`;
    const { description } = own as { description?: string };
    // A constant is what tells one branch of a union from the others.
    if (!isObject(own) || !('const' in own)) yield { path: inside, description };
    yield* walk(own, inside);
  }
  yield* walk(schema['additionalProperties'], `${path}.<name>`);
  yield* walk(schema['items'], `${path}[]`);
  for (const branch of [schema['anyOf'], schema['oneOf']].flat()) yield* walk(branch, path);
}

/** The values a descriptor has at a path, `<name>` and `[]` standing for each of those there. */
export function valuesAt(source: unknown, path: string): unknown[] {
  const steps = path.replaceAll('[]', '.[]').split('.');
  return steps.reduce<unknown[]>(
    (found, step) => found.flatMap((value) => stepInto(value, step)),
    [source],
  );
}

function stepInto(value: unknown, step: string): unknown[] {
  if (step === '[]') return Array.isArray(value) ? value : [];
  if (!isObject(value)) return [];
  if (step === '<name>') return Object.values(value);
  return Object.hasOwn(value, step) ? [value[step]] : [];
}

/** Every declaration of a field in a descriptor: of resources, of the parts of objects, of the forms of actions. */
export function declarationsIn(value: unknown): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(declarationsIn);
  if (!isObject(value)) return [];
  const own = isObject(value['fields']) ? Object.values(value['fields']).filter(isObject) : [];
  return [...own, ...Object.values(value).flatMap(declarationsIn)];
}
