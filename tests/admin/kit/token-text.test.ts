import { expect, test } from 'vitest';
import { tokenText } from '../../../src/admin/kit/formats/token-text.ts';
import { parseToken } from '../../../src/descriptor/filter/tokens.ts';
import { toField } from '../../../src/fields/type/to-field.ts';
import { datetime } from '../../../src/fields/types/datetime/datetime.ts';
import { number } from '../../../src/fields/types/number/number.ts';

const moment = toField(datetime, 'lentAt', { type: 'datetime' });
const year = toField(number, 'year', { type: 'number', integer: true });

test.each([
  [moment, '$today', 'today', 'heute'],
  [moment, '$today-1d', 'yesterday', 'gestern'],
  [moment, '$now', 'now', 'jetzt'],
  [moment, '$now-1d', '1 day ago', 'vor 1 Tag'],
  [moment, '$today-1w', '1 week ago', 'vor 1 Woche'],
  [moment, '$today-1m', '1 month ago', 'vor 1 Monat'],
  [moment, '$today+1y', 'in 1 year', 'in 1 Jahr'],
  [year, '$year', 'this year', 'dieses Jahr'],
  [year, '$year-1', 'last year', 'letztes Jahr'],
])('the field $0.name takes $1, shown as $2', (field, text, english, german) => {
  const token = parseToken(field, text);
  if (token === undefined || token === 'malformed') throw new Error(`${text} is no token`);

  expect([tokenText(token, 'en'), tokenText(token, 'de')]).toEqual([english, german]);
});
