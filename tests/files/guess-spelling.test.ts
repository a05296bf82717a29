import { expect, test } from 'vitest';
import { cas } from '../../src/fields/types/cas/cas.ts';
import { toField } from '../../src/fields/type/to-field.ts';
import { guessSpelling } from '../../src/files/import/suggest/guess-spelling.ts';

const field = toField(cas, 'casId', { type: 'cas' });

test('another spelling is shown with a cell that it changes', () => {
  expect(guessSpelling(field, ['80-05-7', '107073', '50000'])?.example).toEqual({
    from: '107073',
    to: '107-07-3',
  });
});
