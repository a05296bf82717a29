import type { Operation, Schema } from '../../api/http/operation/operation.ts';
import { count, listOf, objectOf, projectOperation, text } from './operation-parts.ts';

const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema['type'], 'null'] });

const value = { type: ['string', 'boolean', 'null'], description: 'Null if it is unknown.' };
const counts = listOf(objectOf({ value, count }));
const chems: Schema = orNull(
  listOf({ ...objectOf({ value, count }), properties: { value, count, label: text } }),
);

const common = {
  total: count,
  detected: count,
  chems,
  materialGroups: orNull(counts),
  testTypes: counts,
  detections: counts,
  more: { type: 'boolean', description: 'Whether there are more chems or groups.' },
};

/** What the document says about the results of a project. */
export function resultsOperation(): Operation {
  return projectOperation({
    name: 'results',
    summary: 'Count the results of a project',
    description:
      'Counts the extractions that are not rejected and the current masters by chem, material group, test type and detection, with the 50 most frequent values each. Terms are interpreted as in the generation of masters: by the approved mappings of the version of the project, otherwise of the newest version. Masters are null if the caller may not list them; chems, groups and `mapped` are null if the caller may not list mappings and chems.',
    schema: objectOf({
      extractions: objectOf({
        ...common,
        mapped: orNull({ ...count, description: 'The extractions with a known chem.' }),
      }),
      masters: orNull(objectOf(common)),
    }),
  });
}
