import { useTranslate } from 'react-admin';
import type { ListView } from '../list-view.ts';
import { useIsChanged } from './use-is-changed.ts';

/** What the view is called, with a word when the list is no longer as it was kept. */
export function ViewName({ view }: { view: ListView }) {
  const translate = useTranslate();
  return useIsChanged(view) ? translate('grid.view_changed', { name: view.name }) : view.name;
}
