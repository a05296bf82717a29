import { expect, test } from 'vitest';
import { codeFor } from '../../src/hosts/read/installation-code.ts';
import { firstInstallation } from '../support/first-installation.ts';
import { libraryDescriptor } from '../support/library.ts';
import { installation as examples } from '../installation/examples/manifest.ts';

test('an installation adds its code to a descriptor that declares its pages or actions', () => {
  const { routes, actions, sample } = codeFor(firstInstallation());

  expect(routes.length).toBeGreaterThan(5);
  expect(actions.map(({ name }) => name)).toEqual(['review']);
  expect(sample).toMatch(/sample$/);
});

test('an installation adds nothing to the descriptor of another installation', () => {
  const added = codeFor(libraryDescriptor(), examples);

  expect(added).toEqual({ screens: { pages: {} }, actions: [], routes: [] });
});

test('an installation with only routes adds them, because routes cannot be declared', () => {
  const { routes } = examples;

  const added = codeFor(libraryDescriptor(), { screens: { pages: {} }, actions: [], routes });

  expect(added.routes).toEqual(routes);
});
