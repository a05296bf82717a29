import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { count, moment, next, nullableText, text } from './parts.ts';

/** A file, as records have it. */
export const StoredFile = z
  .object({
    id: text,
    name: text,
    type: text.describe('The MIME type of its content.'),
    size: count.describe('In bytes.'),
    sha256: text.describe('The SHA-256 of its bytes, in hexadecimal digits.'),
    title: text.optional(),
  })
  .meta({ id: 'StoredFile' });

/** An upload in parts. */
export const Upload = z
  .object({
    id: text,
    name: text,
    size: count.describe('The bytes it will have in all.'),
    received: count.describe('The bytes that have arrived; the next part begins here.'),
    file: StoredFile.optional().describe('The file, once the upload is finished.'),
  })
  .meta({ id: 'Upload' });

const place = count.describe('In UTF-16 units from the start of `snippet`.');

/** What a search found in the text of a file. */
export const FoundText = z.object({
  page: count.describe('The page or slide, from 1; 1 for files without pages.'),
  snippet: text.describe('A part of its text, in one line.'),
  marks: z.array(z.object({ start: place, end: place })).describe('What was found in the snippet.'),
});

export type FoundText = AnswerOf<typeof FoundText>;

/** The pages of a file with the words of a search. */
export const FilePages = z
  .object({
    data: z.array(FoundText),
    next,
    isRead: z.boolean().describe('Whether the text has been read; nothing is found before that.'),
  })
  .meta({ id: 'FilePages' });

/** Signed addresses of files, in the order of the request. */
export const FileLinks = z
  .object({
    links: z.array(z.object({ id: text, url: text })),
    expires: moment.describe('Until when the addresses work.'),
  })
  .meta({ id: 'FileLinks' });
export type FileLinks = AnswerOf<typeof FileLinks>;

const amount = { files: count, bytes: count };

/** All files of the installation in figures. */
export const FilesOverview = z.object({
  all: z.object({
    ...amount,
    stored: count.describe('The bytes in the store, which has the same bytes only once.'),
  }),
  past: z.object(amount).describe('Files that only the history has.'),
  unused: z.object(amount).describe('Files that no record has or had.'),
  arriving: z.object(amount).describe('Uploads on their way.'),
  fields: z.array(z.object({ resource: text, field: text, ...amount })),
  people: z
    .array(z.object({ id: nullableText, name: nullableText, ...amount }))
    .describe('The 100 people who have uploaded the most bytes.'),
  limit: count.nullable().describe('The most bytes of all files; null: no limit.'),
  perUser: count.nullable().describe('The most bytes of the files of one person.'),
  unscanned: count.nullable().describe('Contents that wait for the virus scanner; null: none.'),
  store: text.describe('Where the bytes are.'),
});

export type FilesOverview = AnswerOf<typeof FilesOverview>;

export const FilesCleaned = z.object({ removed: count });

export type FilesCleaned = AnswerOf<typeof FilesCleaned>;
