import { requireEntry } from '../../fields/require-entry.ts';
import { z } from 'zod';
import { FileLinks } from '../../contract/files.ts';
import { recordIdPattern } from '../../fields/text/record-id.ts';
import { problem } from '../../fields/problems/problem.ts';
import { wantsRefreshCookie } from '../accounts/session-cookies.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { createLinkSigner } from '../http/answer/file-links.ts';
import { isRefusal, refuse } from '../../services/refusal.ts';
import { parseBody } from '../http/json-body.ts';

const id = z.string().regex(recordIdPattern);

export const linksBody = z.strictObject({
  files: z
    .array(
      z.strictObject({
        id: id.describe('The `id` of the file.'),
        resource: z.string().optional().describe('The collection of the record that has it.'),
        record: id
          .optional()
          .describe('The `_id` of that record. Absent: the caller has uploaded the file.'),
        past: z.boolean().optional().describe('An earlier version of the record had it.'),
      }),
    )
    .min(1)
    .max(1_000),
});

/**
 * Signs addresses of files, for elements of a page that cannot send a token. Whether the caller may read a file is
 * asked when the address is used.
 */
export async function linkFiles(call: UserCall): Promise<Reply> {
  const parsed = await parseBody(call, linksBody);
  if (isRefusal(parsed)) return parsed;
  const { files } = parsed.value;
  const { services, request, sessionId, descriptor } = call;
  const binds = wantsRefreshCookie(request, services.publicUrl);
  const signer = createLinkSigner(services, request, sessionId, binds);
  const unknown = files.findIndex(
    ({ resource }) => resource !== undefined && !descriptor.resources.has(resource),
  );
  if (unknown >= 0) return refuse(problem('Q013', `files.${unknown}.resource`), { status: 400 });
  const links = files.map(({ id: file, resource, record, past }) => {
    const root = resource && record ? requireEntry(descriptor.resources, resource).root : undefined;
    const path =
      root === undefined
        ? `/api/files/${file}`
        : `${root}/${record}/${past ? 'history/files' : 'files'}/${file}`;
    return { id: file, url: signer.sign(path) };
  });
  const value = { links, expires: signer.expires.toISOString() };
  return answer(call, 200, FileLinks, value, signer.cookie ? { 'Set-Cookie': signer.cookie } : {});
}
