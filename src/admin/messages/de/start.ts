import type { texts as english } from '../en/start.ts';

export const texts = {
  loading: 'Wird geladen …',
  failed: 'Die Anwendung konnte nicht geladen werden',
  retry: 'Erneut versuchen',
  offline: 'Sie sind offline. Diese Seite lädt neu, sobald die Verbindung wieder da ist.',
  unreachable:
    'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
} satisfies typeof english;
