/** What lists, forms and dialogues about records say. */
export const records = {
  list: {
    overview: 'Overview',
  },
  form: {
    details: 'Details',
  },
  conflict: {
    title: 'Changed meanwhile',
  },
  fields: {
    _id: 'ID',
    _version: 'Version',
    createdAt: 'Created',
    updatedAt: 'Updated',
    createdBy: 'Created by',
    updatedBy: 'Updated by',
  },
};
