import { z } from 'zod';
import { readSize } from '../problems/size-text.ts';

/** What a field can accept by one word: the MIME types, where `audio/*` stands for all of a kind. */
export const fileKinds = {
  image: [
    'image/png',
    'image/apng',
    'image/jpeg',
    'image/gif',
    'image/webp',
    'image/avif',
    'image/heic',
    'image/tiff',
    'image/bmp',
  ],
  pdf: ['application/pdf'],
  text: ['text/plain', 'text/csv', 'text/markdown'],
  audio: ['audio/*'],
  video: ['video/*'],
  document: [
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.presentation',
    'application/rtf',
    'application/epub+zip',
    'text/plain',
    'text/csv',
    'text/markdown',
  ],
} as const;

export const kindNames = Object.keys(fileKinds) as (keyof typeof fileKinds)[];

/** The most that one file can have: more does not fit into one request to an S3 store. */
const MAX_FILE_BYTES = 5_000_000_000;

/** A number of bytes, or a text such as `50 MB`. */
export const fileSize = z.union([
  z.int().min(1).max(MAX_FILE_BYTES),
  z
    .string()
    .regex(/^\d+([.]\d+)? ?([kMG]B|B)$/)
    .refine((text) => between(readSize(text), 1, MAX_FILE_BYTES), {
      message: 'must be from 1 B to 5 GB',
    }),
]);

/** Kinds of files, and MIME types. */
export const acceptedFiles = z
  .array(z.union([z.enum(kindNames), z.string().regex(/^[a-z]+\/([a-z0-9.+-]+|\*)$/)]))
  .min(1);

/** The settings of fields that hold files. */
export const fileSettings = {
  accept: acceptedFiles
    .optional()
    .describe(
      'The files that the field accepts, by their content: `image`, `pdf`, `text`, `audio`, `video`, `document`, or MIME types such as `application/zip` and `audio/*`. Default: all.',
    ),
  maxSize: fileSize
    .default('100 MB')
    .describe('The most bytes of one file: a number, or text such as `"50 MB"`. At most 5 GB.'),
  keepLocation: z
    .boolean()
    .default(false)
    .describe(
      'Keeps the place where a picture was taken. Otherwise it is removed from the picture when it is uploaded.',
    ),
};

export type FileSettings = {
  accept?: readonly string[] | undefined;
  maxSize: number | string;
  keepLocation: boolean;
};

/** The most bytes of one file. */
export function mostBytes({ maxSize }: FileSettings): number {
  return typeof maxSize === 'number' ? maxSize : readSize(maxSize);
}

/** The MIME types that a field accepts; undefined: all. */
export function acceptedTypes({ accept }: FileSettings): readonly string[] | undefined {
  return accept?.flatMap((one): readonly string[] => (isKind(one) ? fileKinds[one] : [one]));
}

/** Whether a field accepts files of a MIME type. */
export function isAccepted(settings: FileSettings, type: string): boolean {
  const accepted = acceptedTypes(settings);
  const family = `${type.split('/', 1)[0]}/*`;
  return accepted === undefined || accepted.includes(type) || accepted.includes(family);
}

const withWords =
  /^text\/|^image\/svg\+xml$|^application\/(\*|pdf|json|xml|vnd\.oasis\.opendocument\..*|vnd\.openxmlformats-officedocument\..*|vnd\.ms-.*macroenabled\.12)$/;

/** Whether the server reads the words of files of a MIME type. */
export function hasWords(type: string): boolean {
  return withWords.test(type);
}

/** Whether a field accepts files with words. */
export function acceptsWords(settings: FileSettings): boolean {
  return acceptedTypes(settings)?.some(hasWords) ?? true;
}

function isKind(name: string): name is keyof typeof fileKinds {
  return Object.hasOwn(fileKinds, name);
}

function between(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
