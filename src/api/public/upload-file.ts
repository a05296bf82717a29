import { requireEntry } from '../../fields/require-entry.ts';
import { type FileSettings, mostBytes } from '../../fields/files/file-settings.ts';
import { problem } from '../../fields/problems/problem.ts';
import { refuse } from '../../services/refusal.ts';
import { VISITORS } from '../../store/records/files/name-files.ts';
import { counterOf, networkOf, spendLimits } from '../accounts/limits.ts';
import { upload } from '../attachments/start-upload.ts';
import type { Reply } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import { fileFieldsOf, type OpenForm } from './write-entry.ts';

/** Bytes of a file of a visitor, however large the files of the field may be. */
const MOST_BYTES = 20_000_000;

/** The bytes that a file of a visitor may have. */
export function mostVisitorBytes(settings: object): number {
  return Math.min(MOST_BYTES, mostBytes(settings as FileSettings));
}

/** Receives a file for a field of a public form, whole. The entry then names it; without one it is removed after a day. */
export async function uploadForForm(call: Call, open: OpenForm): Promise<Reply> {
  const tooMany = await spendLimits(call, counterOf('formFiles', networkOf(call)));
  if (tooMany) return tooMany;
  if (call.request.headers.get('Upload-Complete') === '?0')
    return refuse(problem('Q004', 'Upload-Complete', { expected: 'a whole file' }));
  const names = fileFieldsOf(open);
  return await upload(call, VISITORS, (name) => {
    if (!names.includes(name))
      return refuse(problem('Q004', 'field', { expected: names.join(', ') }), { status: 400 });
    const { resource } = open;
    const field = requireEntry(resource.fields, name);
    return { resource, name, field, most: mostVisitorBytes(field.settings) };
  });
}
