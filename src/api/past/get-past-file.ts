import type { Resource } from '../../descriptor/descriptor.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { findPastFile } from '../../store/system/past/past-files.ts';
import { answerBlob } from '../http/answer/answer-blob.ts';
import type { UserCall } from '../http/call.ts';
import { problem } from '../../fields/problems/problem.ts';
import { refuse } from '../../services/refusal.ts';
import type { Reply } from '../http/answer/answer.ts';
import { pastFields } from './to-version.ts';
import { findVisible } from './visible-versions.ts';

/** The bytes of a file that a version of the record has, if the caller may see that version. */
export async function getPastFile(call: UserCall, resource: Resource): Promise<Reply> {
  const { id, file = '' } = call.params;
  const match = isRecordId(id)
    ? await findPastFile(
        call.parts.database.primaryOrReplica,
        { resource: resource.name, id },
        file,
        pastFields(call, resource),
      )
    : undefined;
  const visible = match && (await findVisible(call, resource, id!, match.rows));
  if (!match || !visible?.length) return refuse(problem('S001', 'file'));
  return await answerBlob(call, match.file);
}
