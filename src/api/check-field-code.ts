import type { Descriptor } from '../descriptor/descriptor.ts';
import { flaw, type Flaw } from '../descriptor/read/grammar-problems.ts';
import { suggestHint } from '../descriptor/suggest.ts';
import { nameOfField } from '../store/system/hooks/field-code.ts';

type NamedField = { resource: string; field: string };

/** The fields that the code of an installation names: those it computes, and those with a look of their own. */
type NamedFields = { computed: readonly NamedField[]; shown: readonly NamedField[] };

/** Checks that code computes every field that is declared so and no other, and that all fields it names are declared. */
export function checkFieldCode(
  { resources }: Descriptor,
  { computed, shown }: NamedFields,
): Flaw[] {
  const withCode = new Set(computed.map(nameOfField));
  const all = new Map([...computed, ...shown].map((each) => [nameOfField(each), each]));
  return [
    ...[...resources.values()].flatMap(({ name: resource, fields }) =>
      [...fields.values()]
        .filter((field) => field.computedInCode)
        .map(({ name: field }) => ({ resource, field }))
        .filter((each) => !withCode.has(nameOfField(each)))
        .map((each) =>
          flaw('D094', [...pathOf(each), 'computedInCode'], { value: nameOfField(each) }),
        ),
    ),
    ...[...all.values()].flatMap((named): Flaw[] => {
      const resource = resources.get(named.resource);
      if (!resource) return [unknown(['resources'], named.resource, resources.keys())];
      const field = resource.fields.get(named.field);
      const fields = ['resources', named.resource, 'fields'];
      if (!field) return [unknown(fields, named.field, resource.fields.keys())];
      if (!withCode.has(nameOfField(named)) || field.computedInCode) return [];
      return [flaw('D095', pathOf(named), {}, 'add "computedInCode": true', 'key')];
    }),
  ];
}

function pathOf({ resource, field }: NamedField): string[] {
  return ['resources', resource, 'fields', field];
}

function unknown(path: string[], value: string, candidates: Iterable<string>): Flaw {
  return flaw('D096', path, { value }, suggestHint(value, candidates), 'key');
}
