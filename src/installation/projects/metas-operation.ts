import type { Operation } from '../../api/http/operation/operation.ts';
import { count, listOf, objectOf, projectOperation, text } from './operation-parts.ts';

/** What the document says about the labels of a project. */
export function metasOperation(): Operation {
  return projectOperation({
    name: 'metas',
    summary: 'Count the document labels of a project',
    description:
      'Returns, for each label, the number of sources with it and its values: first those that the project declares, then other values found in sources. At most 200 labels, with the 20 most frequent values each; every member of a list is counted.',
    schema: objectOf({
      total: { ...count, description: 'The number of sources of the project.' },
      labels: listOf(
        objectOf({
          key: text,
          name: text,
          type: { type: ['string', 'null'] },
          declared: { type: 'boolean', description: 'Whether the project declares the label.' },
          sources: { ...count, description: 'The number of sources with the label.' },
          values: listOf(objectOf({ value: text, count })),
          more: { type: 'boolean', description: 'Whether there are more values.' },
        }),
      ),
      more: { type: 'boolean', description: 'Whether there are more labels.' },
    }),
  });
}
