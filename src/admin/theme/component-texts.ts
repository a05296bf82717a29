import type { ThemeOptions } from '@mui/material/styles';
import type { Language } from '../messages/language.ts';

type Texts = Pick<ThemeOptions, 'components'>;

const pages: Record<string, string> = {
  first: 'Zur ersten Seite',
  last: 'Zur letzten Seite',
  next: 'Zur nächsten Seite',
  previous: 'Zur vorherigen Seite',
};

/** What the components of MUI say by themselves, which is in English. */
export const componentTexts: Record<Language, Texts> = {
  en: {},
  de: {
    components: {
      MuiAlert: { defaultProps: { closeText: 'Schließen' } },
      MuiAutocomplete: {
        defaultProps: {
          clearText: 'Leeren',
          closeText: 'Schließen',
          loadingText: 'Wird geladen …',
          noOptionsText: 'Nichts gefunden',
          openText: 'Öffnen',
        },
      },
      MuiPagination: {
        defaultProps: {
          getItemAriaLabel: (type, page, selected) =>
            pages[type] ?? `${selected ? '' : 'Zu '}Seite ${page}`,
        },
      },
    },
  },
};
