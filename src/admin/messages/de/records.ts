import type { records as english } from '../en/records.ts';

export const records = {
  list: {
    overview: 'Übersicht',
  },
  form: {
    details: 'Details',
  },
  conflict: {
    title: 'Inzwischen geändert',
  },
  fields: {
    _id: 'ID',
    _version: 'Version',
    createdAt: 'Angelegt',
    updatedAt: 'Geändert',
    createdBy: 'Angelegt von',
    updatedBy: 'Geändert von',
  },
} satisfies typeof english;
