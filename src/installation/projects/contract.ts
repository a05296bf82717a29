import { z } from 'zod';
import type { AnswerOf } from '../../contract/answer-of.ts';
import { count, moment, nullableText, text } from '../../contract/parts.ts';

/** The answers of a project's readings, for the server, the OpenAPI document and the tabs. */
const day = z.string().meta({ format: 'date' });
const done = { created: count, edited: count, mapped: count };

const ActiveUser = z.object({
  user: text.describe('The `_id` of the user.'),
  name: nullableText.describe('Null if the caller is not allowed to list users.'),
  ...done,
  lastActive: moment,
  days: z.array(z.object({ day, ...done })),
});

export type ActiveUser = AnswerOf<typeof ActiveUser>;

export const UserActivity = z.object({
  since: day,
  data: z.array(ActiveUser),
  more: z.boolean().describe('Whether there are more users.'),
});

export type UserActivity = AnswerOf<typeof UserActivity>;

const ActiveSource = z.object({
  _id: text,
  title: text,
  createdAt: moment,
  lastActive: moment,
  changes: count,
  months: z.array(z.object({ month: text, count })),
});

export type ActiveSource = AnswerOf<typeof ActiveSource>;

export const SourceActivity = z.object({
  data: z.array(ActiveSource),
  total: count,
  page: count,
  perPage: count,
  pageCount: count,
});

export type SourceActivity = AnswerOf<typeof SourceActivity>;

const Label = z.object({
  key: text,
  name: text,
  type: nullableText,
  declared: z.boolean().describe('Whether the project declares the label.'),
  sources: count.describe('The number of sources with the label.'),
  values: z.array(z.object({ value: text, count })),
  more: z.boolean().describe('Whether there are more values.'),
});

export type Label = AnswerOf<typeof Label>;

export const DocumentLabels = z.object({
  total: count.describe('The number of sources of the project.'),
  labels: z.array(Label),
  more: z.boolean().describe('Whether there are more labels.'),
});

export type DocumentLabels = AnswerOf<typeof DocumentLabels>;

const value = z.union([text, z.boolean()]).nullable().describe('Null if it is unknown.');
const Count = z.object({ value, label: text.optional(), count });

export type Count = AnswerOf<typeof Count>;

const Counts = z.object({
  total: count,
  detected: count,
  chems: z.array(Count).nullable(),
  materialGroups: z.array(Count).nullable(),
  testTypes: z.array(Count),
  detections: z.array(Count),
  more: z.boolean().describe('Whether there are more chems or groups.'),
});

export type Counts = AnswerOf<typeof Counts>;

export const Results = z.object({
  extractions: Counts.extend({
    mapped: count.nullable().describe('The extractions with a known chem.'),
  }),
  masters: Counts.nullable(),
});

export type Results = AnswerOf<typeof Results>;
