import type { start as english } from '../en/start.ts';

export const start = {
  loading: 'Wird geladen …',
  failed: 'Die Anwendung konnte nicht geladen werden',
  retry: 'Erneut versuchen',
  unreachable:
    'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
} satisfies typeof english;
