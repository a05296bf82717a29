import { Box } from '@mui/material';
import { useConfig } from '../config.tsx';
import { switchLanguage } from '../messages/catalog.ts';
import { isLanguage, languageNames, useLanguage } from '../messages/language.ts';
import { Choice } from '../people/choice.tsx';
import { usePeopleTexts } from '../people/people-texts.ts';
import { appearances, setAppearance, useAppearance } from '../theme/appearance.ts';
import { useNotifyError } from '../views/use-notify-error.ts';
import { usePreference } from './use-preference.ts';

/** Chosen here or in the bar at the top: it is the same choice. */
export function PreferencesForm() {
  const { profile: texts } = usePeopleTexts();
  const notifyError = useNotifyError();
  const keep = usePreference();
  const language = useLanguage();
  const appearance = useAppearance();
  const spoken = useConfig().languages.filter(isLanguage);
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
      {spoken.length > 1 && (
        <Choice
          label={texts.language}
          value={language}
          options={spoken.map((code) => [code, languageNames[code]])}
          onChange={(chosen) => {
            const code = spoken.find((each) => each === chosen);
            if (code === undefined) return;
            switchLanguage(code).then(() => keep({ language: code }), notifyError);
          }}
        />
      )}
      <Choice
        label={texts.theme}
        value={appearance}
        options={appearances.map((each) => [each, texts.themes[each]])}
        onChange={(chosen) => {
          const theme = appearances.find((each) => each === chosen);
          if (theme === undefined) return;
          setAppearance(theme);
          keep({ theme });
        }}
      />
    </Box>
  );
}
