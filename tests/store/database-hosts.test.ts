import { describe, expect, test } from 'vitest';
import { nameHost, parseDatabaseHosts } from '../../src/store/connection/database-hosts.ts';

describe('the address of a database', () => {
  test.each([
    ['postgresql://me@one:5432,two/db', ['one:5432', 'two:5432'], 'postgresql://me@one:5432/db'],
    [
      'postgres://me:a%40b@[::1]:6000,10.0.0.2/db?sslmode=require&target_session_attrs=read-write',
      ['[::1]:6000', '10.0.0.2:5432'],
      'postgres://me:a%40b@[::1]:6000/db?sslmode=require',
    ],
    [
      'postgresql:///db?host=/run/one,/run/two&port=5432,5433&user=me',
      ['/run/one/.s.PGSQL.5432', '/run/two/.s.PGSQL.5433'],
      'postgresql:///db?host=%2Frun%2Fone&port=5432&user=me',
    ],
    [
      'postgresql://me:secret@/db?host=one,two&port=6000',
      ['one:6000', 'two:6000'],
      'postgresql://me:secret@localhost/db?host=one&port=6000',
    ],
    ['postgresql://me:se@cret@one/db', ['one:5432'], 'postgresql://me:se@cret@one/db'],
  ])('can name several servers: %s', (text, names, url) => {
    const found = parseDatabaseHosts(text);

    expect(found?.hosts.map(nameHost)).toEqual(names);
    expect(found?.url).toBe(url);
  });

  test('selects one of them', () => {
    const target = (name: string) =>
      parseDatabaseHosts(`postgresql://one,two/db?target_session_attrs=${name}`)?.target;

    expect(target('prefer-standby')).toBe('prefer-standby');
    expect(target('best')).toBeUndefined();
  });

  test.each([
    'localhost',
    'mysql://one/db',
    'postgresql://one,,two/db',
    'postgresql://one,two:70000/db',
    'postgresql://one:five,two/db',
    'postgresql:///db?host=one,two,three&port=1,2',
    'postgresql://one,two/db?target_session_attrs=best',
  ])('is refused if it is invalid: %s', (text) => {
    expect(parseDatabaseHosts(text)).toBeUndefined();
  });
});
