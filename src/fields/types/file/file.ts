import { z } from 'zod';
import { defineFieldType } from '../../type/field-type.ts';
import { fileServices } from '../../files/file-parts.ts';
import { fileRule, settleFile, type NamedFile } from '../../files/file-rule.ts';
import { acceptsWords, fileSettings } from '../../files/file-settings.ts';
import { idInSql, titleOfFile } from '../../files/file-value.ts';

export const file = defineFieldType({
  settings: z.strictObject(fileSettings),
  column: () => ({ sql: 'jsonb' }),
  value: () => fileRule,
  filter: { operators: ['null', 'nnull'], operand: () => z.never() },
  text: {
    write: ({ id }: NamedFile) => id,
    read: (written) => written.trim(),
    words: titleOfFile,
    inSql: idInSql,
  },
  settle: (value: object, stored) => settleFile(value, [stored]),
  parts: () => fileServices,
  files: { of: (value: NamedFile) => [value], haveWords: acceptsWords },
  examples: [
    {
      settings: { accept: ['pdf'], maxSize: '20 MB' },
      valid: ['01890a5d-ac96-774b-bcce-b302099a8057'],
      invalid: [5, 'a b', { name: 'study.pdf' }, { id: 'a b' }, ['a'], { id: 'a', other: 1 }],
    },
  ],
});
