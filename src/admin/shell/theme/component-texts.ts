import type { ThemeOptions } from '@mui/material/styles';
import { fillTemplate } from '../../../fields/fill-template.ts';
import type { Language } from '../../../fields/languages.ts';
import { textsOf } from '../../messages/texts.ts';

/** Texts that MUI components would otherwise show in English. */
export function componentTexts(language: Language): Pick<ThemeOptions, 'components'> {
  const texts = textsOf('app', language).components;
  return {
    components: {
      MuiAlert: { defaultProps: { closeText: texts.close } },
      MuiAutocomplete: {
        defaultProps: {
          clearText: texts.clear,
          closeText: texts.close,
          loadingText: texts.loading,
          noOptionsText: texts.nothing,
          openText: texts.open,
        },
      },
      MuiPagination: {
        defaultProps: {
          getItemAriaLabel: (type, page, selected) =>
            type in texts
              ? texts[type as 'first']
              : fillTemplate(selected ? texts.thisPage : texts.toPage, { page: String(page) }),
        },
      },
    },
  };
}
