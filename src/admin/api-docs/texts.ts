import type { Language } from '../messages/language.ts';

const english = {
  public: 'Public API',
  internal: 'Internal API',
  sections: 'Sections',
  back: 'Back to the app',
  loading: 'Loading …',
  failed: 'The documentation cannot be loaded. Try again in a moment.',
  denied: 'The internal API is documented for developers and admins.',
};

/** What stands around the documentation, which is itself in English. */
export const texts: Record<Language, typeof english> = {
  en: english,
  de: {
    public: 'Öffentliche API',
    internal: 'Interne API',
    sections: 'Abschnitte',
    back: 'Zurück zur Anwendung',
    loading: 'Wird geladen …',
    failed: 'Die Dokumentation lässt sich nicht laden. Bitte gleich noch einmal versuchen.',
    denied: 'Die interne API ist für Entwickler und Admins dokumentiert.',
  },
};
