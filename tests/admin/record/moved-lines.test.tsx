import { beforeAll, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, startEditing, waitFor } from '../../support/screen.tsx';

const text = { type: 'text' };

/** Recipes whose steps people put in order by hand. */
const recipes = () =>
  toDescriptor({
    roles: librarySource.roles,
    resources: {
      users: librarySource.resources.users,
      recipes: {
        title: '{name}',
        fields: { name: text },
        children: [
          {
            resource: 'steps',
            field: 'recipe',
            label: 'Steps',
            columns: ['name'],
            inline: true,
          },
        ],
      },
      steps: {
        title: '{name}',
        order: 'place',
        fields: {
          recipe: { type: 'reference', to: 'recipes' },
          name: text,
          place: { type: 'number' },
        },
      },
    },
  });

const api = await openScreensOf(recipes);
beforeAll(async () => {
  await addRecords(api, '/api/recipes', [{ _id: 'bread', name: 'Bread' }]);
  const steps = ['mix', 'rise', 'bake'].map((name, at) => ({
    _id: name,
    name,
    place: at + 1,
    recipe: 'bread',
  }));
  await addRecords(api, '/api/steps', steps);
});

const shown = () =>
  screen.getAllByRole('textbox', { name: /Name/ }).flatMap((input) => {
    const { value } = input as HTMLInputElement;
    return value === 'Bread' ? [] : [value];
  });

async function stored(): Promise<string[]> {
  const { json } = await api.call('GET', '/api/steps?_sort=place', { as: 'admin' });
  return json.data.map(({ name }: { name: string }) => name);
}

test('lines are reordered by keys and by a menu, and saved in that order', async () => {
  const { user } = await openScreen(api, '/recipes/details/bread', { as: 'admin' });
  await startEditing(user);
  const [, , last] = await screen.findAllByRole('button', { name: /Move/ });

  last?.focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(shown()).toEqual(['mix', 'bake', 'rise']);
  expect(document.activeElement).toBe(last);
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Move to the top' }));
  await waitFor(() => expect(shown()).toEqual(['bake', 'mix', 'rise']));
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await screen.findByText('Saved');
  expect(await stored()).toEqual(['bake', 'mix', 'rise']);
});
