import { defineField } from '../../../../src/api/extending.ts';

/** The risk of a machine, up to 100: its priority counts four times as much once it is broken. */
export const risk = defineField({
  resource: 'machines',
  field: 'risk',
  version: '1',
  compute: ({ records }) =>
    records.map(({ priority, status }) => priority * (status === 'broken' ? 20 : 5)),
});
