import { z } from 'zod';
import { defineFieldType } from '../../type/field-type.ts';
import { fileRule, settleFile, type NamedFile } from '../../files/file-rule.ts';
import { acceptsWords, fileSettings } from '../../files/file-settings.ts';
import { idInSql, titleOfFile, type FileValue } from '../../files/file-value.ts';
import { valueCheck } from '../../problems/value-check.ts';
import { readList, writeList } from '../../text/written-list.ts';

export const files = defineFieldType({
  settings: z.strictObject({
    ...fileSettings,
    maxFiles: z
      .int()
      .min(1)
      .max(1_000)
      .default(100)
      .describe('The maximum number of files per record.'),
  }),
  column: () => ({ sql: 'jsonb', many: true }),
  value: ({ maxFiles }) => z.array(fileRule).max(maxFiles).check(withoutRepeats),
  filter: { operators: ['null', 'nnull'], operand: () => z.never() },
  text: {
    write: (value: readonly NamedFile[]) => writeList(value.map(({ id }) => id)),
    read: readList,
    words: (value: readonly FileValue[]) => value.map(titleOfFile).join(', '),
    inSql: idInSql,
  },
  settle: (value: readonly object[], stored) =>
    Array.isArray(stored) ? value.map((each) => settleFile(each, stored)) : value,
  files: { of: (value: readonly NamedFile[]) => value, haveWords: acceptsWords },
  examples: [
    {
      settings: { accept: ['image'], maxFiles: 2 },
      valid: [['01890a5d-ac96-774b-bcce-b302099a8061', '01890a5d-ac96-774b-bcce-b302099a8062'], []],
      invalid: ['a', ['a', 'a'], ['a', 'b', 'c'], [1], [null], {}],
    },
  ],
});

const withoutRepeats = valueCheck((value: readonly unknown[]) => {
  const ids = (value as readonly NamedFile[]).map(({ id }) => id);
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  return repeated === undefined ? undefined : { code: 'V015', params: { value: repeated } };
});
