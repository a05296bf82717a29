import { pictureSizes } from '../../../files/media/media-job.ts';
import type { Answer, Parameter, Schema } from './operation.ts';
import { query } from './parameters.ts';

const text: Schema = { type: 'string' };
const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };

export const fileId: Parameter = {
  name: 'file',
  in: 'path',
  required: true,
  description: 'The `id` of the file.',
  schema: text,
};

/** The name of an uploaded file. */
export const fileName: Parameter = {
  name: 'Content-Disposition',
  in: 'header',
  description: 'The name of the file: `attachment; filename="study.pdf"`.',
  schema: text,
};

/** The bytes of an uploaded file. */
export const fileBody = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
} as const;

/** The parameters of every route that answers with the bytes of a file. */
export const blobParameters: readonly Parameter[] = [
  query(
    'size',
    { enum: Object.keys(pictureSizes) },
    'A picture made of the file, as WebP: its longest side has at most 192 (`small`) or 1600 (`large`) pixels.',
  ),
  query('download', { enum: ['true', 'false'] }, '`true`: to be saved instead of shown.'),
  ...['session', 'expires', 'bound', 'signature'].map((name) =>
    query(name, text, 'Part of a signed address.'),
  ),
  { name: 'Range', in: 'header', description: 'One range of bytes.', schema: text },
  { name: 'If-None-Match', in: 'header', schema: text },
];

const headers = { ETag: { description: 'Identifies the bytes.', schema: text } };

export const blobAnswers: Readonly<Record<string, Answer>> = {
  200: { description: 'The bytes.', content: bytes, headers },
  204: {
    description: 'The picture is not made yet; ask again.',
    headers: {
      'Retry-After': {
        description: 'The seconds to wait before the next attempt.',
        schema: { type: 'integer' },
      },
    },
  },
  206: { description: 'A part of the bytes.', content: bytes, headers },
  304: { description: 'Unchanged.', headers },
};
