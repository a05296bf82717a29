import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { Check } from './checks.ts';
import { count, moment, nullableMoment, nullableText, text } from './parts.ts';
import { PlanText } from './plan-text.ts';
import { ProblemItem } from './problem.ts';

/** What people should know about the backups of an installation. */
const backups = z
  .object({
    by: z
      .enum(['us', 'others', 'nobody'])
      .describe('Who makes them: Backoffice, another system, or nobody'),
    isMissing: z
      .boolean()
      .describe(
        'Whether nobody makes backups, though others than this machine use the installation',
      ),
    last: z.object({ at: moment, bytes: count.describe('Without the files') }).nullable(),
    rehearsal: z.object({ at: moment }).nullable().describe('The last one that succeeded'),
    failedAt: nullableMoment.describe('When the last backup failed, if none has succeeded since'),
    next: nullableMoment,
    isLate: z.boolean().describe('Whether two scheduled backups are missing'),
    isUnrehearsed: z.boolean().describe('Whether no backup was rehearsed for 31 days'),
  })
  .describe('How the backups are');

const declarations = z.record(text, z.unknown()).describe('The declarations (`resources.json`)');

const hash = text.describe('The hash of the whole descriptor. When it changes, load this again.');

/** A problem with the file of the descriptor, with its place if it has one. */
export const FileProblem = ProblemItem.extend({
  file: text,
  line: count.optional(),
  column: count.optional(),
});

export type FileProblem = AnswerOf<typeof FileProblem>;

/** The data from which the screens are built. */
export const Config = z.object({
  descriptor: declarations,
  permissions: z.record(text, z.array(text)).describe('The allowed operations of each resource'),
  role: text,
  version: text,
  languages: z.array(text),
  links: z.record(text, text),
  hash,
  icons: z
    .record(text, text)
    .describe('The icons that the screens show: the path of each in a square of 24, as in SVG'),
  problems: z.array(FileProblem).describe('For developers: the problems of the last saved file'),
});

export type Config = AnswerOf<typeof Config>;

const replica = z
  .object({ inUse: z.boolean(), lag: z.number().nullable() })
  .optional()
  .describe('Where lists and exports read from a replica.');

/** What is running: versions, sizes and states. */
export const Info = z.object({
  title: text,
  version: text,
  build: nullableText,
  runtime: z.object({
    name: text,
    version: text,
    platform: text,
    memory: z.object({ rss: count, heapUsed: count }),
  }),
  database: z.object({ engine: text, version: text, size: count, replica }),
  records: z.record(text, count),
  startedAt: moment,
  uptime: count.describe('Seconds'),
  migrations: z.object({ state: text, hash: text.optional() }).nullable(),
  backups,
  descriptor: z.object({ hash: text }),
});

export type Info = AnswerOf<typeof Info>;

const FileState = z
  .object({
    state: z.enum(['applied', 'differs', 'broken', 'unknown']),
    name: nullableText,
    problems: z.array(FileProblem),
  })
  .describe('The current content of the file');

export type FileState = AnswerOf<typeof FileState>;

/** All declarations. */
export const Structure = z.object({
  descriptor: declarations,
  hash: text.describe('The hash in `/api/config`'),
  file: FileState,
});

export type Structure = AnswerOf<typeof Structure>;

const Violations = z.object({
  count,
  sample: z.array(z.object({ _id: text, title: text, value: z.unknown() })),
  where: z
    .record(text, z.unknown())
    .optional()
    .describe('The list filter that finds these records, if one exists.'),
});

export type Violations = AnswerOf<typeof Violations>;

const PlanStep = z.object({
  id: text,
  class: z.enum(['additive', 'rewriting', 'destructive']),
  sentence: text,
  text: PlanText,
  resource: text,
  field: text.optional(),
  rows: count.optional().describe('The number of records it affects.'),
  violations: Violations.optional().describe('Records that prevent the step.'),
  correct: text
    .optional()
    .describe('With `violations`: what is wrong with these records, and what to correct first.'),
  correctText: PlanText.optional(),
  lost: Violations.optional().describe('Values that cannot be converted and are set aside.'),
  unfit: Violations.optional().describe(
    'Records that do not match the new rule and cannot be saved until they are corrected; they do not prevent the step.',
  ),
  seconds: z
    .number()
    .nullable()
    .optional()
    .describe('How long it takes to build an index; null if no build has been measured yet.'),
  usedBy: z.array(text).optional().describe('What the previous descriptor used it for.'),
  likely: z
    .array(z.object({ name: text, isNew: z.boolean() }))
    .optional()
    .describe(
      'New or empty declarations of the same kind, which may be the same thing under a new name.',
    ),
  optional: z.boolean().optional().describe('Whether the step can be skipped.'),
});

export type PlanStep = AnswerOf<typeof PlanStep>;

export const Plan = z
  .object({
    hash: text.describe('The hash of the descriptor and of the tables the plan was made for.'),
    steps: z.array(PlanStep),
  })
  .meta({ id: 'Plan' });

export type Plan = AnswerOf<typeof Plan>;

/** The differences between the file of the descriptor and the applied descriptor. */
export const PendingPlan = z.object({
  file: FileState,
  plan: Plan.nullable().describe('Null if the file does not differ.'),
  command: nullableText.describe(
    'The command that applies the plan; null while something prevents it.',
  ),
});

export type PendingPlan = AnswerOf<typeof PendingPlan>;

/**
 * How a list uses a field: sorted by it, filtered by whole values, or by a part of its text; or filtered by one field
 * and sorted by another.
 */
export const fieldUses = ['sort', 'filter', 'text', 'both'] as const;

/** What an index is for, besides the key of its table and the members of a reference to many. */
export const fieldReasons = [
  'unique',
  'order',
  'asked',
  'composite',
  'reference',
  'key',
  'filter',
  'search',
] as const;

const DescriptorLine = z.object({
  change: z
    .enum(['add', 'remove', 'omit'])
    .describe('Add the line, remove it, or declare the place without it.'),
  at: text.describe('The place in the descriptor, such as `resources.books.fields.pages`'),
  text: text.describe('The line, such as `"index": true`'),
});

export type DescriptorLine = AnswerOf<typeof DescriptorLine>;

const DatabaseIndex = z.object({
  name: text,
  table: text,
  fields: z.array(text),
  reasons: z
    .array(z.enum([...fieldReasons, 'primary', 'target']))
    .describe('Everything it is for. Empty: the descriptor does not declare it.'),
  size: count.describe('Bytes'),
  scans: count.describe('How often PostgreSQL has used it.'),
  state: z.enum(['valid', 'building', 'missing']),
});

export type DatabaseIndex = AnswerOf<typeof DatabaseIndex>;

const IndexAdvice = z.object({
  add: z.array(
    z.object({
      resource: text,
      path: text.describe('The field; for `both` two fields, separated by a comma.'),
      use: z.enum(fieldUses),
      count: count.describe('How many slow lists used the field.'),
      slowest: count.describe('Milliseconds'),
      lastAt: moment,
      lines: z.array(DescriptorLine),
    }),
  ),
  drop: z.array(
    z.object({
      resource: text,
      index: text,
      fields: z.array(text),
      size: count,
      lines: z.array(DescriptorLine),
    }),
  ),
});

export type IndexAdvice = AnswerOf<typeof IndexAdvice>;

/** The indexes of all collections, how much they are used, and which to add or drop. */
export const Indexes = z.object({
  since: nullableMoment.describe('PostgreSQL counts `scans` since then.'),
  collections: z.array(
    z.object({
      resource: text,
      rows: count.describe('An estimate'),
      size: count.describe('Bytes of its tables without indexes'),
      indexSize: count,
      indexes: z.array(DatabaseIndex),
    }),
  ),
  advice: IndexAdvice,
});

export type Indexes = AnswerOf<typeof Indexes>;

const Healthy = z.object({ status: z.literal('ok') });

/** With the address of the client, so that one can see whether the proxies in front pass it on. */
export const Alive = Healthy.extend({
  address: text.describe('The network address of the client'),
});

/** `checks`: with `verbose`, for those who may see them. */
export const Ready = Healthy.extend({ replica, checks: z.array(Check).optional() });

/** The state of an installation that decides whether it greets a first visitor. */
export const Start = z.object({
  empty: z.boolean().describe('No collection has a record, except that of the people who sign in.'),
  sample: z.boolean().describe('You can load sample data with `POST /api/admin/sample`.'),
});

export type Start = AnswerOf<typeof Start>;

export const LoadedSample = z.object({
  created: z.record(text, count).describe('The number of new records of each collection.'),
});

export type LoadedSample = AnswerOf<typeof LoadedSample>;
