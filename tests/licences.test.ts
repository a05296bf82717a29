import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { top } from './support/source-files.ts';

/** As CONTRIBUTING.md says. */
const allowed = /^(0BSD|Apache-2\.0|BSD|BSD-2-Clause|BSD-3-Clause|ISC|MIT|MIT-0|MPL-2\.0)$/;

/** Under the LGPL, but loaded from files of their own that can be replaced. */
const replaceable = /^node_modules\/(libheif-js|@img\/sharp-.*)$/;

type Installed = { license?: string; dev?: boolean };

const { packages } = JSON.parse(readFileSync(join(top, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Installed>;
};
const ofProduct = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);

test('every package of the product has a licence that we accept', () => {
  const refused = ofProduct.filter(
    ([path, { license = 'none' }]) => !isAccepted(license) && !isReplaceable(path, license),
  );

  expect(ofProduct.length).toBeGreaterThan(200);
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test.each(['GPL-3.0', 'MIT AND GPL-3.0', 'none', 'LGPL-3.0'])('does not accept %s', (license) => {
  expect(isAccepted(license)).toBe(false);
});

test('accepts one of several licences, and several that are all accepted', () => {
  expect(isAccepted('(MPL-2.0 OR GPL-3.0)')).toBe(true);
  expect(isAccepted('MIT AND ISC')).toBe(true);
});

/** An SPDX expression without nesting, as npm packages have them. */
function isAccepted(license: string): boolean {
  const parts = license.replace(/^\(|\)$/g, '').split(' AND ');
  return parts.every((part) => part.split(' OR ').some((each) => allowed.test(each)));
}

function isReplaceable(path: string, license: string): boolean {
  const others = license.split(' AND ').filter((each) => !each.startsWith('LGPL-3.0'));
  return replaceable.test(path) && others.every(isAccepted);
}
