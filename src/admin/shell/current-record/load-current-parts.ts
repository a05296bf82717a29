import { loadTexts } from '../../messages/texts.ts';

/** What stands behind the button, with its texts. */
export async function loadCurrentParts() {
  const [{ CurrentTitle }, { CurrentDialog }] = await Promise.all([
    import('./current-dialog.tsx'),
    import('./current-dialog.tsx'),
    loadTexts(import.meta.glob('/src/admin/messages/*/workplace.ts')),
  ]);
  return { title: { default: CurrentTitle }, dialog: { default: CurrentDialog } };
}
