import type { UpdateTexts } from '../en/update.ts';

export const texts = {
  title: 'Software-Aktualisierung',
  text: 'Die Software wurde aktualisiert. Die Seite wird neu geladen.',
  unsaved:
    'Was Sie auf dieser Seite eingegeben und nicht gespeichert haben, ginge verloren. Speichern Sie es vorher.',
  refresh: 'Jetzt neu laden',
  later: 'Später',
} satisfies UpdateTexts;
