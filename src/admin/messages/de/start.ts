import type { start as english } from '../en/start.ts';

export const start = {
  loading: 'Wird geladen …',
  failed: 'Die Anwendung konnte nicht geladen werden',
  retry: 'Erneut versuchen',
  timedOut: 'Der Server hat nicht rechtzeitig geantwortet. Bitte versuchen Sie es erneut.',
  unreachable:
    'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  refused: 'Der Server hat mit einem Fehler geantwortet ({status}).',
} satisfies typeof english;
