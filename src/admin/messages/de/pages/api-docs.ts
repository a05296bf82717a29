import type { texts as english } from '../../en/pages/api-docs.ts';

export const texts: typeof english = {
  public: 'Öffentliche API',
  internal: 'Interne API',
  sections: 'Abschnitte',
  back: 'Zurück zur Anwendung',
  loading: 'Wird geladen …',
  failed: 'Die Dokumentation konnte nicht geladen werden. Bitte versuchen Sie es gleich erneut.',
  denied: 'Nur Entwickler und Admins können die Dokumentation der internen API ansehen.',
};
