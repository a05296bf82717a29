import { z } from 'zod';
import { FileLinks, FilePages, StoredFile, Upload } from '../../contract/files.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { fileFields } from '../../descriptor/file-fields.ts';
import type { Answer, Operation, Parameter, Schema } from '../http/operation/operation.ts';
import {
  blobAnswers,
  blobParameters,
  fileBody,
  fileId,
  fileName,
} from '../http/operation/blobs.ts';
import { id, query } from '../http/operation/parameters.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import {
  asQuestion,
  onceRoute,
  queryRoute,
  route,
  withArgument,
  withKey,
  type Route,
} from '../http/route.ts';
import { cancelUpload, continueUpload, readUpload } from './continue-upload.ts';
import { copyBody, copyOfFile, getOwnFile, getRecordFile, searchPages } from './get-file.ts';
import { linkFiles, linksBody } from './link-files.ts';
import { startUpload } from './start-upload.ts';
const text: Schema = { type: 'string' };

function header(name: string, description: string, schema: Schema = text): Parameter {
  return { name, in: 'header', description, schema };
}

const offset = { description: 'The bytes that have arrived.', schema: { type: 'integer' } };
const created: Answer = {
  ...json(
    'The file, whose `id` a record can name; or the upload in parts, with its address.',
    z.union([StoredFile, Upload]),
  ),
  headers: {
    Location: { description: 'The address of an upload in parts.', schema: text },
    'Upload-Offset': offset,
  },
};

/** Files on their way into records, and what is made of them. */
export function attachmentRoutes(): Route[] {
  const routes: Route[] = [
    ...uploadRoutes(),
    asQuestion(
      route('POST /api/files/links', linkFiles, 'user', () => ({
        operationId: 'linkFiles',
        summary: 'Get signed addresses of files',
        description:
          'For elements of a page that send no token. An address works for 10 to 20 minutes, for the session and browser that got it, and as long as its user may read the file. `&size=small` and `&download=true` may be added to it.',
        requestBody: jsonBody(linksBody),
        responses: { 200: json('The addresses.', FileLinks) },
      })),
    ),
    onceRoute('POST /api/files/:file/copies', copyOfFile, 'user', () => ({
      operationId: 'copyFile',
      summary: 'Get a file with another title',
      description: 'Files never change, so it has an `id` of its own. The bytes are stored once.',
      parameters: [fileId],
      requestBody: jsonBody(copyBody),
      responses: { 201: json('The file.', StoredFile) },
    })),
    queryRoute('GET /api/files/:file', getOwnFile, { needs: 'user', takesLink: true }, () =>
      reading('ownFile', 'Get a file that you have uploaded', [fileId]),
    ),
  ];
  // A program sends its key with each request, so it needs no address that works without.
  return routes.map((each) => (each.run === linkFiles ? each : withKey(each)));
}

/** The routes to upload a file, whole or in parts. */
function uploadRoutes(): Route[] {
  return [
    queryRoute('POST /api/files', startUpload, 'user', () => ({
      operationId: 'uploadFile',
      summary: 'Upload a file for a field',
      description:
        'The body is the file. With `Upload-Complete: ?0` and `Upload-Length` it begins an upload in parts, which goes on after a cut line. A file that no record has is removed after 24 hours. A body that stops for 25 seconds, or takes longer than a minute and a second for every 5,000 bytes, is refused (408).',
      parameters: [
        query(
          'field',
          text,
          'The field that the file is for; its settings are the limits. `sources.review.report` is a field in the form of an action.',
          'sources.document',
        ),
        fileName,
        header('Upload-Complete', '`?0` begins an upload in parts.'),
        header('Upload-Length', 'The bytes of the whole file, for an upload in parts.'),
      ],
      requestBody: fileBody,
      responses: { 201: created },
      problems: [422],
    })),
    route('GET /api/files/uploads/:id', readUpload, 'user', () => ({
      operationId: 'upload',
      summary: 'Get how much of an upload has arrived',
      description: 'A finished upload has its `file`, for up to 24 hours.',
      responses: { 200: { ...json('The upload.', Upload), headers: { 'Upload-Offset': offset } } },
    })),
    route('PATCH /api/files/uploads/:id', continueUpload, 'user', () => ({
      operationId: 'continueUpload',
      summary: 'Send the next part of an upload',
      description:
        'A part has at most 64 MB, and each but the last at least 100 kB; an upload has at most 10,000 parts. The last one is answered with the file. After a cut line, ask how much has arrived and go on from there. A part that is too slow, as in `POST /api/files`, is refused (408), and `Upload-Offset` says how much of it counts. The last part, sent again after a lost answer, is answered with the same file.',
      parameters: [
        header('Upload-Offset', 'The byte at which the part begins.', { type: 'integer' }),
        header('Upload-Complete', '`?1` with the last part.'),
      ],
      requestBody: fileBody,
      responses: {
        201: json('The file.', StoredFile),
        204: { description: 'The part is stored.', headers: { 'Upload-Offset': offset } },
      },
      problems: [409, 422],
    })),
    route('DELETE /api/files/uploads/:id', cancelUpload, 'user', () => ({
      operationId: 'cancelUpload',
      summary: 'Cancel an upload',
      responses: { 204: { description: 'Cancelled.' } },
    })),
  ];
}

/** The files of the records of a collection. */
export function recordFileRoutes(resource: Resource): Route[] {
  if (fileFields(resource).length === 0) return [];
  const { root, name } = resource;
  const run = withArgument(getRecordFile, resource);
  const needs = { may: 'read', of: resource } as const;
  return [
    queryRoute(`GET ${root}/:id/files/:file`, run, { needs, takesLink: true }, () =>
      reading(`${name}.file`, 'Get a file of a record', [id, fileId]),
    ),
    queryRoute(
      `GET ${root}/:id/files/:file/pages`,
      withArgument(searchPages, resource),
      needs,
      () => ({
        operationId: `${name}.filePages`,
        summary: 'Search the text of a file of a record',
        description:
          'The pages with any of the words, in their order, at most 100 at once. The words are written as in filters by the text of files.',
        parameters: [
          fileId,
          {
            ...query(
              'q',
              { type: 'string', minLength: 1, maxLength: 500 },
              'The words to find.',
              '"food contact"',
            ),
            required: true,
          },
          query('_after', text, '`next` from the previous response.'),
        ],
        responses: { 200: json('The pages.', FilePages) },
      }),
    ),
  ];
}

function reading(operationId: string, summary: string, path: readonly Parameter[]): Operation {
  return {
    operationId,
    summary,
    parameters: [...path, ...blobParameters],
    responses: blobAnswers,
    problems: [416],
  };
}
