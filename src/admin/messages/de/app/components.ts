import type { components as english } from '../../en/app/components.ts';
import type { Translated } from '../../../../fields/problems/translated.ts';

export const components = {
  components: {
    close: 'Schließen',
    clear: 'Leeren',
    loading: 'Wird geladen …',
    nothing: 'Nichts gefunden',
    open: 'Öffnen',
    first: 'Zur ersten Seite',
    last: 'Zur letzten Seite',
    next: 'Zur nächsten Seite',
    previous: 'Zur vorherigen Seite',
    thisPage: 'Seite {page}',
    toPage: 'Zu Seite {page}',
  },
  ownScreens: {
    failed:
      'Dieser Teil dieser Installation ist fehlgeschlagen: „{name}“ in src/installation/screens.ui.ts.',
    useDefault: 'Den üblichen verwenden',
  },
  keyNames: {
    ' ': 'Leertaste',
    Ctrl: 'Strg',
    Shift: 'Umschalt',
    Delete: 'Entf',
    Backspace: 'Rücktaste',
    Home: 'Pos1',
    End: 'Ende',
    PageUp: 'Bild ↑',
    PageDown: 'Bild ↓',
    ContextMenu: 'Menü',
  },
} satisfies Translated<typeof english>;
