import { describe, expect, test } from 'vitest';
import { isScreen } from '../../../src/admin/shell/is-screen.ts';
import { toReturnPath, toSignInPath } from '../../../src/admin/shell/start/return-path.ts';
import { screenLibrary } from '../../support/screen-library.ts';

const at = (path: string) => new URL(path, 'https://office.example') as unknown as Location;

describe('the way back after signing in', () => {
  test.each([
    ['/login', '/dashboard'],
    ['/login?from=%2Fbooks%2Foverview%3Fpage%3D2%23row', '/books/overview?page=2#row'],
    ['/login?from=https%3A%2F%2Fevil.example', '/dashboard'],
    ['/login?from=%2F%2Fevil.example', '/dashboard'],
    ['/login?from=%2F%5Cevil.example', '/dashboard'],
    ['/login?from=%2F%09%2Fevil.example', '/dashboard'],
    ['/login?from=javascript%3Aalert(1)', '/dashboard'],
    ['/login?from=%2Flogin%3Ffrom%3D%252Fx', '/dashboard'],
  ])('of %s is %s', (address, expected) => {
    expect(toReturnPath(at(address))).toBe(expected);
  });

  test('leads back to where it started', () => {
    const path = '/books/overview?filter=%7B%22q%22%3A%22%C3%A4%22%7D#x';

    expect(toReturnPath(at(toSignInPath(at(path))))).toBe(path);
  });

  test('is discarded when the user signs out', () => {
    expect(toSignInPath(at('/books/overview'), 'wished')).toBe('/login');
  });
});

describe('a screen of the installation', () => {
  test.each([
    ['/', true],
    ['/login', true],
    ['/dashboard', true],
    ['/info/overview', true],
    ['/info', true],
    ['/lock', true],
    ['/components', false],
    ['/mapping', false],
    ['/books', true],
    ['/books/', true],
    ['/books/overview', true],
    ['/books/create', true],
    ['/books/details/01a', true],
    ['/books/01a', true],
    ['/master/overview', true],
    ['/masters/01a', true],
    ['/books/details/01a/more', false],
    ['/bookshelf', false],
    ['/books/overview/extra', false],
    ['/nothing/here', false],
    ['/wp-login.php', false],
  ])('%s: %s', (path, expected) => {
    expect(isScreen(screenLibrary(), path)).toBe(expected);
  });
});
