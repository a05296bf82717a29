import type { Operation } from '../../api/http/operation/operation.ts';
import { count, listOf, objectOf, projectOperation, text } from './operation-parts.ts';

/** What the document says about the labels of a project. */
export function metasOperation(): Operation {
  return projectOperation({
    name: 'metas',
    summary: 'Count the document labels of a project',
    description:
      'Per label how many sources carry it, and its values: first those the project declares, then what sources say besides. At most 200 labels, of each the 20 most frequent values; a list counts each of its members.',
    schema: objectOf({
      total: { ...count, description: 'Sources of the project' },
      labels: listOf(
        objectOf({
          key: text,
          name: text,
          type: { type: ['string', 'null'] },
          declared: { type: 'boolean', description: 'The project names it.' },
          sources: { ...count, description: 'Sources that carry it' },
          values: listOf(objectOf({ value: text, count })),
          more: { type: 'boolean', description: 'There are further values.' },
        }),
      ),
      more: { type: 'boolean', description: 'There are further labels.' },
    }),
  });
}
