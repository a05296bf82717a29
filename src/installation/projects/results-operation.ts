import type { Operation, Schema } from '../../api/http/operation/operation.ts';
import { count, listOf, objectOf, projectOperation, text } from './operation-parts.ts';

const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema['type'], 'null'] });

const value = { type: ['string', 'boolean', 'null'], description: 'Null: it is not known' };
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
  more: { type: 'boolean', description: 'There are further chems or groups.' },
};

/** What the document says about the results of a project. */
export function resultsOperation(): Operation {
  return projectOperation({
    name: 'results',
    summary: 'Count the results of a project',
    description:
      'The extractions that are not rejected and the masters that are current, per chem, material group, test type and detection; of each the 50 most frequent values. What the words of extractions mean is read as masters are generated: by the approved mappings of the version of the project, else of the newest. Masters are null for who may not list them, and so are chems, groups and `mapped` for who may not list mappings and chems.',
    schema: objectOf({
      extractions: objectOf({
        ...common,
        mapped: orNull({ ...count, description: 'Of which the chem is known' }),
      }),
      masters: orNull(objectOf(common)),
    }),
  });
}
