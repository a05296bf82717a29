import { defineAction, problem } from '../../api/extending.ts';

/** Marks a source as reviewed or rejected in the caller's name. A source without extractions cannot be reviewed. */
export const review = defineAction({
  resource: 'sources',
  name: 'review',
  run: async ({ resource, record, expected, form, user, by, store }) => {
    const status = record['extractionStatus'];
    if (status === 'todo' || status === 'inProgress')
      return { problems: [problem('V008', 'extractionStatus', { choices: 'extracted' })] };
    const values = { extractionStatus: form['verdict'], reviewedBy: user._id };
    return store.update(resource, record._id, expected, values, by);
  },
});
