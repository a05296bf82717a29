import type { UpdateTexts } from '../../en/shell/update.ts';

export const texts = {
  title: 'Software-Aktualisierung',
  text: 'Die Software wurde aktualisiert. Die Seite wird neu geladen.',
  unsaved:
    'Sie haben auf dieser Seite ungespeicherte Änderungen. Speichern Sie sie zuerst, sonst gehen sie verloren.',
  refresh: 'Jetzt neu laden',
  later: 'Später',
} satisfies UpdateTexts;
