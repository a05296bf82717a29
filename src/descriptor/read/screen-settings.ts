import { z } from 'zod';
import { localizedText } from '../../fields/localized-text.ts';
import { iconNames } from '../icons.ts';

/** What the menu, the lists and the pages of records are told besides fields. */

export const groupSettings = z.array(
  z.strictObject({
    key: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]{0,49}$/)
      .meta({ title: 'a name such as science' })
      .describe('By what a resource names the group.'),
    label: localizedText.describe('How the group is called.'),
    icon: z.enum(iconNames).optional().describe('Its icon. Default: `folder`.'),
  }),
);

export const childSettings = z.array(
  z.strictObject({
    resource: z.string().describe('The resource whose records refer to this one.'),
    field: z.string().describe('Its field that does.'),
    label: localizedText
      .optional()
      .describe('The title of the tab. Default: that of the resource.'),
    columns: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('The columns. Default: those of its own list, without the field itself.'),
    sort: z.string().min(1).optional().describe('The first order. Default: that of its own list.'),
  }),
);
