import { FilesCleaned, FilesOverview } from '../../contract/files.ts';
import { readFilesOverview } from '../../store/system/files/file-usage.ts';
import { removeUnused } from '../../store/system/files/remove-unused.ts';
import { answer } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { json } from '../http/operation/schemas.ts';
import { route, type Route } from '../http/route.ts';

/** The routes about all files of the installation, for admins. */
export function adminFileRoutes(): Route[] {
  return [
    route('GET /api/admin/files', getOverview, 'admin', () => ({
      operationId: 'filesOverview',
      summary: 'Get how many files there are, where and of whom',
      responses: { 200: json('The figures', FilesOverview) },
    })),
    route('POST /api/admin/files/clean', cleanUp, 'admin', () => ({
      operationId: 'cleanFiles',
      summary: 'Remove files that nobody needs now',
      description:
        'What the server does every hour: it removes files that no record has or had for a day, and stopped uploads.',
      responses: { 200: json('What was removed', FilesCleaned) },
    })),
  ];
}

async function getOverview(call: UserCall): Promise<Response> {
  const { database, blobs, scan, fileLimits } = call.services;
  const overview = await database.transaction(readFilesOverview, {
    readOnly: true,
    timeout: 20_000,
  });
  const { unscanned, ...figures } = overview;
  return answer(call, 200, FilesOverview, {
    ...figures,
    limit: fileLimits?.all ?? null,
    perUser: fileLimits?.perUser ?? null,
    unscanned: scan ? unscanned : null,
    store: blobs.place,
  });
}

async function cleanUp(call: UserCall): Promise<Response> {
  const { database, blobs } = call.services;
  const removed = await removeUnused(database, blobs, call.descriptor);
  return answer(call, 200, FilesCleaned, { removed });
}
