import { z } from 'zod';
import { operations } from '../descriptor.ts';
import { filterSetting } from './filter-setting.ts';

/** `true` for all records, `false` for none, or a filter for some. */
const right = (what: string) =>
  z
    .union([z.boolean(), filterSetting])
    .optional()
    .describe(`${what} \`true\`: all, \`false\`: none, or only those that meet a filter.`);

const rights = z.strictObject({
  list: right('Which records lists have, and whatever shows some of them.'),
  read: right('Which records can be opened.'),
  create: right('What may be created.'),
  update: right('Which records may be changed; they must meet the filter afterwards too.'),
  delete: right('Which records may be deleted.'),
  export: right('Which of the records that are seen go into a file.'),
  import: z
    .boolean()
    .optional()
    .describe('May bring in files, as far as `create` and `update` reach.'),
});

export const permissionSettings = z.record(
  z.string(),
  z.union([z.array(z.enum(operations)), rights]),
);
