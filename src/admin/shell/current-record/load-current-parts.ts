import { loadWorkplaceTexts } from '../../dashboard/workplace-texts.ts';

/** What stands behind the button, with its texts. */
export async function loadCurrentParts() {
  const [{ CurrentTitle }, { CurrentDialog }] = await Promise.all([
    import('./current-title.tsx'),
    import('./current-dialog.tsx'),
    loadWorkplaceTexts(),
  ]);
  return { title: { default: CurrentTitle }, dialog: { default: CurrentDialog } };
}
