import { useState, type ReactNode } from 'react';
import type { Choice } from '../choice-list.tsx';
import { HintButton } from '../hint-button.tsx';
import { withProgress } from '../../../client/progress.ts';
import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import SystemIcon from '@mui/icons-material/SettingsBrightnessOutlined';
import { usePreference, useLanguageChoice } from '../../../client/use-setting.ts';
import {
  appearances,
  setAppearance,
  useAppearance,
  type Appearance,
} from '../../theme/appearance.ts';
import LanguageIcon from '@mui/icons-material/Translate';
import { useConfig } from '../../../client/config.tsx';
import { isLanguage, languageNames } from '../../../../fields/problems/languages.ts';
import { lazyPart } from '../../../kit/loading/lazy-part.tsx';
import { useI18n } from '../../../kit/use-i18n.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

// Menus are 12 kB, for which the first list need not wait.
const ChoiceList = lazyPart(() => withProgress(import('../choice-list.tsx')), 'ChoiceList');

type ChoiceMenuProps<Value extends string> = {
  label: string;
  icon: ReactNode;
  choices: readonly (Choice & { value: Value })[];
  current: Value;
  onChoose: (choice: Value) => void;
};

/** A button with a menu in which one choice is current. */
function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, icon, choices, current, onChoose } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (chosen: string): void => {
    setAnchor(null);
    const choice = choices.find(({ value }) => value === chosen);
    if (choice) onChoose(choice.value);
  };
  return (
    <>
      <HintButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {icon}
      </HintButton>
      {anchor && (
        <ChoiceList
          anchor={anchor}
          choices={choices}
          current={current}
          onChoose={choose}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}

const icons: Record<Appearance, typeof SystemIcon> = {
  light: LightModeIcon,
  dark: DarkModeIcon,
  system: SystemIcon,
};

export function AppearanceMenu() {
  const { texts } = useI18n();
  const savePreference = usePreference();
  const current = useAppearance();
  const Icon = icons[current];
  const nameOf = (appearance: Appearance): string => texts.layout.themes[appearance];
  return (
    <ChoiceMenu
      label={fillTemplate(texts.layout.theme, { name: nameOf(current) })}
      icon={<Icon />}
      choices={appearances.map((value) => ({ value, label: nameOf(value) }))}
      current={current}
      onChoose={(theme) => {
        setAppearance(theme);
        savePreference({ theme });
      }}
    />
  );
}

/** The languages in which this installation has labels; nothing if there is only one. */
export function LanguageMenu() {
  const { texts, language: current } = useI18n();
  const speak = useLanguageChoice();
  const spoken = useConfig().languages.filter(isLanguage);
  if (spoken.length < 2) return null;

  return (
    <ChoiceMenu
      label={fillTemplate(texts.layout.language, { name: languageNames[current] })}
      icon={<LanguageIcon />}
      choices={spoken.map((value) => ({ value, label: languageNames[value], lang: value }))}
      current={current}
      onChoose={speak}
    />
  );
}
