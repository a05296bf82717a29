import { Box } from '@mui/material';
import { useConfig } from '../../client/config.tsx';
import { switchLanguage } from '../../messages/texts.ts';
import { isLanguage, languageNames } from '../../../fields/languages.ts';
import { useLanguage } from '../../messages/language.ts';
import { Choice } from '../../kit/choice.tsx';
import { appearances, setAppearance, useAppearance } from '../../shell/theme/appearance.ts';
import { activeColours, backgrounds } from '../../shell/theme/sidebar-colours.ts';
import { useSidebarLook, type OwnLook } from '../../shell/theme/use-sidebar-look.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { usePreference } from '../../client/use-preference.ts';
import { useTexts } from '../../messages/texts.ts';

/** Chosen here or in the bar at the top: it is the same choice. */
export function PreferencesForm() {
  const { profile: texts } = useTexts('people');
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
      <SidebarChoices />
    </Box>
  );
}

/** As the descriptor has it, until one says otherwise. */
function SidebarChoices() {
  const { profile: texts } = useTexts('people');
  const declared = useConfig().descriptor.app.sidebar;
  const { own, choose } = useSidebarLook();
  const asInstalled = (look: string) => ['', texts.asInstalled.replace('{look}', look)] as const;
  const keep = (next: OwnLook) => choose(next.background || next.active ? next : undefined);
  return (
    <>
      <Choice
        label={texts.sidebar}
        value={own.background ?? ''}
        options={[
          asInstalled(texts.backgrounds[declared.background]),
          ...backgrounds.map((each) => [each, texts.backgrounds[each]] as const),
        ]}
        onChange={(chosen) =>
          keep({ ...own, background: backgrounds.find((each) => each === chosen) })
        }
      />
      <Choice
        label={texts.active}
        value={own.active ?? ''}
        options={[
          asInstalled(texts.actives[declared.active]),
          ...activeColours.map((each) => [each, texts.actives[each]] as const),
        ]}
        onChange={(chosen) =>
          keep({ ...own, active: activeColours.find((each) => each === chosen) })
        }
      />
    </>
  );
}
