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
      .describe('The key that resources use to refer to the group.'),
    label: localizedText.describe('The label of the group.'),
    icon: z.enum(iconNames).optional().describe('The icon of the group. Default: `folder`.'),
  }),
);

export const childSettings = z.array(
  z.strictObject({
    resource: z.string().describe('The resource whose records refer to this one.'),
    field: z.string().describe('The field of that resource that refers to this one.'),
    label: localizedText
      .optional()
      .describe('The title of the tab. Default: the label of the resource.'),
    columns: z
      .array(z.string())
      .min(1)
      .optional()
      .describe(
        'The columns. Default: the columns of the list of that resource, without the referring field.',
      ),
    sort: z
      .string()
      .min(1)
      .optional()
      .describe('The initial order. Default: the order of the list of that resource.'),
  }),
);
