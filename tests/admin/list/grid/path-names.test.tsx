import { expect, test } from 'vitest';
import { pathName } from '../../../../src/admin/list/filters/path-name.ts';
import { filterPaths } from '../../../../src/descriptor/filter/filter-paths.ts';
import { firstInstallation } from '../../../support/first-installation.ts';

const descriptor = firstInstallation();
const languages = ['en', 'de'] as const;

test.each(
  [...descriptor.resources.values()].flatMap((resource) =>
    languages.map((language) => [resource.name, language, resource] as const),
  ),
)('the filters of %s have different names, in %s', (_, language, resource) => {
  const names = filterPaths({ descriptor, role: 'admin', resource }).map((path) =>
    pathName(path, (text) => (typeof text === 'string' ? text : (text[language] ?? ''))),
  );

  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
