import { expect, test } from 'vitest';
import { parseAddresses } from '../../../../src/admin/pages/people/parse-addresses.ts';

test.each<[string, string, unknown[]]>([
  ['one address', 'ada@example.org', [{ state: 'ok', email: 'ada@example.org' }]],
  [
    'a column, with empty lines',
    'ada@example.org\r\n\n bo@example.org ',
    [
      { state: 'ok', email: 'ada@example.org' },
      { state: 'ok', email: 'bo@example.org' },
    ],
  ],
  [
    'a line separated by commas and semicolons',
    'ada@example.org, bo@example.org; cy@example.org',
    [
      { state: 'ok', email: 'ada@example.org' },
      { state: 'ok', email: 'bo@example.org' },
      { state: 'ok', email: 'cy@example.org' },
    ],
  ],
  [
    'names as mail programs copy them',
    'Ada Lovelace <Ada@Example.org>, "Bo" <bo@example.org>',
    [
      { state: 'ok', email: 'ada@example.org', name: 'Ada Lovelace' },
      { state: 'ok', email: 'bo@example.org', name: 'Bo' },
    ],
  ],
  [
    'a mistyped address beside a right one',
    'bad-address, a.person@example.org',
    [
      { state: 'wrong', email: 'bad-address' },
      { state: 'ok', email: 'a.person@example.org' },
    ],
  ],
  [
    'an address without its end beside a right one',
    'bo@example; Cy Name, cy@example.org, dee@',
    [
      { state: 'wrong', email: 'bo@example' },
      { state: 'wrong', email: 'Cy Name' },
      { state: 'ok', email: 'cy@example.org' },
      { state: 'wrong', email: 'dee@' },
    ],
  ],
  [
    'a name with a comma beside its only address',
    'Lovelace, Ada <ada@example.org>',
    [{ state: 'ok', email: 'ada@example.org', name: 'Lovelace Ada' }],
  ],
  [
    'a row of a table',
    'Ada Lovelace\tada@example.org',
    [{ state: 'ok', email: 'ada@example.org', name: 'Ada Lovelace' }],
  ],
  ['a link', '<mailto:ada@example.org>', [{ state: 'ok', email: 'ada@example.org' }]],
  [
    'the same one twice, in other capitals',
    'ada@example.org\nADA@example.org',
    [
      { state: 'ok', email: 'ada@example.org' },
      { state: 'twice', email: 'ada@example.org' },
    ],
  ],
  [
    'what is no address',
    'Ada Lovelace\nada@example',
    [
      { state: 'wrong', email: 'Ada Lovelace' },
      { state: 'wrong', email: 'ada@example' },
    ],
  ],
  ['nothing', ' \n;, ', []],
])('reads %s', (_, text, expected) => {
  expect(parseAddresses(text)).toEqual(expected);
});
