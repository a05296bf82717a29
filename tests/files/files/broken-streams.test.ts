import { expect, test } from 'vitest';
import { readCsvLines } from '../../../src/files/formats/csv-lines.ts';
import { plainLayout } from '../../../src/files/formats/file-layout.ts';

test.each([undefined, 'EIO'])(
  'a CSV file that cannot be read (%s) is not reported as invalid CSV',
  async (code) => {
    async function* chunks() {
      yield new TextEncoder().encode('a,b\n1,2\n');
      throw Object.assign(new Error('the disk is gone'), code && { code });
    }
    const read = async () => {
      const lines: unknown[] = [];
      for await (const some of readCsvLines(chunks(), { ...plainLayout, format: 'csv' }))
        lines.push(...some);
      return lines;
    };

    await expect(read()).rejects.toThrow('the disk is gone');
  },
);
