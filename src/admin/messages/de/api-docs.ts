import type { texts as english } from '../en/api-docs.ts';

export const texts: typeof english = {
  public: 'Öffentliche API',
  internal: 'Interne API',
  sections: 'Abschnitte',
  back: 'Zurück zur Anwendung',
  loading: 'Wird geladen …',
  failed: 'Die Dokumentation lässt sich nicht laden. Bitte gleich noch einmal versuchen.',
  denied: 'Die interne API ist für Entwickler und Admins dokumentiert.',
};
