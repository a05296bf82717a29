import { createReadStream } from 'node:fs';
import { InferredFields } from '../../contract/structure/inferred-fields.ts';
import { problem } from '../../fields/problems/problem.ts';
import { inferFile } from '../../services/import/infer-file.ts';
import { isRefusal, refuse } from '../../services/refusal.ts';
import { receiveUpload, type Upload } from '../files/receive-upload.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import { limitUpload } from '../http/answer/file-streams.ts';
import type { Schema } from '../http/operation/operation.ts';
import type { UserCall } from '../http/call.ts';
import { json } from '../http/operation/schemas.ts';
import { asQuestion, type Route, route } from '../http/route.ts';

/** The route that proposes the fields of a new collection. */
export function inferRoute(): Route {
  return asQuestion(
    route(
      'POST /api/structure/infer',
      answerInferred,
      { needs: 'configurer', takesForm: true },
      () => ({
        operationId: 'structure.infer',
        summary: 'Propose the fields of a new collection',
        description:
          'Reads the first rows of a file that an import accepts, and proposes a field for each column. Stores nothing.',
        requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
        responses: { 200: json('The proposed fields', InferredFields) },
        problems: [422, 429],
      }),
    ),
  );
}

const form: Schema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', format: 'binary' },
    sheet: { type: 'string', description: 'The sheet of a workbook. Default: the first one.' },
  },
};

/** Proposes fields for the records of a file. Stores nothing. */
function answerInferred(call: UserCall): Promise<Reply> {
  return limitUpload(call, async () => {
    const upload = await receiveUpload(call.request, call.services);
    if (isRefusal(upload)) return upload;
    try {
      return await infer(call, upload);
    } finally {
      await upload.remove();
    }
  });
}

async function infer(
  call: UserCall,
  { path, layout, sheets = [], fields }: Upload,
): Promise<Reply> {
  const { sheet, ...others } = Object.fromEntries(fields);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return refuse(problem('Q001', unknown), { status: 400 });
  if (sheet !== undefined && !sheets.includes(sheet))
    return refuse(problem('I005', 'sheet', { expected: sheets.join(', ') }), { status: 400 });
  const file = { layout: sheet === undefined ? layout : { ...layout, sheet }, sheets };
  const inferred = await inferFile(call, file, () => createReadStream(path));
  return 'problem' in inferred
    ? refuse(inferred.problem, { status: 422 })
    : answer(call, 200, InferredFields, inferred);
}
