import { z } from 'zod';
import { operations } from '../descriptor.ts';
import { filterSetting } from './filter-setting.ts';

/** `true` for all records, `false` for none, or a filter for some. */
const right = (what: string) =>
  z
    .union([z.boolean(), filterSetting])
    .optional()
    .describe(`${what} \`true\`: all, \`false\`: none, or a filter: only records that match it.`);

const rights = z.strictObject({
  list: right('The records that lists and similar views show.'),
  read: right('The records the role can open.'),
  create: right('The records the role can create.'),
  update: right('The records the role can change; they must also match the filter afterwards.'),
  delete: right('The records the role can delete.'),
  export: right('The visible records the role can export.'),
  import: z
    .boolean()
    .optional()
    .describe('Allows imports, within the limits of `create` and `update`.'),
});

export const permissionSettings = z.record(
  z.string(),
  z.union([z.array(z.enum(operations)), rights]),
);
