import type { Resource } from '../../../descriptor/descriptor.ts';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { problem } from '../../../fields/problems/problem.ts';
import type { Field } from '../../../fields/type/field.ts';
import { qualifierOf } from '../../../fields/type/qualifier-of.ts';
import { addChecked } from './checked-values.ts';
import type { ReadRow } from './row-reader.ts';

type Reading = {
  read: ReadRow;
  resource: Resource;
  takes: boolean;
  /** The qualifiers written before numbers, by the field of the number. */
  qualifiers: ReadonlyMap<Field, string>;
};

/** Adds the qualifiers of cells such as `<0.5`, unless a column of their own says something else. */
export function addQualifiers({ read, resource, takes, qualifiers }: Reading): void {
  for (const [field, sign] of qualifiers) {
    const name = qualifierOf(field, field.name) ?? '';
    const qualifier = resource.fields.get(name);
    const given = read.values[name];
    if (qualifier && isEmptyValue(given)) addChecked(read, qualifier, sign, takes);
    else if (given !== sign) {
      const params = { sign, qualifier: name, value: String(given) };
      read.problems.push(problem('I108', field.name, params));
    }
  }
}
