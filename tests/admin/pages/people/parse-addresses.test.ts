import { expect, test } from 'vitest';
import { parseAddresses } from '../../../../src/admin/pages/people/parse-addresses.ts';

const ok = (email: string, name?: string) => ({ state: 'ok', email, ...(name && { name }) });
const wrong = (email: string) => ({ state: 'wrong', email });

test.each<[string, string, unknown[]]>([
  ['one address', 'ada@example.org', [ok('ada@example.org')]],
  [
    'a column, with empty lines',
    'ada@example.org\r\n\n bo@example.org ',
    [ok('ada@example.org'), ok('bo@example.org')],
  ],
  [
    'a line separated by commas and semicolons',
    'ada@example.org, bo@example.org; cy@example.org',
    [ok('ada@example.org'), ok('bo@example.org'), ok('cy@example.org')],
  ],
  [
    'names as mail programs copy them',
    'Ada Lovelace <Ada@Example.org>, "Bo" <bo@example.org>',
    [ok('ada@example.org', 'Ada Lovelace'), ok('bo@example.org', 'Bo')],
  ],
  [
    'a mistyped address beside a right one',
    'bad-address, a.person@example.org',
    [wrong('bad-address'), ok('a.person@example.org')],
  ],
  [
    'an address without its end beside a right one',
    'bo@example; Cy Name, cy@example.org, dee@',
    [wrong('bo@example'), wrong('Cy Name'), ok('cy@example.org'), wrong('dee@')],
  ],
  [
    'a name with a comma beside its only address',
    'Lovelace, Ada <ada@example.org>',
    [ok('ada@example.org', 'Lovelace Ada')],
  ],
  ['a row of a table', 'Ada Lovelace\tada@example.org', [ok('ada@example.org', 'Ada Lovelace')]],
  ['a link', '<mailto:ada@example.org>', [ok('ada@example.org')]],
  [
    'the same one twice, in other capitals',
    'ada@example.org\nADA@example.org',
    [ok('ada@example.org'), { state: 'twice', email: 'ada@example.org' }],
  ],
  [
    'what is no address',
    'Ada Lovelace\nada@example',
    [wrong('Ada Lovelace'), wrong('ada@example')],
  ],
  ['nothing', ' \n;, ', []],
])('reads %s', (_, text, expected) => {
  expect(parseAddresses(text)).toEqual(expected);
});
